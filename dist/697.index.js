export const id = 697;
export const ids = [697];
export const modules = {

/***/ 5125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ce: () => (/* binding */ isFailedBatch),
/* harmony export */   H0: () => (/* binding */ isRefused),
/* harmony export */   Qm: () => (/* binding */ toBatchOutputs),
/* harmony export */   Uh: () => (/* binding */ isLeftOpen),
/* harmony export */   WN: () => (/* binding */ hasFailed),
/* harmony export */   ff: () => (/* binding */ toEntryResult),
/* harmony export */   hB: () => (/* binding */ isRemaining),
/* harmony export */   k2: () => (/* binding */ ENTRY_RESULTS),
/* harmony export */   pG: () => (/* binding */ isAtWork),
/* harmony export */   t8: () => (/* binding */ isUnknown),
/* harmony export */   yO: () => (/* binding */ hasSucceeded)
/* harmony export */ });
/* unused harmony exports BATCH_RESULTS, BATCH_OUTPUT_NAMES */
const ENTRY_RESULTS = [
    'pull-request',
    'no-pull-request',
    'archived',
    'failed',
    'timeout',
    'interrupted',
    'error',
    'unknown',
    'asking',
    'working',
    'remaining',
    'skipped',
    'dry-run',
];
function toEntryResult(result) {
    return ENTRY_RESULTS.find((word) => word === result) ?? 'error';
}
const BATCH_RESULTS = (/* unused pure expression or super */ null && ([
    'completed',
    'incomplete',
    'failed',
    'timeout',
    'interrupted',
    'denied',
    'skipped',
    'dry-run',
    'error',
]));
const BATCH_OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    'jobs',
    'file',
    'prLinks',
    'succeeded',
    'failed',
    'remaining',
    'result',
    'reason',
    'commentUrl',
]));
const SUCCEEDED = new Set(['pull-request', 'no-pull-request', 'archived']);
const FAILED = new Set([
    'failed',
    'timeout',
    'interrupted',
    'error',
    'unknown',
]);
const ASKED_NEVER = new Set(['remaining', '']);
function hasSucceeded({ result }) {
    return SUCCEEDED.has(result);
}
function hasFailed({ result }) {
    return FAILED.has(result);
}
function isRemaining({ result, jobId }) {
    return ASKED_NEVER.has(result) && jobId === '';
}
function isAtWork({ result }) {
    return result === 'working' || result === 'asking';
}
function isRefused({ result, jobId }) {
    return result === 'error' && jobId === '';
}
function isLeftOpen({ result, jobId }) {
    return jobId !== '' && !SUCCEEDED.has(result) && result !== 'failed' && result !== 'skipped';
}
function isUnknown({ result, jobId }) {
    return jobId === '' && (result === 'unknown' || result === 'asking');
}
function isFailedBatch({ result, records }) {
    return result === 'error' || result === 'interrupted' || records.some(hasFailed);
}
function toBatchOutputs(outcome) {
    const { records } = outcome;
    const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: JSON.stringify(records),
        file: outcome.file ?? '',
        prLinks: JSON.stringify([...links]),
        succeeded: String(records.filter(hasSucceeded).length),
        failed: String(records.filter(hasFailed).length),
        remaining: JSON.stringify(records.filter(isRemaining).map(({ name }) => name)),
        result: outcome.result,
        reason: outcome.reason,
        commentUrl: outcome.commentUrl ?? '',
    };
}


/***/ }),

/***/ 1697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   closeBatch: () => (/* binding */ closeBatch)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2765);
/* harmony import */ var _intervals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1722);
/* harmony import */ var _job_pull_request_link_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4938);
/* harmony import */ var _runner_step_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8029);
/* harmony import */ var _batch_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5125);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9649);
/* harmony import */ var _resume_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(956);







async function closeBatch(ports) {
    const { runner, clock, startedAt } = ports;
    const { batch: handover } = (0,_runner_step_state_js__WEBPACK_IMPORTED_MODULE_1__/* .readStepState */ .C)();
    if (handover === undefined)
        return;
    const records = await readRecords(ports, handover);
    const reason = `The step was cut off. ${(0,_report_js__WEBPACK_IMPORTED_MODULE_3__/* .countWords */ .rj)(records)} Open jobs go on without being watched.`;
    runner.log.warning(reason);
    for (const { name, jobId } of handover.open) {
        runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
    }
    (0,_resume_js__WEBPACK_IMPORTED_MODULE_4__/* .printResume */ .t1)(records, handover.file, runner);
    const outcome = { result: 'interrupted', reason, records, warnings: [] };
    await runner.summarize((0,_report_js__WEBPACK_IMPORTED_MODULE_3__/* .renderBatchSummary */ .r5)(outcome, clock.now() - startedAt));
    await closeComment(ports, handover, records);
}
const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";
const recordSchema = zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({
    name: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
    promptFile: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
    jobId: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
    result: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* ["enum"] */ .k5n(['', ..._batch_result_js__WEBPACK_IMPORTED_MODULE_2__/* .ENTRY_RESULTS */ .k2]),
    reason: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
    prLink: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
    duration: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .number */ .aig()),
    prompt: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()),
});
async function readRecords({ files }, { file, written, open }) {
    const text = written ? await files.readInput(file, _resume_js__WEBPACK_IMPORTED_MODULE_4__/* .STATE_LIMIT */ .Eo) : undefined;
    const parsed = text?.ok ? zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .array */ .YOg(recordSchema).safeParse(parse(text.text)) : undefined;
    const blank = { promptFile: '', result: '', reason: '', prLink: '', duration: null };
    const records = parsed?.success
        ? parsed.data
        : open.map((one) => ({ ...blank, ...one }));
    const ids = new Map(open.map(({ name, jobId }) => [name, jobId]));
    return records.map((record) => {
        const known = ids.get(record.name);
        if (record.jobId !== '' || known === undefined)
            return toCutOff(record);
        return toCutOff({ ...record, jobId: known, result: known === '' ? 'asking' : 'working' });
    });
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function toCutOff({ prompt, ...record }) {
    const { jobId, result, reason } = record;
    const known = {
        ...record,
        ...(prompt !== undefined && { prompt }),
        prLink: (0,_job_pull_request_link_js__WEBPACK_IMPORTED_MODULE_6__/* .readLink */ .XF)(record.prLink) ?? '',
    };
    if (result === 'asking')
        return { ...known, result: 'unknown', reason: `A job may exist: ${LOOK}` };
    const going = jobId !== '' && (result === '' || result === 'working');
    return going ? { ...known, result: 'interrupted', reason: reason || 'The step was cut off.' } : known;
}
async function closeComment(ports, { commentId }, records) {
    const { runner, clock, startedAt, workflowRun } = ports;
    const token = runner.input('github-token').trim();
    if (commentId === undefined || token === '')
        return;
    const github = await ports.openGitHub(token, ports.startDeadline(_intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .POST_SPAN */ .WC));
    const body = (0,_report_js__WEBPACK_IMPORTED_MODULE_3__/* .renderComment */ .wQ)(records, {
        title: 'cut off',
        duration: clock.now() - startedAt,
        runUrl: workflowRun.url,
    });
    const answer = await github.editComment(commentId, body);
    if (!answer.ok)
        runner.log.warning(`The status comment could not be closed: ${answer.failure.message}`);
}


/***/ }),

/***/ 9649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gg: () => (/* binding */ titleOf),
/* harmony export */   eZ: () => (/* binding */ toFile),
/* harmony export */   r5: () => (/* binding */ renderBatchSummary),
/* harmony export */   rj: () => (/* binding */ countWords),
/* harmony export */   wQ: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2950);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8194);
/* harmony import */ var _text_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1065);
/* harmony import */ var _text_marker_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7378);
/* harmony import */ var _text_time_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5853);
/* harmony import */ var _batch_result_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5125);
/* harmony import */ var _resume_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(956);







const TITLES = {
    completed: 'all jobs ended',
    incomplete: 'jobs remain',
    failed: 'a job failed',
    timeout: 'the deadline passed',
    interrupted: 'interrupted',
    denied: 'denied',
    skipped: 'skipped',
    'dry-run': 'dry run, nothing was sent',
    error: 'error',
};
const WORDS = {
    'pull-request': '✅ pull request',
    'no-pull-request': '✅ no pull request',
    archived: '✅ archived',
    failed: '❌ failed',
    timeout: '❌ not ended in time',
    interrupted: '❌ interrupted',
    error: '❌ error',
    unknown: '❌ fate unknown',
    asking: '⏳ asking',
    working: '⏳ at work',
    remaining: '⏸ remains',
    skipped: '➖ skipped',
    'dry-run': '➖ dry run',
    '': '⏳ its turn comes',
};
const NAME_LIMIT = 80;
const REASON_LIMITS = [240, 80, 0];
const BESIDES = 1_000;
function titleOf(result) {
    return TITLES[result];
}
function countWords(records) {
    const count = (test) => records.filter(test).length;
    const doubts = [
        [count((record) => (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record) && (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record)), 'no longer watched'],
        [count((record) => (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record) && (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isUnknown */ .t8)(record)), 'of unknown fate'],
    ];
    const doubt = doubts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
    const parts = [
        [count(_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasSucceeded */ .yO), 'succeeded'],
        [count(_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN), `failed${doubt.length > 0 ? ` (${doubt.join(', ')})` : ''}`],
        [count(({ result }) => result === 'working' || result === 'asking'), 'at work'],
        [count(({ result }) => result === 'skipped'), 'skipped'],
        [count(_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isRemaining */ .hB), 'not asked'],
    ];
    const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
    return `${records.length} ${records.length === 1 ? 'entry' : 'entries'}: ${told.join(', ') || 'nothing yet'}.`;
}
function renderComment(records, { title, duration, runUrl }) {
    const text = [
        `**Documentation agent, many jobs: ${title}**`,
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(countWords(records)),
        renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .COMMENT_LIMIT */ .W$ - BESIDES),
        `${(0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration)} · ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(runUrl)}`,
    ].join('\n\n');
    return `${(0,_report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .shorten */ .ml)(text, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .COMMENT_LIMIT */ .W$ - _text_marker_js__WEBPACK_IMPORTED_MODULE_5__/* .OWN_COMMENT */ .FO.length - 2)}\n\n${_text_marker_js__WEBPACK_IMPORTED_MODULE_5__/* .OWN_COMMENT */ .FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { records, drafts } = outcome;
    const left = (0,_resume_js__WEBPACK_IMPORTED_MODULE_2__/* .resumeEntries */ .Ue)(records);
    const parts = [
        `### Documentation agent, many jobs: ${titleOf(outcome.result)}`,
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(outcome.reason),
        ...(records.length > 0 ? [renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .SUMMARY_LIMIT */ .Jt / 2)] : []),
        (0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration),
        ...(left.length === 0 || drafts !== undefined
            ? []
            : ['To go on with what is left, give this as `resume`:']),
        ...(left.length === 0 || drafts !== undefined ? [] : [(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)((0,_resume_js__WEBPACK_IMPORTED_MODULE_2__/* .resumeText */ .xI)(left))]),
    ];
    if (drafts !== undefined) {
        parts.push(`This would be sent with ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`POST ${drafts.address}`)}, each by itself:`);
        for (const { name, text } of drafts.texts)
            parts.push((0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name), (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(text));
    }
    return (0,_report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .shorten */ .ml)(`${parts.join('\n\n')}\n`, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .SUMMARY_LIMIT */ .Jt);
}
function renderTable(records, limit) {
    const columns = [
        { head: 'Name' },
        { head: 'Result' },
        { head: 'Pull request or job' },
        { head: 'Duration', align: 'right' },
        { head: 'Reason' },
    ];
    const sorted = records.toSorted((one, other) => rank(one) - rank(other));
    let table = '';
    for (const most of REASON_LIMITS) {
        table = (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .grid */ .Vg)(columns, sorted.map((record) => toCells(record, most)));
        if (Buffer.byteLength(table) <= limit)
            break;
    }
    return table;
}
function rank(record) {
    if ((0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record))
        return (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record) || (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isUnknown */ .t8)(record) ? 0 : 1;
    if ((0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .hasSucceeded */ .yO)(record))
        return 4;
    return (0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isRemaining */ .hB)(record) ? 3 : 2;
}
function toCells(record, reasonLimit) {
    const { name, result, prLink, jobId, duration, reason } = record;
    const where = prLink !== '' && !(0,_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record) ? (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(prLink) : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(jobId);
    const why = result === 'pull-request' || reasonLimit === 0 ? '' : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)((0,_text_line_js__WEBPACK_IMPORTED_MODULE_6__/* .cut */ .Jj)(reason, reasonLimit));
    return [
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name, NAME_LIMIT),
        WORDS[result],
        where,
        duration === null ? '' : (0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration * 1000),
        why,
    ];
}
function toFile(records) {
    return `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]\n`;
}


/***/ }),

/***/ 956:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Eo: () => (/* binding */ STATE_LIMIT),
/* harmony export */   Ue: () => (/* binding */ resumeEntries),
/* harmony export */   t1: () => (/* binding */ printResume),
/* harmony export */   xI: () => (/* binding */ resumeText)
/* harmony export */ });
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8194);
/* harmony import */ var _batch_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5125);


const STATE_LIMIT = 16 * 1024 * 1024;
function resumeEntries(records) {
    return records.flatMap((record) => {
        const { name, jobId, promptFile, prompt = '' } = record;
        if ((0,_batch_result_js__WEBPACK_IMPORTED_MODULE_0__/* .isLeftOpen */ .Uh)(record))
            return [{ name, jobId }];
        if ((0,_batch_result_js__WEBPACK_IMPORTED_MODULE_0__/* .isUnknown */ .t8)(record))
            return [{ name, result: 'unknown' }];
        if (!(0,_batch_result_js__WEBPACK_IMPORTED_MODULE_0__/* .isRemaining */ .hB)(record) && !(0,_batch_result_js__WEBPACK_IMPORTED_MODULE_0__/* .isRefused */ .H0)(record))
            return [];
        return [promptFile === '' ? { name, prompt } : { name, promptFile }];
    });
}
function printResume(records, file, { log, print }) {
    const left = resumeEntries(records);
    if (left.length === 0)
        return;
    const lines = left.map(toLine);
    const short = lines.filter((line) => line.length < _text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .LONGEST_LINE */ .i2);
    log.info(`To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`);
    print('[');
    for (const [index, line] of short.entries())
        print(`${line}${index < short.length - 1 ? ',' : ''}`);
    print(']');
    const missing = lines.length - short.length;
    if (missing > 0)
        log.warning(`${missing} of them are too long for the log; they are in ${file}.`);
}
function resumeText(left) {
    return `[\n${left.map((entry) => `  ${toLine(entry)}`).join(',\n')}\n]`;
}
function toLine(entry) {
    return [...JSON.stringify(entry)]
        .map((sign) => ((0,_text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutUnseen */ .zG)(sign) === sign ? sign : escapeUnits(sign)))
        .join('')
        .replaceAll('##[', '#\\u0023[');
}
function escapeUnits(sign) {
    return [...Array(sign.length).keys()]
        .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
        .join('');
}


/***/ })

};
