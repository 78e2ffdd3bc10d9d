export const id = 925;
export const ids = [925];
export const modules = {

/***/ 1925:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  releaseCheckAction: () => (/* binding */ releaseCheckAction)
});

// EXTERNAL MODULE: ./build/change/change-event.js
var change_event = __webpack_require__(4404);
// EXTERNAL MODULE: ./build/change/last-success.js
var last_success = __webpack_require__(5679);
// EXTERNAL MODULE: ./build/change/merged-pull-requests.js
var merged_pull_requests = __webpack_require__(3864);
// EXTERNAL MODULE: ./build/change/read-change.js + 1 modules
var read_change = __webpack_require__(2968);
// EXTERNAL MODULE: ./build/model/intervals.js
var intervals = __webpack_require__(1332);
// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
;// CONCATENATED MODULE: ./build/release-check/inputs.js




const releaseCheckInputSchema = {
    range: change_fields/* changeFields */.Qd.range,
    paths: change_fields/* changeFields */.Qd.paths,
    ignorePulls: change_fields/* changeFields */.Qd.ignorePulls,
    commitStatus: fields/* statusWord */.Hm,
    githubToken: fields/* githubToken */.bU,
    prToken: change_fields/* changeFields */.Qd.prToken,
    failIfUndocumented: fields/* boolean */.zM,
};
async function readReleaseCheckInputs(runner, isRelease) {
    const { data, problems } = await (0,read_inputs/* parseInputs */.TL)(releaseCheckInputSchema, runner);
    if (data?.range === undefined && !isRelease && problems.length === 0)
        problems.push(NO_RANGE);
    if (data !== undefined && problems.length === 0)
        return data;
    return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
}
const NO_RANGE = '`range` is empty. Only a release event has a default, the changes since the previous release.';

// EXTERNAL MODULE: ./node_modules/p-limit/index.js + 1 modules
var p_limit = __webpack_require__(370);
// EXTERNAL MODULE: ./build/change/narrow-change.js + 2 modules
var narrow_change = __webpack_require__(9484);
// EXTERNAL MODULE: ./build/checks/decide-checks.js
var decide_checks = __webpack_require__(5330);
// EXTERNAL MODULE: ./build/github/account.js
var account = __webpack_require__(4165);
// EXTERNAL MODULE: ./build/github/github-errors.js
var github_errors = __webpack_require__(8831);
// EXTERNAL MODULE: ./build/github/octokit.js
var octokit = __webpack_require__(987);
// EXTERNAL MODULE: ./build/pull-request/access.js
var pull_request_access = __webpack_require__(7482);
// EXTERNAL MODULE: ./build/pull-request/link.js
var pull_request_link = __webpack_require__(4372);
// EXTERNAL MODULE: ./build/thread/commit-state.js
var commit_state = __webpack_require__(2320);
// EXTERNAL MODULE: ./build/model/reason-codes.js
var reason_codes = __webpack_require__(7219);
;// CONCATENATED MODULE: ./build/release-check/merge-state.js

const KINDS = {
    failed: { title: 'Failed', isMissing: true },
    'not-requested': { title: 'Not requested', isMissing: true },
    working: { title: 'At work', isMissing: true },
    declined: { title: 'Declined' },
    open: { title: 'open' },
    linked: { title: 'linked' },
    merged: { title: 'merged' },
    unchanged: { title: 'Nothing to change' },
    skipped: { title: 'Skipped' },
    'left-out': { title: 'Left out' },
};
function decideState(onMerge, onHead, leftOut) {
    const all = [...onMerge, ...onHead].sort((one, other) => other.id - one.id);
    const documented = all.find(({ isDocumented }) => isDocumented);
    if (documented !== undefined)
        return { kind: 'linked', url: documented.url };
    const skip = all.find(({ code, state }) => code === 'commit-skipped' && state === 'success');
    if (skip !== undefined)
        return { kind: 'skipped', text: skip.text, url: skip.url };
    if (leftOut !== undefined)
        return { kind: 'left-out', text: `Left out: ${leftOut}` };
    const newest = onMerge[0] ?? onHead[0];
    return newest === undefined ? { kind: 'not-requested' } : { ...newest, kind: kindOf(newest) };
}
function kindOf({ state, code }) {
    if (state === 'pending')
        return 'working';
    if (state === 'error')
        return 'failed';
    return (0,reason_codes/* isRule */.N)(code) ? 'left-out' : 'unchanged';
}

;// CONCATENATED MODULE: ./build/release-check/read-merges.js












async function readMerges(change, context, rules, access) {
    const merges = (0,merged_pull_requests/* mergesOf */.hO)(change.merged, change.comparison?.commits ?? []);
    const ruled = await (0,narrow_change/* judgeMerges */.xc)(merges, change, { ...rules, readsAll: true }, access);
    if ((0,request_result/* isResult */.aI)(ruled))
        return ruled;
    const judged = ruled.map(narrow_change/* judgeBrought */.fv);
    const read = (0,request_result/* allRead */.E3)(await (0,p_limit/* default */.A)(octokit/* AT_ONCE */.Qd).map(judged, (one) => readMerge(one, context, access.github)));
    if ((0,request_result/* isResult */.aI)(read))
        return read;
    const urls = new Set(read.flatMap(({ state: { kind, url } }) => (kind === 'linked' && url ? url : [])));
    const pulls = await (0,p_limit/* default */.A)(octokit/* AT_ONCE */.Qd).map([...urls], (url) => readDocPull(url, access));
    const byUrl = new Map(pulls.map((pull) => [pull.url, pull]));
    const agents = new Set(pulls.flatMap(({ author }) => (author && !(0,account/* isPerson */.KA)(author) ? author.id : [])));
    return read.map(({ merge, state }) => {
        const pull = state.kind === 'linked' ? byUrl.get(state.url ?? '') : undefined;
        const isOwn = state.kind === 'not-requested' && agents.has(merge.author?.id ?? 0);
        if (isOwn)
            return { merge, state: { kind: 'left-out', text: "The agent's own" } };
        return { merge, pull, state: pull ? { ...state, kind: pull.state } : state };
    });
}
async function readMerge(merge, context, github) {
    const onMerge = await github.statuses((0,narrow_change/* shaOf */.ye)(merge), context);
    if (!onMerge.ok)
        return unreadStatuses(onMerge.failure);
    const states = (0,commit_state/* readStates */.rs)(onMerge.value);
    const isKnown = merge.pull === undefined || states.some(({ isDocumented }) => isDocumented);
    const onHead = isKnown ? undefined : await github.statuses(merge.pull.head.sha, context);
    if (onHead?.ok === false)
        return unreadStatuses(onHead.failure);
    return { merge, state: decideState(states, (0,commit_state/* readStates */.rs)(onHead?.value ?? []), merge.why) };
}
function unreadStatuses(failure) {
    const advice = (0,github_errors/* permissionAdvice */.Ew)(failure, 'The job needs the permission `statuses: read`.');
    return (0,request_result/* unsentByRead */.r9)('The commit statuses', failure, advice);
}
async function readDocPull(url, access) {
    const named = (0,pull_request_link/* readGitHubPull */.LH)(url, access.workflowRun.serverUrl);
    if (named === undefined)
        return { url, state: 'linked' };
    const repository = (0,pull_request_access/* openRepository */.h_)(named, access);
    const read = await repository.github.pullRequest(named.number);
    if (!read.ok) {
        (0,pull_request_access/* logUnread */.oA)(`The pull request ${url}`, read.failure, repository);
        return { url, state: 'linked' };
    }
    const { base, head, merged_at, state, title, user: author } = read.value;
    const mayShow = !base.repo.private || base.repo.id === access.workflowRun.repositoryId;
    const known = { url, title: mayShow ? title : undefined, author };
    if (state === 'closed')
        return { ...known, state: merged_at === null ? 'declined' : 'merged' };
    const checks = await repository.github.reportedChecks(head.sha);
    if (!checks.ok)
        (0,pull_request_access/* logUnread */.oA)(`The checks of ${url}`, checks.failure, repository);
    return { ...known, state: 'open', checks: checks.ok ? countChecks(checks.value) : undefined };
}
const GREEN = new Set(['success', 'neutral', 'skipped']);
function countChecks(checks) {
    const words = (0,decide_checks/* newestReported */.mK)(checks).map(({ status, conclusion }) => status !== 'completed' ? 'running' : GREEN.has(conclusion) ? 'green' : 'red');
    const counts = ['red', 'running', 'green'].flatMap((word) => {
        const { length } = words.filter((one) => one === word);
        return length > 0 ? `${length} ${word}` : [];
    });
    return counts.join(', ') || 'none';
}

// EXTERNAL MODULE: ./build/report/pull-request-text.js
var pull_request_text = __webpack_require__(7150);
// EXTERNAL MODULE: ./build/text/line.js
var line = __webpack_require__(8194);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
;// CONCATENATED MODULE: ./build/release-check/release-check-result.js






const RELEASE_CHECK_RESULTS = ['complete', 'incomplete', 'timeout', 'interrupted', 'error'];
function failed({ result, reasonCode, reason }) {
    const known = RELEASE_CHECK_RESULTS.find((one) => one === result) ?? 'error';
    return { result: known, reasonCode, reason: reason.replace(/^Not sent: /, ''), merges: [], notes: [] };
}
const reasonOf = ({ reason, merges }) => `${reason}${sayMissing(merges, ({ merge }) => merge.name)}`;
function sayMissing(merges, nameOf) {
    const names = merges.filter(isMissing).map(nameOf);
    return names.length === 0 ? '' : ` Missing: ${names.join(', ')}.`;
}
const isMissing = ({ state: { kind } }) => 'isMissing' in KINDS[kind];
function toReleaseCheckResult(read, { merged, notes }, context) {
    const order = Object.keys(KINDS);
    const rank = ({ state }) => order.indexOf(state.kind);
    const merges = [...read].sort((one, other) => rank(one) - rank(other));
    const missing = merges.filter(isMissing).length;
    const counts = `${merges.length - missing} of ${merges.length} are documented or need nothing.`;
    const reason = merged.complete ? counts : `${counts} Not everything could be read.`;
    const isNew = merges.length > 0 && merges.every(({ state }) => state.kind === 'not-requested');
    const begin = `No commit here has a status \`${context}\` of the action. Set \`commit-status: ${context}\` in the workflows that request documentation: their next requests set it.`;
    const all = { merges, notes: isNew ? [begin, ...notes] : notes, reason };
    return missing === 0 && merged.complete
        ? { ...all, result: 'complete', reasonCode: 'release-documented' }
        : { ...all, result: 'incomplete', reasonCode: 'release-undocumented' };
}
function toReleaseCheckOutputs(end, run) {
    const { result, reasonCode, merges } = end;
    const urls = (some) => (0,shell_safe/* shellSafeJson */.cy)(some.map(({ merge }) => (0,narrow_change/* urlOf */.rs)(merge, run)));
    const isDocumented = ({ state: { kind } }) => ['open', 'linked', 'merged'].includes(kind);
    const open = pullsOf(merges).filter(({ state }) => state === 'open' || state === 'linked');
    return {
        complete: String(result === 'complete'),
        undocumented: urls(merges.filter(isMissing)),
        documented: urls(merges.filter(isDocumented)),
        openPulls: (0,shell_safe/* shellSafeJson */.cy)(open.map(({ url }) => url)),
        result,
        reason: (0,shell_safe/* shellSafeText */.pp)(reasonOf(end)),
        reasonCode,
    };
}
function pullsOf(merges) {
    return [...new Set(merges.flatMap(({ pull }) => pull ?? []))];
}
function renderReleaseCheckSummary({ reason, merges, notes }, run) {
    const commits = merges.filter(({ merge }) => merge.pull === undefined);
    const rows = merges
        .filter((one) => one.merge.pull !== undefined || one === commits[0])
        .map((one) => [
        one.merge.pull ? nameMerge(one, run) : nameCommits(commits, run),
        describeState(one, run),
    ]);
    const pulls = pullsOf(merges).map(({ url, state, title, checks = '' }) => [
        (0,pull_request_text/* namePullRequest */.OL)(url, title === undefined ? undefined : { title }, run.serverUrl),
        state,
        checks,
    ]);
    const parts = [
        `**Release check.** ${(0,markdown/* plain */.pj)(reason)}${sayMissing(merges, ({ merge }) => (0,markdown/* link */.nf)((0,narrow_change/* urlOf */.rs)(merge, run), merge.name))}`,
        notes.map((note) => `- ${(0,markdown/* plain */.pj)(note)}`).join('\n'),
        rows.length > 0 && (0,markdown/* grid */.Vg)(['Merged', 'Documentation'], rows),
        pulls.length > 0 && (0,markdown/* grid */.Vg)(['Documentation pull request', 'State', 'Checks'], pulls),
    ];
    return (0,markdown/* shorten */.ml)(`${parts.filter(Boolean).join('\n\n')}\n`, markdown/* SUMMARY_LIMIT */.Jt);
}
const LONGEST_TITLE = 120;
const nameMerge = ({ merge }, run) => `${(0,markdown/* link */.nf)((0,narrow_change/* urlOf */.rs)(merge, run), merge.name)} ${(0,markdown/* plain */.pj)((0,line/* cut */.Jj)(merge.title, LONGEST_TITLE))}`;
function nameCommits(commits, run) {
    const worst = commits.filter(({ state }) => state.kind === commits[0]?.state.kind);
    const names = worst.map(({ merge }) => (0,markdown/* link */.nf)((0,narrow_change/* urlOf */.rs)(merge, run), (0,markdown/* code */.aY)(merge.name))).join(', ');
    const others = commits.length - worst.length;
    return `Without a pull request: ${names}${others > 0 ? `, and ${others} with a better state` : ''}`;
}
function describeState({ state: { kind, text, url }, pull }, { serverUrl }) {
    const { title } = KINDS[kind];
    if (pull !== undefined) {
        const named = (0,pull_request_text/* linkPullRequest */.XU)(pull.url, serverUrl);
        return kind === 'declined' ? `Declined: ${named} was closed` : `Documented in ${named} (${title})`;
    }
    const words = SPEAKING.has(kind) && text ? (0,markdown/* plain */.pj)(text) : title;
    const isOurs = url?.startsWith(`${serverUrl}/`) === true;
    const more = url && kind !== 'unchanged' ? ` (${isOurs ? (0,markdown/* link */.nf)(url, 'details') : (0,markdown/* link */.nf)(url)})` : '';
    return `${words}${more}`;
}
const SPEAKING = new Set(['failed', 'skipped', 'left-out', 'unchanged']);

;// CONCATENATED MODULE: ./build/release-check/release-check.js









const releaseCheckAction = { main: runReleaseCheck };
async function runReleaseCheck(ports) {
    const { runner, workflowRun, event } = ports;
    const release = event.name === 'release' ? (0,change_event/* readRelease */.i)(event.payload) : undefined;
    const inputs = await readReleaseCheckInputs(runner, release !== undefined);
    const result = (0,request_result/* isResult */.aI)(inputs) ? failed(inputs) : await checkRelease(release, inputs, ports);
    const isRed = !(0,request_result/* isResult */.aI)(inputs) && inputs.failIfUndocumented && result.result === 'incomplete';
    return {
        outputs: toReleaseCheckOutputs(result, workflowRun),
        warnings: [],
        reason: reasonOf(result),
        ...(isRed && { level: 'error' }),
        summary: renderReleaseCheckSummary(result, workflowRun),
    };
}
async function checkRelease(release, { commitStatus, ignorePulls, paths, range, ...tokens }, { clock, openTokens, runner: { log }, startDeadline, workflowRun }) {
    const deadline = startDeadline(intervals/* RELEASE_CHECK_SPAN */.ke);
    const openGitHub = openTokens(tokens, deadline);
    const github = openGitHub('github-token');
    const access = { github, openGitHub, workflowRun, log };
    const end = (unread) => failed(deadline.stop.aborted ? (0,request_result/* stopped */.ce)(deadline.stop.reason, ' before everything was read.') : unread);
    const sides = await (0,last_success/* openRange */.w)(range, clock.now(), workflowRun, github);
    const read = (0,request_result/* isResult */.aI)(sides) ? sides : await (0,read_change/* readChange */.pm)(release, sides, github, Number.POSITIVE_INFINITY);
    if ((0,request_result/* isResult */.aI)(read) && read.reasonCode !== 'nothing-changed')
        return end(read);
    const change = (0,request_result/* isResult */.aI)(read) || read === undefined ? EMPTY : read;
    const merges = await readMerges(change, commitStatus, { ignorePulls, paths }, access);
    return (0,request_result/* isResult */.aI)(merges) ? end(merges) : toReleaseCheckResult(merges, change, commitStatus);
}
const EMPTY = { notes: ['There is nothing new.'], merged: { ...merged_pull_requests/* NOTHING_MERGED */.t5, complete: true } };


/***/ })

};
