export const id = 606;
export const ids = [606];
export const modules = {

/***/ 6606:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkSetUp: () => (/* binding */ checkSetUp)
/* harmony export */ });
/* harmony import */ var _intervals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1722);
/* harmony import */ var _request_gate_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2751);
/* harmony import */ var _request_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6459);
/* harmony import */ var _runner_deadline_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7583);
/* harmony import */ var _text_markdown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1065);





async function checkSetUp(end, request, step) {
    const { inputs, openGitHub, ports, tools, workflowRun } = step;
    const here = openGitHub('github-token', _intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .SET_UP_SPAN */ .oe);
    const target = openGitHub('pr-token', _intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .SET_UP_SPAN */ .oe).elsewhere(inputs.prRepository ?? workflowRun);
    ports.runner.group('Set-up');
    const rows = [
        ...(await checkService(step)),
        ...(await checkRequester(request, step, here)),
        ...(await checkAccess(step, here, target)),
        ...(step.phrase === false ? await checkMerges(target) : []),
        await checkEnvironment(here),
    ];
    for (const [what, state, advice] of rows)
        tools.log[state === 'missing' ? 'warning' : 'info'](`${what}: ${state}. ${advice}`.trimEnd());
    const columns = ['Set-up', 'State', 'What to do'].map((head) => ({ head }));
    const setUp = (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .grid */ .Vg)(columns, rows.map(([what, state, advice]) => [(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)(what), state, (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)(advice)]));
    const missing = rows.filter(([, state]) => state === 'missing').map(([what]) => what);
    if (missing.length === 0 || (0,_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isFailure */ .N6)(end))
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
        return [what, 'missing', `${message} ${advice}`.trimEnd()];
    return [what, "can't be known", kind === 'stopped' ? 'No answer came in time.' : message];
}
const NO_JOB = '00000000-0000-4000-8000-000000000000';
const KEY = '`api-key`';
const PROJECT = '`project-id`';
async function checkService({ inputs, ports, tools: { deadline } }) {
    const { clock } = ports;
    const service = ports.openService(inputs.credentials, (0,_runner_deadline_js__WEBPACK_IMPORTED_MODULE_3__/* .shortenDeadline */ ._)(deadline, _intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .SET_UP_SPAN */ .oe, clock));
    const job = await service.getJob(NO_JOB, 'read');
    if (!job.ok && job.failure.status !== 404)
        return [judge(KEY, job), [PROJECT, "can't be known", 'The key comes first.']];
    const iso = (time) => new Date(time).toISOString();
    const query = { dateFrom: iso(clock.now() - _intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .DAY */ .d_), dateTo: iso(clock.now()), limit: 1, offset: 0 };
    const page = await service.getVisitors(query, { pages: 0, requests: 0, uses: 0, mostUses: 1 });
    const [, state, advice] = judge(PROJECT, page);
    if (!page.ok && page.failure.status === 404)
        return [
            [KEY, "can't be known", 'The project comes first.'],
            [PROJECT, state, advice],
        ];
    return [
        [KEY, 'fine', 'Whether it may also send requests, only a request shows.'],
        [PROJECT, page.ok ? 'fine' : "can't be known", advice],
    ];
}
async function checkRequester(request, { inputs }, github) {
    const { event, sender } = request;
    if (sender === undefined || event === 'schedule')
        return [];
    const commenter = { event: 'issue_comment', sender, cause: { kind: 'run' } };
    const { allowed, failed, reason } = await (0,_request_gate_js__WEBPACK_IMPORTED_MODULE_1__/* .judgeRequester */ .gU)(commenter, inputs, github);
    const denied = failed === undefined ? 'missing' : "can't be known";
    return [[`Permission of ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(sender.login)}`, allowed ? 'fine' : denied, reason]];
}
async function checkAccess({ inputs, ports }, here, target) {
    const { comment, prLabels, prRepository, prReviewers } = inputs;
    const rows = [];
    const writes = comment !== 'never' || prLabels.length > 0;
    if (comment !== 'never')
        rows.push(judge('Access to comments', await here.repositoryComments(ports.clock.now()), JOB));
    if (prRepository !== undefined) {
        const what = `Access of \`pr-token\` to ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(`${prRepository.owner}/${prRepository.repo}`)}`;
        rows.push(judge(what, await target.openPullsOf('-'), APP));
    }
    else if (writes)
        rows.push(judge('Access to pull requests', await here.openPullsOf('-'), JOB));
    for (const label of prLabels) {
        const [what, state, advice] = judge(`Label ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(label)}`, await target.label(label));
        rows.push(state === 'missing' ? [what, "can't be known", LABEL] : [what, state, advice]);
    }
    for (const name of prReviewers.filter((reviewer) => reviewer.includes('/'))) {
        const [org = '', slug = ''] = name.split('/');
        rows.push(judge(`Team ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(name)}`, await target.teamAccess(org, slug), TEAM));
    }
    if (writes)
        rows.push(['Write permissions of the token', "can't be known", WRITES]);
    return rows;
}
const JOB = 'Set `issues` and `pull-requests` in the `permissions` of the workflow job.';
const APP = 'Install the app of the token there, with `pull-requests: write`.';
const LABEL = "It doesn't exist, or the token can't read it. Create it, or set `issues: write`, with which the action creates it.";
const TEAM = 'Give the team access to the repository, and `pr-token` the permission `members: read` of the organization.';
const WRITES = "GitHub shows a token's permissions only when it writes. Compare the `permissions` of the workflow job with SECURITY.md.";
async function checkMerges(target) {
    const settings = await target.settings();
    if (!settings.ok)
        return [[MERGES, "can't be known", settings.failure.message]];
    const { allow_auto_merge: auto, allow_squash_merge: squash, default_branch: branch } = settings.value;
    const state = auto === undefined ? "can't be known" : auto && squash ? 'fine' : 'missing';
    const rules = await target.branchRules(branch);
    const isRequired = !rules.ok || rules.value.items.some(({ type }) => type === 'required_status_checks');
    return [
        [MERGES, state, state === 'fine' ? '' : 'Select both in the settings of the repository, under General.'],
        isRequired
            ? judge(RULESET, rules)
            : [RULESET, 'missing', 'No ruleset requires checks, so GitHub merges at once.'],
    ];
}
const MERGES = 'Auto-merge and squash merging';
const RULESET = 'Required checks';
async function checkEnvironment(here) {
    const { ok } = await here.environment('docs');
    const found = ok ? '`docs` exists. Let only the default branch use it.' : 'The token sees no `docs`.';
    return ['Environment for the key', "can't be known", `${found} ${OTHERS}`];
}
const OTHERS = 'Without one, people who can push a branch can read the key: see SECURITY.md.';


/***/ })

};
