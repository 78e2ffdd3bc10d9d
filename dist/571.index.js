export const id = 571;
export const ids = [571];
export const modules = {

/***/ 5571:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectAction: () => (/* binding */ collectAction)
});

// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/pull-request/labels-and-reviewers.js
var labels_and_reviewers = __webpack_require__(2017);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/thread/finish-requests.js
var finish_requests = __webpack_require__(4513);
// EXTERNAL MODULE: ./build/thread/note.js + 1 modules
var thread_note = __webpack_require__(7741);
// EXTERNAL MODULE: ./build/thread/read-notes.js
var read_notes = __webpack_require__(1861);
// EXTERNAL MODULE: ./build/job/outputs.js
var job_outputs = __webpack_require__(2690);
// EXTERNAL MODULE: ./build/report/own-comment.js
var own_comment = __webpack_require__(2123);
// EXTERNAL MODULE: ./build/report/pull-request-text.js
var pull_request_text = __webpack_require__(7150);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
;// CONCATENATED MODULE: ./build/collect/collect-result.js






const COLLECT_RESULTS = (/* unused pure expression or super */ null && ([
    'collected',
    'nothing',
    'dry-run',
    'skipped',
    'interrupted',
    'error',
]));
function toCollectResult({ finished, open, failure }, how) {
    const counts = `Finished requests: ${finished.length}. Open requests: ${open}.`;
    const end = (result, reasonCode, reason = counts) => {
        return { finished, open, result, reasonCode, reason };
    };
    if (how.interrupted)
        return end('interrupted', 'interrupted', `The step was interrupted. ${counts}`);
    if (failure !== undefined)
        return end('error', failure.reasonCode, `${failure.reason} ${counts}`);
    if (how.dryRun)
        return end('dry-run', 'dry-run', `Dry run: nothing was written. ${counts}`);
    return finished.length === 0 ? end('nothing', 'nothing-to-collect') : end('collected', 'collected');
}
function failed(reasonCode, reason) {
    return { finished: [], open: 0, result: 'error', reasonCode, reason };
}
function toCollectOutputs({ finished, open, result, reason, reasonCode }) {
    const links = new Set(finished.flatMap(({ end: { pullRequest } }) => pullRequest?.link ?? []));
    const requests = finished.map(({ thread, end }) => {
        const { job: _, ...outputs } = (0,job_outputs/* toOutputs */.Iu)(end);
        return { thread, ...outputs };
    });
    const whole = (0,shell_safe/* shellSafeJson */.cy)(requests);
    return {
        finished: whole.length < job_outputs/* LIST_LIMIT */.bh
            ? whole
            : (0,shell_safe/* shellSafeJson */.cy)(requests.map((request) => ({ ...request, changedFiles: '', changedPages: '', outsideFiles: '' }))),
        open: String(open),
        prLinks: (0,shell_safe/* shellSafeJson */.cy)([...links]),
        result,
        reason: (0,shell_safe/* shellSafeText */.pp)(reason),
        reasonCode,
    };
}
function renderCollectSummary({ reason, finished }, { serverUrl, repository }) {
    const ended = finished.map(({ thread, end: { result, pullRequest, jobId = '' } }) => [
        (0,markdown/* link */.nf)(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
        request_result/* RESULTS */.Pr[result].title,
        pullRequest === undefined ? (0,markdown/* code */.aY)(jobId) : (0,pull_request_text/* linkPullRequest */.XU)(pullRequest.link, serverUrl),
    ]);
    const columns = ['Conversation', 'Result', 'Pull request or job'];
    const table = ended.length === 0 ? '' : `\n\n${(0,markdown/* grid */.Vg)(columns, ended)}`;
    return (0,own_comment/* shorten */.ml)(`**Collect.** ${(0,markdown/* plain */.pj)(reason)}${table}`, own_comment/* SUMMARY_LIMIT */.Jt);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js + 1 modules
var fields = __webpack_require__(4090);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/model/intervals.js
var intervals = __webpack_require__(1332);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
;// CONCATENATED MODULE: ./build/collect/inputs.js






const span = fields/* readAs */.fd((text) => {
    const ms = (0,time/* parseDuration */.E9)(text) ?? 0;
    return ms > 0 && ms <= 90 * intervals/* DAY */.d_ ? ms : undefined;
}, 'must be a span of at most `90d`, like `12h` or `3d`');
const noAuthor = schemas/* refine */.YPB((names) => !names.includes('author'), {
    error: 'works only for changes. Use logins or `asker`',
    path: ['`author`'],
});
const collectInputSchema = {
    ...fields/* serviceFields */.$D,
    githubToken: fields/* githubToken */.bU,
    threadSecret: fields/* threadSecret */.hu,
    since: span,
    issueNumber: fields/* issueNumber */.Pp,
    commitStatus: fields/* statusName */.Er,
    timeout: fields/* timeout */.wR,
    prLabels: change_fields/* changeFields */.Qd.prLabels,
    prReviewers: change_fields/* changeFields */.Qd.prReviewers.check(noAuthor),
    prPaths: change_fields/* changeFields */.Qd.prPaths,
    prToken: change_fields/* changeFields */.Qd.prToken,
    dryRun: fields/* boolean */.zM,
};
async function readCollectInputs(runner) {
    const { data, problems } = await (0,read_inputs/* parseInputs */.TL)(collectInputSchema, runner);
    if (data !== undefined && problems.length === 0)
        return (0,read_inputs/* seal */.od)(data);
    const reason = `Nothing was checked: ${problems.join(' ')}`;
    const wrong = { result: 'error', reasonCode: 'input-invalid', reason };
    return wrong;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/github/account.js
var account = __webpack_require__(4165);
// EXTERNAL MODULE: ./build/github/edit-comment.js
var edit_comment = __webpack_require__(3684);
// EXTERNAL MODULE: ./build/github/pull-requests.js
var pull_requests = __webpack_require__(9554);
// EXTERNAL MODULE: ./build/pull-request/access.js
var pull_request_access = __webpack_require__(7482);
// EXTERNAL MODULE: ./build/pull-request/link.js
var pull_request_link = __webpack_require__(4372);
// EXTERNAL MODULE: ./build/pull-request/marker.js
var pull_request_marker = __webpack_require__(5898);
// EXTERNAL MODULE: ./build/report/status-text.js
var status_text = __webpack_require__(8397);
// EXTERNAL MODULE: ./build/text/signed-note.js
var signed_note = __webpack_require__(205);
;// CONCATENATED MODULE: ./build/collect/overview.js

















const OVERVIEW_SPAN = 30 * intervals/* DAY */.d_;
const MOST_REPOSITORIES = 2;
const MOST_MARKERS = 6;
const content = schemas/* strictObject */.rej({ text: schemas/* string */.YjP() });
async function updateOverview(thread, read, context) {
    const { github, key, service, tools, workflowRun } = context;
    const place = { service, repositoryId: workflowRun.repositoryId, thread };
    const comments = await github.comments(thread);
    const pulls = comments.ok ? await readPulls(read, context) : comments;
    if (!comments.ok || !pulls.ok)
        return (0,edit_comment/* warnOfComment */.Tr)(pulls, UNWRITTEN, tools.log);
    const text = (0,own_comment/* finishComment */.Pg)([...pulls.value, ...describeRequests(read.notes, context), LIMITS], {});
    const digest = (0,external_node_crypto_.hash)('sha256', text);
    const [first, ...others] = comments.value.items.flatMap(({ id, body }) => {
        const known = (0,signed_note/* verifyNote */.W4)('overview:v1', content, body, { ...place, commentId: id }, key);
        return typeof known === 'object' ? [{ id, text: known.text }] : [];
    });
    for (const { id } of others)
        await github.deleteComment(id);
    if (first?.text === digest)
        return;
    const posted = first === undefined ? await github.createComment(thread, text) : undefined;
    if (posted?.ok === false)
        return (0,edit_comment/* warnOfComment */.Tr)(posted, UNWRITTEN, tools.log);
    const commentId = first?.id ?? posted?.value.id ?? 0;
    const signed = (0,signed_note/* signNote */.qO)('overview:v1', { text: digest }, { ...place, commentId }, key);
    const body = `${text}\n\nChanged at ${(0,time/* clockTime */.qo)(tools.time.now())}.\n${signed}`;
    (0,edit_comment/* warnOfComment */.Tr)(await github.editComment(commentId, body), UNWRITTEN, tools.log);
}
const UNWRITTEN = 'The overview could not be written';
const LIMITS = `Not counted: pull requests that no comment of the last 30 days names (of those by apps, the newest ${MOST_MARKERS} are looked up), runs without a thread that changed nothing, like those of a schedule, and how many commits people added. Pages and previews are those of the last request. Checks are by GitHub's search, which can be late.`;
function knownPulls({ notes, comments }, { key, workflowRun }) {
    const known = new Map();
    for (const { comment, place } of comments) {
        const marker = (0,pull_request_marker/* openMarker */.B5)(comment, place, key);
        if (marker !== undefined)
            known.set((0,pull_request_link/* pullUrl */.XA)(place.thread, workflowRun), marker);
    }
    for (const { note } of notes) {
        const { pullRequest: url = '', headAfter, pages, preview, requester } = note;
        const { by, at } = requester;
        if (url !== '')
            known.set(url, { by, at, pages, preview, head: headAfter ?? known.get(url)?.head });
    }
    return known;
}
const HEADS = ['Pull request', 'Opened', 'Requested', 'Pages', 'Preview', 'Checks', 'Reviewers'];
async function readPulls(read, context) {
    const { workflowRun } = context;
    const known = knownPulls(read, context);
    const links = [...known.keys()].flatMap((url) => (0,pull_request_link/* readGitHubPull */.LH)(url, workflowRun.serverUrl) ?? []);
    const all = [workflowRun, ...links];
    const names = new Map(all.map((one) => [`${one.owner}/${one.repo}`.toLowerCase(), one]));
    const rows = [];
    const ended = [];
    for (const { owner, repo } of [...names.values()].slice(0, MOST_REPOSITORIES)) {
        const access = (0,pull_request_access/* openRepository */.h_)({ owner, repo }, context);
        const knownAs = ({ number }) => known.get((0,pull_request_link/* pullUrl */.XA)(number, { ...workflowRun, owner, repo }));
        const open = await readOpen(access, knownAs, context);
        const closed = await access.github.closedPulls(context.tools.time.now() - OVERVIEW_SPAN);
        if (!open.ok)
            return open;
        if (!closed.ok)
            return closed;
        rows.push(...open.value);
        for (const pull of closed.value.items) {
            const own = knownAs(pull);
            if (own !== undefined)
                ended.push({ pull, isChanged: (own.head ?? pull.head.sha) !== pull.head.sha });
        }
    }
    const merged = ended.filter(({ pull }) => pull.merged_at);
    const changed = merged.filter(({ isChanged }) => isChanged);
    const counts = `${merged.length} merged, ${changed.length} of them with commits that people added. ${ended.length - merged.length} declined.`;
    const [title, results] = ['Open pull requests of the agent', 'Pull requests of the last 30 days'];
    return {
        ok: true,
        value: [`**${title}: ${rows.length}**`, (0,markdown/* grid */.Vg)(HEADS, rows), `**${results}:** ${counts}`],
    };
}
async function readOpen(access, knownAs, { key, service, workflowRun }) {
    const { github, isHere } = access;
    const listed = await github.openPulls();
    if (!listed.ok)
        return listed;
    const [red, green] = [await github.openWith('failure'), await github.openWith('success')];
    const toRow = (pull, { pages, preview, by, at }) => {
        const { serverUrl: home } = workflowRun;
        const shown = isHere || !pull.base.repo.private ? pull : undefined;
        const has = (found) => found.ok && found.value.items.some(({ number }) => number === pull.number);
        return [
            (0,pull_request_text/* namePullRequest */.OL)((0,pull_request_link/* pullUrl */.XA)(pull.number, { ...workflowRun, ...access }), shown, home),
            (0,time/* clockTime */.qo)(pull.created_at).replace(/ .*/, ''),
            (0,status_text/* nameRequester */.aS)({ by, at, run: home }),
            `${pages ?? ''}`,
            preview === undefined ? '' : (0,markdown/* link */.nf)(preview),
            has(red) ? 'red' : has(green) ? 'green' : '',
            shown?.requested_reviewers.map(({ login }) => (0,markdown/* code */.aY)(login)).join(', ') ?? '',
        ];
    };
    const rows = [];
    let markers = 0;
    for (const pull of listed.value.items.filter(pull_requests/* isOwnBranch */.t$)) {
        const known = knownAs(pull);
        const mayBeOwn = known === undefined && !(0,account/* isPerson */.KA)(pull.user) && ++markers <= MOST_MARKERS;
        const place = { service, repositoryId: pull.base.repo.id, thread: pull.number };
        const marker = mayBeOwn ? await (0,pull_request_marker/* readMarkerAt */.W5)(place, github, key) : undefined;
        const origin = known ?? (marker?.ok ? marker.value : undefined);
        if (origin !== undefined)
            rows.push(toRow(pull, origin));
    }
    return { ok: true, value: rows };
}
const AT_WORK = {
    waiting: 'waits',
    sending: 'is being sent',
    job: 'at work',
};
function describeRequests(notes, { workflowRun }) {
    const home = `${workflowRun.serverUrl}/${workflowRun.repository}`;
    const open = notes.filter(({ note }) => (0,thread_note/* isUnfinished */.ui)(note));
    const lines = open.map(({ id, note, place: { thread } }) => {
        const where = (0,markdown/* link */.nf)(`${home}/issues/${thread}#issuecomment-${id}`, `#${thread}`);
        const since = note.sentAt === undefined ? '' : `, sent at ${(0,time/* clockTime */.qo)(note.sentAt)}`;
        const how = note.left ? 'not finished, no run watches it' : AT_WORK[note.state];
        return `- ${where}: ${how}${since}, requested by ${(0,status_text/* nameRequester */.aS)(note.requester)}`;
    });
    const ended = notes.filter((one) => !open.includes(one)).map(({ note }) => note);
    const titles = Map.groupBy(ended, ({ result, state }) => (result ? request_result/* RESULTS */.Pr[result].title : state));
    const counts = [...titles].map(([title, some]) => `${title}: ${some.length}`);
    return [
        `**Requests at work or not finished: ${open.length}**`,
        lines.join('\n'),
        `**Requests of the last 30 days:** ${[ended.length, ...counts].join(', ')}.`,
    ];
}

;// CONCATENATED MODULE: ./build/collect/collect.js









const collectAction = { main: runCollect };
async function runCollect(ports) {
    const result = await collect(ports);
    return {
        outputs: toCollectOutputs(result),
        hidden: result.finished.some(({ end }) => end.pullRequest?.facts?.mayShow === false) ? ['finished'] : [],
        warnings: [],
        reason: result.reason,
        summary: renderCollectSummary(result, ports.workflowRun),
    };
}
async function collect(ports) {
    const inputs = await readCollectInputs(ports.runner);
    if ((0,request_result/* isResult */.aI)(inputs))
        return failed(inputs.reasonCode, inputs.reason);
    const { commitStatus: statusName, credentials, dryRun, prLabels, prPaths, prReviewers } = inputs;
    const deadline = ports.startDeadline(inputs.timeout);
    const tools = ports.openJobTools(credentials, deadline, 'auto');
    const context = {
        ...ports.openAccess(inputs, tools),
        phrase: (0,labels_and_reviewers/* inviteWith */.W)(undefined, prLabels),
        marks: true,
        metadata: { prLabels, prReviewers },
        facts: { prPaths },
        dryRun,
        statusName,
        waitsFor: (job) => isAbout(ports.event.payload, job),
    };
    const { issueNumber: issue } = inputs;
    const span = issue === undefined ? inputs.since : Math.max(inputs.since, OVERVIEW_SPAN);
    const listed = await (0,read_notes/* readRepositoryNotes */.Uy)(context, ports.clock.now() - span);
    const report = listed.ok
        ? await (0,finish_requests/* finishRequests */.C)(listed.value.notes, context)
        : { finished: [], open: 0, failure: unread(listed.failure) };
    if (issue !== undefined && listed.ok && !dryRun) {
        const ends = new Map(report.finished.map(({ comment, end }) => [comment, end]));
        const notes = listed.value.notes.map((one) => {
            const end = ends.get(one.id);
            return end === undefined ? one : { ...one, note: (0,thread_note/* endNote */.Au)(one.note, end) };
        });
        await updateOverview(issue, { ...listed.value, notes }, context);
    }
    const interrupted = deadline.stop.reason?.by === 'interrupt';
    return toCollectResult(report, { interrupted, dryRun });
}
const COMMENTS = "the repository's comments (`github-token`)";
function unread({ kind, code, message }) {
    if (kind !== 'stopped')
        return { reasonCode: code, reason: `Could not read ${COMMENTS}: ${message}` };
    return { reasonCode: 'deadline', reason: `The step's deadline passed before ${COMMENTS} were read.` };
}
function isAbout(payload, job) {
    const branch = (0,json/* textAt */.$6)(payload, 'pull_request', 'head', 'ref');
    const url = (0,json/* textAt */.$6)(payload, 'pull_request', 'html_url');
    return branch !== undefined && url !== undefined && (job.ref === branch || job.prLink === url);
}


/***/ })

};
