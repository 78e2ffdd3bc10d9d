export const id = 988;
export const ids = [988];
export const modules = {

/***/ 1988:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectAction: () => (/* binding */ collectAction)
});

// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/thread/finish-requests.js
var finish_requests = __webpack_require__(4513);
// EXTERNAL MODULE: ./build/thread/thread.js
var thread = __webpack_require__(6889);
// EXTERNAL MODULE: ./build/job/outputs.js
var job_outputs = __webpack_require__(2690);
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
        const { job: _, ...outputs } = (0,job_outputs/* toOutputs */.I)(end);
        return { thread, ...outputs };
    });
    return {
        finished: (0,shell_safe/* shellSafeJson */.cy)(requests),
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
    return (0,markdown/* shorten */.ml)(`**Collect.** ${(0,markdown/* plain */.pj)(reason)}${table}`, markdown/* SUMMARY_LIMIT */.Jt);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
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
    commitStatus: fields/* statusName */.Er,
    timeout: fields/* timeout */.wR,
    prLabels: change_fields/* changeFields */.Qd.prLabels,
    prReviewers: change_fields/* changeFields */.Qd.prReviewers.check(noAuthor),
    prPaths: change_fields/* changeFields */.Qd.prPaths,
    prToken: change_fields/* changeFields */.Qd.prToken,
    dryRun: fields/* boolean */.zM,
};
const REMOVED = {
    'issue-number': 'For what is open, save a search by label on GitHub: `is:pr is:open label:docs-agent`.',
};
async function readCollectInputs(runner) {
    const { data, problems } = await (0,read_inputs/* parseInputs */.TL)(collectInputSchema, runner, REMOVED);
    if (data !== undefined && problems.length === 0)
        return (0,read_inputs/* seal */.od)(data);
    return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
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
    const { commitStatus, credentials, dryRun, prLabels, prPaths, prReviewers } = inputs;
    const deadline = ports.startDeadline(inputs.timeout);
    const tools = ports.openJobTools(credentials, deadline, 'auto');
    const access = ports.openAccess(inputs, tools);
    const rules = {
        marks: true,
        prLabels,
        prReviewers,
        prPaths,
        dryRun,
        commitStatus,
        waitsFor: (job) => isAbout(ports.event.payload, job),
    };
    const listed = await (0,thread/* readRepositoryNotes */.Uy)(ports.clock.now() - inputs.since, access);
    const unverified = listed.ok ? listed.value.unverified : 0;
    if (unverified > 0)
        access.log.warning((0,thread/* describeUnverified */.L4)(unverified));
    const report = listed.ok
        ? await (0,finish_requests/* finishRequests */.C)(listed.value.notes, rules, access)
        : { finished: [], open: 0, failure: unread(listed.failure) };
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
