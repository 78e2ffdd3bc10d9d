export const id = 545;
export const ids = [545];
export const modules = {

/***/ 545:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkSetUp: () => (/* binding */ checkSetUp)
/* harmony export */ });
/* harmony import */ var _event_events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6194);
/* harmony import */ var _model_intervals_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1332);
/* harmony import */ var _model_request_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2433);
/* harmony import */ var _pull_request_link_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4372);
/* harmony import */ var _runner_deadline_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7583);
/* harmony import */ var _text_markdown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1065);
/* harmony import */ var _gate_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2751);







async function checkSetUp(end, request, step) {
    step.ports.runner.group('Set-up');
    const rows = [];
    for await (const row of findRows(request, step)) {
        const [what, state, advice] = row;
        step.access.log[state === 'missing' ? 'warning' : 'info'](`${what}: ${state}. ${advice}`.trimEnd());
        rows.push(row);
    }
    const setUp = (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .grid */ .Vg)(['Set-up', 'State', 'What to do'], rows.map((row) => row.map(_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)));
    const missing = rows.filter(([, state]) => state === 'missing').map(([what]) => what);
    if (missing.length === 0 || (0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isFailure */ .N6)(end))
        return { ...end, setUp };
    const reason = `${end.reason} Missing: ${missing.join(', ')}. The summary says what to do.`;
    return { ...end, result: 'dry-run', reasonCode: 'set-up-incomplete', reason, setUp };
}
function judge(what, answer, advice = '') {
    if (answer.ok)
        return [what, 'fine', ''];
    const { kind, message, status = 0 } = answer.failure;
    const isMissing = kind === 'refused' && [401, 403, 404].includes(status);
    if (isMissing)
        return [what, 'missing', `${advice} ${message}`.trimStart()];
    return [what, "can't be known", kind === 'stopped' ? 'No answer came in time.' : message];
}
function doubt(...[what, state, advice]) {
    return [what, state === 'missing' ? "can't be known" : state, advice];
}
async function* findRows(request, step) {
    const { access, inputs } = step;
    const { clock, openGitHub, workflowRun } = access;
    const { comment, prLabels, prRepository, prReviewers } = inputs;
    yield* checkService(step);
    const here = openGitHub('github-token', _model_intervals_js__WEBPACK_IMPORTED_MODULE_1__/* .SET_UP_SPAN */ .oe);
    const { event, sender } = request;
    if (sender !== undefined && (0,_event_events_js__WEBPACK_IMPORTED_MODULE_0__/* .hasTrait */ .j)(event, 'by-hand')) {
        const commenter = { event: 'issue_comment', sender };
        const { allowed, failed, reason } = await (0,_gate_js__WEBPACK_IMPORTED_MODULE_5__/* .judgeRequester */ .gU)(commenter, inputs, here);
        const denied = failed === undefined ? 'missing' : "can't be known";
        yield [`Permission of ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(sender.login)}`, allowed ? 'fine' : denied, reason];
    }
    if (comment !== 'never')
        yield judge('Access to comments', await here.repositoryComments(clock.now()), JOB);
    const target = openGitHub('pr-token', _model_intervals_js__WEBPACK_IMPORTED_MODULE_1__/* .SET_UP_SPAN */ .oe).elsewhere(prRepository ?? workflowRun);
    if (prRepository !== undefined) {
        const what = `Access of \`pr-token\` to ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(`${prRepository.owner}/${prRepository.repo}`)}`;
        yield judge(what, await target.openPullsOf('-'), APP);
        yield* checkNames(target, step);
    }
    else if (comment !== 'never' || prLabels.length > 0)
        yield judge('Access to pull requests', await here.openPullsOf('-'), JOB);
    for (const label of prLabels)
        yield doubt(...judge(`Label ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(label)}`, await target.label(label), LABEL));
    for (const name of prReviewers.filter((reviewer) => reviewer.includes('/'))) {
        const [org = '', slug = ''] = name.split('/');
        yield judge(`Team ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(name)}`, await target.teamAccess(org, slug), TEAM);
    }
    yield ['Write permissions of the token', "can't be known", WRITES];
    const { ok } = await here.environment('docs');
    const found = ok ? '`docs` exists. Let only the default branch use it.' : 'The token sees no `docs`.';
    yield ['Environment for the key', "can't be known", `${found} ${BRANCHES}`];
}
async function* checkNames(target, { inputs: { context, prLabels }, access: { workflowRun } }) {
    const docs = workflowRun.isPublic ? undefined : await target.settings();
    if (!docs?.ok || docs.value.private !== false)
        return;
    for (const label of (0,_pull_request_link_js__WEBPACK_IMPORTED_MODULE_6__/* .namingTexts */ .nk)(prLabels, workflowRun))
        yield [NAME, 'missing', `The label ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(label)} tells it. Set another one.`];
    if (context !== 'none')
        yield [NAME, "can't be known", REPEATED];
}
const JOB = 'Set `issues` and `pull-requests` in the `permissions` of the workflow job.';
const APP = 'Install the app of the token there, with `pull-requests: write`.';
const LABEL = "If it doesn't exist, create it, or set `issues: write`, with which the action creates it.";
const TEAM = 'Give the team access to the repository, and `pr-token` the permission `members: read` of the organization.';
const WRITES = "GitHub shows a token's permissions only when it writes. Compare the `permissions` of the workflow job with SECURITY.md.";
const NAME = 'Name of this private repository in the public one';
const REPEATED = 'The agent gets URLs with the name, and may repeat them in the pull request. Set `context: none`, or forbid that in `prompt`.';
const BRANCHES = 'Without one, people who can push a branch can read the key: see SECURITY.md.';
const NO_JOB = '00000000-0000-4000-8000-000000000000';
const [KEY, PROJECT] = ['`api-key`', '`project-id`'];
async function* checkService({ access, inputs, ports }) {
    const { clock, deadline } = access;
    const service = ports.openService(inputs.credentials, (0,_runner_deadline_js__WEBPACK_IMPORTED_MODULE_3__/* .shortenDeadline */ ._)(deadline, _model_intervals_js__WEBPACK_IMPORTED_MODULE_1__/* .SET_UP_SPAN */ .oe, clock));
    const job = await service.getJob(NO_JOB, 'read');
    if (!job.ok && job.failure.status !== 404) {
        yield judge(KEY, job);
        return yield [PROJECT, "can't be known", 'The key comes first.'];
    }
    const [dateFrom = '', dateTo = ''] = [_model_intervals_js__WEBPACK_IMPORTED_MODULE_1__/* .DAY */ .d_, 0].map((ago) => new Date(clock.now() - ago).toISOString());
    const cost = { pages: 0, requests: 0, uses: 0, mostUses: 1 };
    const page = await service.getVisitors({ dateFrom, dateTo, limit: 1, offset: 0 }, cost);
    const isLost = !page.ok && page.failure.status === 404;
    if (isLost)
        yield [KEY, "can't be known", 'The project comes first.'];
    else
        yield [KEY, 'fine', 'Whether it may also send requests, only a request shows.'];
    yield isLost ? judge(PROJECT, page) : doubt(...judge(PROJECT, page));
}


/***/ })

};
