export const id = 992;
export const ids = [992];
export const modules = {

/***/ 3992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  batchAction: () => (/* binding */ batchAction)
});

// EXTERNAL MODULE: ./build/event/trusted-event.js
var trusted_event = __webpack_require__(1737);
// EXTERNAL MODULE: ./build/model/intervals.js
var intervals = __webpack_require__(1332);
// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/pull-request/finish-pull-request.js + 2 modules
var finish_pull_request = __webpack_require__(4895);
// EXTERNAL MODULE: ./build/pull-request/labels-and-reviewers.js
var labels_and_reviewers = __webpack_require__(2017);
// EXTERNAL MODULE: ./build/pull-request/missing-pull-request.js
var missing_pull_request = __webpack_require__(9820);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/batch/batch-note.js
var batch_note = __webpack_require__(9408);
// EXTERNAL MODULE: ./build/batch/batch-result.js
var batch_result = __webpack_require__(5125);
// EXTERNAL MODULE: ./build/batch/entry.js
var batch_entry = __webpack_require__(4127);
// EXTERNAL MODULE: ./build/batch/inputs.js + 2 modules
var batch_inputs = __webpack_require__(7549);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/github/edit-comment.js
var edit_comment = __webpack_require__(3684);
// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/runner/bootstrap.js
var bootstrap = __webpack_require__(6757);
// EXTERNAL MODULE: ./build/runner/clock.js
var runner_clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/step-state.js
var step_state = __webpack_require__(8029);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/batch/summary.js
var summary = __webpack_require__(3643);
;// CONCATENATED MODULE: ./build/batch/post.js













const CUT_OFF = 'The step was cut off.';
const DOUBT = `${CUT_OFF} A job may exist. Check the project's jobs in the service's dashboard.`;
async function closeBatch(ports) {
    const { runner, clock } = ports;
    const { batch, unwritten } = (0,step_state/* readStepState */.C)(ports.env);
    if (batch === undefined)
        return;
    const body = (0,bootstrap/* readStage */.NW)(ports.env) === 'unwritten' ? unwritten : await reportCutOff(ports, batch);
    if (batch.commentId === undefined)
        return;
    const deadline = ports.startDeadline(intervals/* POST_SPAN */.WC);
    const github = ports.openGitHub(runner.input('github-token').trim(), deadline);
    await (0,runner_clock/* slept */.j)(intervals/* SETTLE */.iH, clock, deadline.stop);
    await (0,edit_comment/* openCommentWriter */.Bg)(github, batch.commentId, { clock, deadline, log: runner.log }).write(body);
}
async function reportCutOff(ports, batch) {
    const { runner, clock, startedAt, workflowRun } = ports;
    const entries = await readCutOff(ports, batch);
    const reason = `${CUT_OFF} ${(0,summary/* countByStatus */.x7)(entries)} Open jobs continue without being watched.`;
    runner.log.warning(reason);
    (0,summary/* printResume */.t1)(entries, batch.file, runner);
    const duration = clock.now() - startedAt;
    await runner.summarize((0,summary/* renderBatchSummary */.r5)({ result: 'interrupted', reason, entries, warnings: [] }, duration));
    const facts = { title: 'cut off', duration, runUrl: workflowRun.url };
    const { /* issueNumber */ "Pp": issueNumber, /* serviceFields */ "$D": serviceFields, /* threadSecret */ "hu": threadSecret } = fields;
    const { prLabels } = change_fields/* changeFields */.Qd;
    const { data } = await (0,read_inputs/* parseInputs */.TL)({ ...serviceFields, threadSecret, issueNumber, prLabels }, runner);
    const [id, thread] = [batch.commentId, data?.issueNumber];
    if (data === undefined || id === undefined || thread === undefined)
        return (0,summary/* renderComment */.wQ)(entries, facts);
    const { service, key } = (0,read_inputs/* seal */.od)(data);
    const place = { service, repositoryId: workflowRun.repositoryId, thread };
    return (0,batch_note/* writeBatch */.w)({ id, place, note: { until: 0, labels: data.prLabels, entries, more: 0 } }, facts, key);
}
async function readCutOff({ files }, { file, open }) {
    const read = await files.readInput(file, batch_entry/* ENTRIES_LIMIT */.VX);
    const { data } = schemas/* array */.YOg(batch_entry/* entrySchema */.Oo).safeParse(read.ok ? (0,json/* parseJson */.qF)(read.value) : undefined);
    const jobIds = new Map(open.map(({ name, jobId }) => [name, jobId]));
    return (data ?? open.map(({ name }) => ({ ...batch_entry/* BLANK */.Z4, name }))).map((entry) => {
        const jobId = entry.jobId || (jobIds.get(entry.name) ?? '');
        if ((0,batch_entry/* statusOf */.c2)(entry) !== 'in progress' && !jobIds.has(entry.name))
            return entry;
        if (jobId === '')
            return { ...entry, result: 'unknown', reason: DOUBT };
        return { ...entry, jobId, result: 'interrupted', reason: entry.reason || CUT_OFF };
    });
}

// EXTERNAL MODULE: ./node_modules/p-limit/index.js + 1 modules
var p_limit = __webpack_require__(370);
;// CONCATENATED MODULE: ./build/batch/progress.js






function openProgress(ports, file, entries) {
    const { runner, clock, files, startedAt, workflowRun } = ports;
    const { log } = runner;
    const writing = (0,p_limit/* default */.A)(1);
    let saved = Promise.resolve(undefined);
    let comment;
    let stale = false;
    let warned = false;
    function saveState() {
        const open = entries()
            .filter(({ result }) => result === 'asking' || result === 'working')
            .map(({ name, jobId }) => ({ name, jobId }));
        runner.saveState('batch', { file, open, commentId: comment?.id });
    }
    async function save() {
        const lines = entries().map((entry) => JSON.stringify(entry));
        const written = await files.write(file, [`${(0,summary/* toLines */.P_)(lines)}\n`]);
        if (written.ok)
            return undefined;
        const problem = `${file} ${written.failure}.`;
        if (!warned)
            log.warning(`${problem} Until the step ends, only the log has the job IDs.`);
        warned = true;
        return problem;
    }
    function render(title, until = 0) {
        stale = false;
        const facts = { title, duration: clock.now() - startedAt, runUrl: workflowRun.url };
        if (comment === undefined)
            return (0,summary/* renderComment */.wQ)(entries(), facts);
        const { key, labels } = comment;
        return (0,batch_note/* writeBatch */.w)({ ...comment, note: { until, labels, entries: entries(), more: 0 } }, facts, key);
    }
    async function update() {
        const updated = await comment?.writer.tryWrite(() => render('in progress', comment?.until));
        stale ||= updated === false;
    }
    async function report(done) {
        for (let ticks = 1; await (0,runner_clock/* slept */.j)(intervals/* PROGRESS_SPACING */.kj, clock, done); ticks += 1) {
            if (stale)
                void update();
            if ((ticks * intervals/* PROGRESS_SPACING */.kj) % intervals/* SIGN_OF_LIFE */.j === 0)
                log.info((0,summary/* countByStatus */.x7)(entries()));
        }
    }
    return {
        changed() {
            saveState();
            if (writing.pendingCount === 0)
                saved = writing(save);
            stale = true;
        },
        saved: () => saved,
        async openComment({ github, key, service, tools }, thread, labels) {
            const answer = await github.createComment(thread, render('starting'));
            (0,edit_comment/* warnOfComment */.Tr)(answer, 'The status comment could not be written', log);
            if (!answer.ok)
                return false;
            const { id, html_url: url } = answer.value;
            const place = { service, repositoryId: workflowRun.repositoryId, thread };
            const until = tools.time.fromLocal(tools.deadline.at);
            comment = { id, url, place, key, until, labels, writer: (0,edit_comment/* openCommentWriter */.Bg)(github, id, tools) };
            saveState();
            return true;
        },
        async during(work) {
            const done = new AbortController();
            const [result] = await Promise.all([work.finally(() => done.abort()), report(done.signal)]);
            return result;
        },
        async close(title) {
            await comment?.writer.write(render(title));
            return { commentUrl: comment?.url, unwritten: comment?.writer.unwritten() };
        },
    };
}

// EXTERNAL MODULE: ./build/batch/run-entries.js
var run_entries = __webpack_require__(4843);
;// CONCATENATED MODULE: ./build/batch/batch.js















const batchAction = { main: runBatch, post: closeBatch };
async function runBatch(ports) {
    const outcome = await decideBatch(ports);
    return {
        outputs: (0,batch_result/* toBatchOutputs */.Qm)(outcome),
        unwritten: outcome.unwritten,
        warnings: outcome.warnings,
        reason: outcome.reason,
        summary: (0,summary/* renderBatchSummary */.r5)(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function decideBatch(ports) {
    const inputs = await (0,batch_inputs/* readBatchInputs */.a3)(ports);
    if ((0,request_result/* isResult */.aI)(inputs))
        return { result: 'error', reason: inputs.reason, ...NOTHING };
    const refusal = (0,trusted_event/* refuseEvent */.DO)(ports.event);
    if (refusal !== undefined)
        return { ...refusal, ...NOTHING };
    const { dryRun, entries, maxParallel, timeout } = inputs;
    if (ports.workflowRun.attempt > 1 && !dryRun && entries.some(batch_entry/* needsJob */.nF))
        return { ...REPEATED, ...NOTHING };
    const deadline = ports.startDeadline(timeout);
    ports.runner.log.info(`${(0,summary/* countEntries */.EX)(entries)}, ${maxParallel} at a time. The deadline is ${(0,time/* formatDuration */.a3)(timeout)} after the start.`);
    return dryRun ? dryRunBatch(ports, inputs, deadline) : performBatch(ports, inputs, deadline);
}
async function performBatch(ports, inputs, deadline) {
    const { runner } = ports;
    const { credentials, file, issueNumber: thread, openRule } = inputs;
    const table = (0,batch_entry/* openEntryTable */.fP)(inputs.entries, () => progress.changed());
    const progress = openProgress(ports, file, table.records);
    runner.group('Jobs');
    runner.saveState('stage', 'job');
    runner.output('file', file);
    progress.changed();
    const tools = ports.openJobTools(credentials, deadline);
    const access = ports.openAccess(inputs, tools);
    if (!inputs.wait && thread !== undefined) {
        const problem = await skipAtWork(table, thread, inputs, access);
        if (problem !== undefined)
            return { ...problem, ...NOTHING, result: 'error' };
    }
    const isNoted = inputs.comment !== 'auto' || !thread || (await progress.openComment(access, thread, inputs.prLabels));
    if (!isNoted && !inputs.wait)
        return { ...UNREPORTED, ...NOTHING };
    const context = {
        ...access,
        phrase: (0,labels_and_reviewers/* inviteWith */.W)(undefined, inputs.prLabels),
        marks: inputs.comment === 'auto',
        metadata: { prLabels: inputs.prLabels, prReviewers: [] },
        openRule,
    };
    const problems = await progress.during((0,run_entries/* runEntries */.m)({
        ...tools,
        table,
        saved: progress.saved,
        inputs,
        openLimit: openRule && { context: { ...context, openRule }, most: inputs.maxOpen },
        finishPullRequest: async (result, origin) => (0,missing_pull_request/* failUnseen */.z)(await (0,finish_pull_request/* finishPullRequest */.W)(result, origin, {}, context), ports.workflowRun),
    }));
    const entries = table.records();
    await progress.saved();
    runner.group();
    (0,summary/* printResume */.t1)(entries, file, runner);
    const result = batchOutcome(entries, problems, deadline);
    const comment = await progress.close(batch_result/* BATCH_RESULTS */.Cp[result].title);
    const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
    const warnings = [...problems];
    const rest = entries.filter(batch_entry/* isNotRequested */.cO);
    if (rest[0])
        warnings.push(`Not requested: ${(0,summary/* countEntries */.EX)(rest)}. Reason of the first one: ${rest[0].reason}`);
    return { result, reason: `${(0,summary/* countByStatus */.x7)(entries)}${end}`, entries, file, warnings, ...comment };
}
async function skipAtWork(table, thread, { identify }, { github, key, service, tools, workflowRun }) {
    const listed = await github.comments(thread, tools.time.now() - 3 * intervals/* DAY */.d_);
    if (!listed.ok)
        return (0,request_result/* unsentByRead */.r9)('the comments on `issue-number`', listed.failure);
    const place = { service, repositoryId: workflowRun.repositoryId, thread };
    const earlier = listed.value.items.flatMap((comment) => (0,batch_note/* readBatch */.x)(comment, place, key));
    const open = earlier.flatMap(({ note }) => note.entries.filter(batch_entry/* isOpen */.nT));
    for (const entry of table.entries.filter(batch_entry/* needsJob */.nF)) {
        const hash = identify(entry.prompt);
        const same = open.find(({ name, promptHash }) => name === entry.name && promptHash === hash);
        const reason = `Job ${same?.jobId} of an earlier run has it, and was not collected yet.`;
        if (same !== undefined)
            table.set([entry], { result: 'skipped', reason, prompt: undefined });
    }
    return undefined;
}
function batchOutcome(entries, problems, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && entries.some(batch_entry/* isOpen */.nT))
        return 'timeout';
    return problems.length > 0 ? 'failed' : (0,batch_result/* outcomeOf */.sG)(entries);
}
function dryRunBatch(ports, inputs, deadline) {
    const { entries, compose, credentials, maxJobs } = inputs;
    const table = (0,batch_entry/* openEntryTable */.fP)(entries);
    const toCreate = table.entries.filter(batch_entry/* needsJob */.nF);
    for (const entry of toCreate.slice(0, maxJobs))
        table.set([entry], { result: 'dry-run', prompt: compose(entry.prompt) });
    table.set(toCreate.slice(maxJobs), (0,run_entries/* overLimit */.W)('max-jobs', maxJobs));
    return {
        result: 'dry-run',
        reason: 'Dry run: nothing was sent. The summary shows what would be sent.',
        entries: table.entries,
        warnings: [],
        url: ports.openService(credentials, deadline).sendUrl().href,
    };
}
const REPEATED = {
    result: 'error',
    reasonCode: 're-run-refused',
    reason: 'Nothing was sent: a re-run would send entries again that have a job. Start a new run with `resume`: the file of the earlier run, or the lines at the end of its log.',
};
const UNREPORTED = {
    result: 'error',
    reasonCode: 'comment-not-written',
    reason: 'Nothing was sent: the comment on `issue-number` could not be written, so no later run would know of the jobs.',
};
const NOTHING = { entries: [], warnings: [] };


/***/ })

};
