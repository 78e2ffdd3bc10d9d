export const id = 676;
export const ids = [676];
export const modules = {

/***/ 3676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectAction: () => (/* binding */ collectAction)
});

// EXTERNAL MODULE: ./build/job/request-result.js
var request_result = __webpack_require__(7183);
// EXTERNAL MODULE: ./build/pull-request/labels-and-reviewers.js
var labels_and_reviewers = __webpack_require__(2017);
// EXTERNAL MODULE: ./build/runner/bootstrap.js
var bootstrap = __webpack_require__(6757);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/thread/finish-requests.js
var finish_requests = __webpack_require__(4513);
// EXTERNAL MODULE: ./build/thread/read-notes.js
var read_notes = __webpack_require__(1861);
// EXTERNAL MODULE: ./build/intervals.js
var intervals = __webpack_require__(1722);
// EXTERNAL MODULE: ./build/pull-request/access.js
var pull_request_access = __webpack_require__(7482);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/github/account.js
var account = __webpack_require__(4165);
// EXTERNAL MODULE: ./build/github/workflow-runs.js
var workflow_runs = __webpack_require__(8468);
// EXTERNAL MODULE: ./build/text/comment-text.js
var comment_text = __webpack_require__(7227);
// EXTERNAL MODULE: ./build/text/signed-note.js
var signed_note = __webpack_require__(205);
// EXTERNAL MODULE: ./build/pull-request/marker.js
var marker = __webpack_require__(5898);
;// CONCATENATED MODULE: ./build/pull-request/quiet-pull-requests.js







async function readAgentPull(pull, { github }, { service, key }) {
    const { number, base, head } = pull;
    const place = { service, repositoryId: base.repo.id, thread: number };
    const comments = await github.firstComments(number);
    if (!comments.ok)
        return comments;
    const written = comments.value.items;
    const creator = written.flatMap((comment) => (0,marker/* openMarker */.B5)(comment, place, key) ?? []).at(-1);
    if (creator === undefined)
        return { ok: true, value: undefined };
    const reviews = await github.reviews(number);
    if (!reviews.ok)
        return reviews;
    const commits = await github.commits(number);
    if (!commits.ok)
        return commits;
    const checks = await github.checks(head.sha);
    const timesOf = (closes, some = written) => some.flatMap(({ body }) => readReminder(body, closes, place, key));
    const active = findLastActivity(pull, written, reviews.value.items, commits.value.items);
    const earlier = written.filter(({ created_at: at }) => at !== pull.updated_at);
    const closed = timesOf(true, earlier);
    const lastActivity = Math.max(active, ...closed);
    const reminded = Math.max(...timesOf(false));
    return {
        ok: true,
        value: {
            pull,
            place,
            requester: creator.by,
            lastActivity,
            reviews: summarizeReviews(decisionsOf(reviews.value.items.filter(({ user }) => (0,account/* isPerson */.KA)(user)))),
            checks: checks.ok ? summarizeChecks(checks.value.check_runs) : 'unknown',
            unreadChecks: checks.ok ? undefined : checks.failure,
            isKept: !commits.value.items.every(isByAgent) ||
                decisionsOf(reviews.value.items).includes('APPROVED') ||
                pull.labels.some(({ name }) => name.toLowerCase() === KEEP_OPEN),
            isLong: [comments, reviews, commits].some(({ value }) => value.cut),
            remindedAt: reminded > lastActivity ? reminded : undefined,
            isClosing: timesOf(true).length > closed.length,
        },
    };
}
const KEEP_OPEN = 'keep-open';
function findLastActivity({ created_at: created }, comments, reviews, commits) {
    const written = comments.filter(({ user, body }) => (0,account/* isPerson */.KA)(user) && !(0,comment_text/* carriesOwnMarker */.S9)(body));
    return Math.max(created, ...written.map(({ created_at: at }) => at), ...reviews.map(({ user, submitted_at: at = 0 }) => ((0,account/* isPerson */.KA)(user) ? at : 0)), ...commits.map(({ commit }) => commit.committer?.date ?? 0));
}
function isByAgent({ author, committer }) {
    return author?.type === 'Bot' && (committer?.type === 'Bot' || committer?.login === 'web-flow');
}
const DECISIONS = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);
function decisionsOf(reviews) {
    const decided = reviews.filter(({ state }) => DECISIONS.has(state));
    return [...new Map(decided.map(({ user, state }) => [user?.id, state])).values()];
}
function summarizeReviews(states) {
    if (states.includes('CHANGES_REQUESTED'))
        return 'changes-requested';
    return states.includes('APPROVED') ? 'approved' : 'none';
}
function summarizeChecks(checks) {
    if (checks.some(workflow_runs/* isRed */.iI))
        return 'red';
    if (checks.some(({ status }) => status !== 'completed'))
        return 'running';
    return checks.length === 0 ? 'none' : 'green';
}
const content = schemas/* strictObject */.rej({
    at: schemas/* number */.aig(),
    closes: schemas/* boolean */.zMY(),
});
const ANY_COMMENT = { commentId: 0 };
function signReminder(note, place, key) {
    return (0,signed_note/* signNote */.qO)('reminder:v2', note, { ...place, ...ANY_COMMENT }, key);
}
function readReminder(body, closes, place, key) {
    const note = (0,signed_note/* verifyNote */.W4)('reminder:v2', content, body, { ...place, ...ANY_COMMENT }, key);
    return typeof note === 'object' && note.closes === closes ? [note.at] : [];
}
function chooseCare({ isKept, isLong, lastActivity, remindedAt }, { remindAfter = Number.POSITIVE_INFINITY, closeAfter = Number.POSITIVE_INFINITY }, now) {
    const quiet = now - lastActivity;
    if (isLong || quiet < remindAfter)
        return undefined;
    if (remindedAt === undefined)
        return 'remind';
    const isDue = quiet >= closeAfter && now - remindedAt >= intervals/* REMINDER_NOTICE */.CK;
    return isDue && !isKept ? 'close' : undefined;
}
function findReminded({ pull, requester }, { owner }) {
    const people = pull.requested_reviewers.flatMap((user) => user !== undefined && (0,account/* isPerson */.KA)(user) ? user.login : []);
    const teams = pull.requested_teams.flatMap(({ slug }) => ((0,account/* isLogin */.W5)(slug) ? `${owner}/${slug}` : []));
    const reviewers = [...people, ...teams];
    if (reviewers.length > 0)
        return reviewers;
    return requester === undefined || requester.endsWith('[bot]') ? [] : [requester];
}

// EXTERNAL MODULE: ./build/report/reply-text.js
var reply_text = __webpack_require__(191);
;// CONCATENATED MODULE: ./build/collect/care.js




async function careForOpen(repositories, context) {
    const { tools, workflowRun } = context;
    const report = { pulls: [], gaps: [], failure: undefined };
    const names = repositories.map((one) => (one === 'here' ? workflowRun : one));
    const byName = new Map(names.map((one) => [`${one.owner}/${one.repo}`.toLowerCase(), one]));
    for (const { owner, repo } of byName.values()) {
        const access = (0,pull_request_access/* openRepository */.h_)({ owner, repo }, context);
        if (typeof access === 'string')
            continue;
        const failure = await careForAll(access, context, report);
        const what = `the open pull requests of ${owner}/${repo} (\`${access.tokenInput}\`)`;
        if (failure)
            report.failure ??= unread(what, failure);
    }
    for (const gap of report.gaps)
        tools.log.notice(gap);
    return report;
}
function unread(what, { kind, code, message }) {
    if (kind !== 'stopped')
        return { reasonCode: code, reason: `Could not read ${what}: ${message}` };
    return { reasonCode: 'deadline', reason: `The step's deadline passed before ${what} were read.` };
}
async function careForAll(access, context, { pulls, gaps }) {
    const name = `${access.owner}/${access.repo}`;
    const listed = await access.github.openPulls();
    if (!listed.ok)
        return listed.failure;
    const { items, cut, date } = listed.value;
    context.tools.time.learn(date);
    if (cut)
        gaps.push(`${name} has more than 100 open pull requests. Only the newest 100 were read.`);
    const warn = openWarner(access);
    for (const pull of items) {
        const link = `${context.workflowRun.serverUrl}/${name}/pull/${pull.number}`;
        const ending = await careForOne(pull, link, access, context, pulls, warn);
        if (ending !== undefined)
            return ending;
    }
    return undefined;
}
async function careForOne(pull, link, access, context, pulls, warn) {
    const read = await readAgentPull(pull, access, context);
    if (!read.ok)
        return warn(read.failure, link, pull_request_access/* PULL_REQUESTS */.Ld);
    const known = read.value;
    if (known === undefined)
        return undefined;
    const { unreadChecks } = known;
    const ending = unreadChecks && warn(unreadChecks, `The checks of ${link}`, '`checks: read`');
    if (ending !== undefined)
        return ending;
    const due = chooseCare(known, context, context.tools.time.now());
    const done = due && !context.dryRun ? await careFor(known, due, access, context) : { ok: true, value: due };
    const mayShow = access.isHere || !pull.base.repo.private;
    pulls.push({ known, link, mayShow, care: done.ok ? done.value : undefined });
    const what = `${link} could not be ${due === 'close' ? 'closed' : 'reminded of'}`;
    return done.ok ? undefined : warn(done.failure, what, pull_request_access/* PULL_REQUESTS */.Ld);
}
function openWarner(access) {
    const warned = new Set();
    return (failure, what, permission) => {
        if (failure.kind === 'stopped' || failure.kind === 'limited')
            return failure;
        const key = failure.status === 403 ? `${permission} ${failure.message}` : what;
        if (!warned.has(key))
            (0,pull_request_access/* logFailure */.H1)(what, failure, access, true, permission);
        warned.add(key);
        return undefined;
    };
}
async function careFor(known, care, access, { closeAfter, key, phrase, tools }) {
    const { isClosing, isKept, lastActivity: since, place, pull } = known;
    const { github } = access;
    const current = await github.pullRequest(pull.number);
    if (!current.ok)
        return current;
    if (tools.deadline.stop.aborted || current.value.updated_at !== pull.updated_at)
        return { ok: true, value: undefined };
    const now = tools.time.now();
    const mayClose = closeAfter !== undefined && !isKept;
    const closesAt = mayClose ? Math.max(since + closeAfter, now + intervals/* REMINDER_NOTICE */.CK) : undefined;
    const text = care === 'close'
        ? (0,reply_text/* renderClosing */.Ej)(since, phrase)
        : (0,reply_text/* renderReminder */.lF)(findReminded(known, access), since, closesAt, phrase);
    const note = signReminder({ at: now, closes: care === 'close' }, place, key);
    const posted = isClosing && care === 'close' ? current : await github.createComment(pull.number, `${text}\n${note}`);
    const done = posted.ok && care === 'close' ? await github.closePull(pull.number) : posted;
    return done.ok ? { ok: true, value: care } : done;
}

// EXTERNAL MODULE: ./build/report/own-comment.js
var own_comment = __webpack_require__(2123);
// EXTERNAL MODULE: ./build/report/pull-request-text.js
var pull_request_text = __webpack_require__(7150);
// EXTERNAL MODULE: ./build/report/status-text.js
var status_text = __webpack_require__(8397);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
;// CONCATENATED MODULE: ./build/collect/collect-result.js







const COLLECT_RESULTS = (/* unused pure expression or super */ null && ([
    'collected',
    'nothing',
    'dry-run',
    'skipped',
    'interrupted',
    'error',
]));
function toCollectResult({ finished: ended, open, failure: unread }, care, how) {
    const finished = ended.map(({ request: { place, note }, result }) => ({
        thread: place.thread,
        jobId: note.jobId ?? '',
        result: result.result,
        prLink: result.pullRequest?.link ?? '',
    }));
    const failure = unread ?? care?.failure;
    const counts = `Finished requests: ${finished.length}. Open requests: ${open}.${countCare(care)}`;
    const end = (result, reasonCode, reason = counts) => {
        return { finished, open, care, result, reasonCode, reason };
    };
    if (how.interrupted)
        return end('interrupted', 'interrupted', `The step was interrupted. ${counts}`);
    if (failure !== undefined)
        return end('error', failure.reasonCode, `${failure.reason} ${counts}`);
    if (how.dryRun)
        return end('dry-run', 'dry-run', `Dry run: nothing was written. ${counts}`);
    return finished.length === 0 ? end('nothing', 'nothing-to-collect') : end('collected', 'collected');
}
function countCare(care) {
    if (care === undefined)
        return '';
    const count = (what) => care.pulls.filter((one) => one.care === what).length;
    const [reminded, closed] = [count('remind'), count('close')];
    const left = care.pulls.length - closed;
    const gaps = care.gaps.map((gap) => ` ${gap}`).join('');
    return ` Open pull requests: ${left}. Reminders: ${reminded}. Closed: ${closed}.${gaps}`;
}
function failed(reasonCode, reason) {
    return { finished: [], open: 0, result: 'error', reasonCode, reason };
}
function toCollectOutputs({ finished, open, care, result, reason, reasonCode }) {
    const links = new Set(finished.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        finished: (0,shell_safe/* shellSafeJson */.cy)(finished),
        open: String(open),
        prLinks: (0,shell_safe/* shellSafeJson */.cy)([...links]),
        openPullRequests: (0,request_result/* jsonOfList */.iT)(listOpen(care)),
        result,
        reason: (0,shell_safe/* shellSafeText */.pp)(reason),
        reasonCode,
    };
}
function listOpen(care) {
    const left = care?.pulls.filter((one) => one.care !== 'close');
    return left?.map(({ link: url, known: { pull, checks, reviews, lastActivity, requester = '' } }) => {
        const [created, active] = [pull.created_at, lastActivity].map((time) => new Date(time).toISOString());
        return { link: url, title: pull.title, created, lastActivity: active, checks, reviews, requester };
    });
}
function renderCollectSummary({ reason, finished, care }, { serverUrl, repository }) {
    const ended = finished.map(({ thread, jobId, result, prLink }) => [
        (0,markdown/* link */.nf)(`${serverUrl}/${repository}/issues/${thread}`, `#${thread}`),
        status_text/* TITLES */.eX[result],
        prLink === '' ? (0,markdown/* code */.aY)(jobId) : (0,pull_request_text/* linkPullRequest */.XU)(prLink, serverUrl),
    ]);
    const open = (care?.pulls ?? []).map(({ known, link: url, mayShow, care: done }) => [
        (0,pull_request_text/* namePullRequest */.OL)(url, mayShow ? known.pull : undefined, serverUrl),
        (0,time/* clockTime */.qo)(known.lastActivity),
        known.checks,
        known.reviews.replace('-', ' '),
        (0,markdown/* code */.aY)(known.requester ?? ''),
        done === undefined ? '' : { remind: 'reminded', close: 'closed' }[done],
    ]);
    const parts = [
        `**Collect.** ${(0,markdown/* plain */.pj)(reason)}`,
        table(['Conversation', 'Result', 'Pull request or job'], ended),
        table(['Pull request', 'Last activity', 'Checks', 'Reviews', 'Requested by', 'Now'], open),
    ];
    return (0,own_comment/* shorten */.ml)(parts.filter(Boolean).join('\n\n'), own_comment/* SUMMARY_LIMIT */.Jt);
}
function table(heads, rows) {
    const columns = heads.map((head) => ({ head }));
    return rows.length === 0 ? '' : (0,markdown/* grid */.Vg)(columns, rows);
}

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/pull-request/link.js
var pull_request_link = __webpack_require__(4372);
;// CONCATENATED MODULE: ./build/collect/inputs.js







const span = fields/* readAs */.fd((text) => {
    const ms = (0,time/* parseSpan */.wr)(text) ?? 0;
    return ms > 0 && ms <= 90 * intervals/* DAY */.d_ ? ms : undefined;
}, 'must be a span of at most `90d`, like `12h` or `3d`');
const repositories = fields/* readAs */.fd((text) => {
    const names = fields/* list */.p_(text, /[\s,]/).filter((word) => word !== 'false');
    const read = names.flatMap((name) => (name === 'true' ? 'here' : ((0,pull_request_link/* readRepositoryName */.o2)(name) ?? [])));
    return read.length === names.length ? read : undefined;
}, 'must be `true`, or repositories like `acme/docs`');
const noAuthor = schemas/* refine */.YPB((names) => !names.includes('author'), {
    error: 'works only for changes. Use logins or `asker`',
    path: ['`author`'],
});
const collectInputSchema = {
    ...fields/* serviceFields */.$D,
    githubToken: fields/* required */.mw,
    threadSecret: fields/* threadSecret */.hu,
    since: span,
    timeout: fields/* timeout */.wR,
    triggerPhrase: fields/* phrase */.MZ,
    prLabels: change_fields/* changeFields */.Q.prLabels,
    prReviewers: change_fields/* changeFields */.Q.prReviewers.check(noAuthor),
    prPaths: change_fields/* changeFields */.Q.prPaths,
    skipIfOpen: change_fields/* changeFields */.Q.skipIfOpen,
    prToken: change_fields/* changeFields */.Q.prToken,
    listOpen: repositories,
    remindAfter: fields/* orUnset */.J2(span),
    closeAfter: fields/* orUnset */.J2(span),
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

;// CONCATENATED MODULE: ./build/collect/collect.js









const collectAction = { needsRun: true, main: runCollect };
async function runCollect(ports) {
    const result = await collect(ports);
    const broken = result.result === 'error' || result.result === 'interrupted';
    return {
        outputs: toCollectOutputs(result),
        hidden: result.care?.pulls.every(({ mayShow }) => mayShow) === false ? ['openPullRequests'] : [],
        warnings: (0,request_result/* isListCut */.n0)(listOpen(result.care)) ? [CUT] : [],
        conclusion: { level: broken ? 'error' : 'info', text: result.reason },
        summary: renderCollectSummary(result, ports.workflowRun),
    };
}
const CUT = 'The output `openPullRequests` is cut at 64 KiB. The summary lists all of them.';
async function collect(ports) {
    const inputs = await readCollectInputs(ports.runner);
    if ((0,request_result/* isResult */.aI)(inputs))
        return failed(inputs.reasonCode, inputs.reason);
    const { clock, workflowRun } = ports;
    const { credentials, dryRun, key, prPaths, service, triggerPhrase: phrase } = inputs;
    const deadline = ports.startDeadline(inputs.timeout);
    const tools = ports.openJobTools(credentials, deadline, { pollInterval: 'auto', isSpaced: true });
    const { name, payload } = (0,bootstrap/* readEvent */.j_)();
    const context = {
        github: ports.openGitHub(inputs.githubToken, deadline),
        openGitHub: ports.connectGitHub(inputs, deadline),
        workflowRun,
        tools,
        service,
        key,
        phrase,
        marks: true,
        metadata: (0,labels_and_reviewers/* metadataOf */.Nk)(inputs),
        facts: { prPaths, waitsForPreview: false },
        dryRun,
        waitsFor: (job) => isAbout(payload, job),
    };
    const listed = await (0,read_notes/* readRepositoryNotes */.Uy)(context, clock.now() - inputs.since);
    const report = listed.ok
        ? await (0,finish_requests/* finishRequests */.C)(listed.value.notes, context)
        : { finished: [], open: 0, failure: unread(COMMENTS, listed.failure) };
    const { closeAfter, listOpen: repositories, remindAfter } = inputs;
    const isCare = repositories.length > 0 && CARE_EVENTS.has(name);
    const care = isCare ? await careForOpen(repositories, { ...context, remindAfter, closeAfter }) : undefined;
    const interrupted = deadline.stop.reason?.by === 'interrupt';
    return toCollectResult(report, care, { interrupted, dryRun });
}
const COMMENTS = "the repository's comments (`github-token`)";
const CARE_EVENTS = new Set(['schedule', 'workflow_dispatch']);
function isAbout(payload, job) {
    const branch = (0,json/* textAt */.$6)(payload, 'pull_request', 'head', 'ref');
    const url = (0,json/* textAt */.$6)(payload, 'pull_request', 'html_url');
    return branch !== undefined && url !== undefined && (job.ref === branch || job.prLink === url);
}


/***/ })

};
