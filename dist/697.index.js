export const id = 697;
export const ids = [697];
export const modules = {

/***/ 5125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ce: () => (/* binding */ isFailedBatch),
/* harmony export */   Qm: () => (/* binding */ toBatchOutputs),
/* harmony export */   eX: () => (/* binding */ TITLES)
/* harmony export */ });
/* harmony import */ var _text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2392);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4127);


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
function isFailedBatch({ result, records }) {
    return result === 'error' || result === 'interrupted' || records.some(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN);
}
function toBatchOutputs(outcome) {
    const { records } = outcome;
    const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .c)(records),
        file: outcome.file ?? '',
        prLinks: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .c)([...links]),
        succeeded: String(records.filter((record) => (0,_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .standingOf */ .YP)(record) === 'succeeded').length),
        failed: String(records.filter(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN).length),
        remaining: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .c)(records.filter(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .isRemaining */ .hB).map(({ name }) => name)),
        result: outcome.result,
        reason: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeText */ .p)(outcome.reason),
        reasonCode: outcome.reasonCode,
        commentUrl: outcome.commentUrl ?? '',
    };
}


/***/ }),

/***/ 4127:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MB: () => (/* binding */ entryName),
/* harmony export */   Sc: () => (/* binding */ leftToDo),
/* harmony export */   WN: () => (/* binding */ hasFailed),
/* harmony export */   YP: () => (/* binding */ standingOf),
/* harmony export */   Z4: () => (/* binding */ BLANK),
/* harmony export */   fi: () => (/* binding */ recordSchema),
/* harmony export */   hB: () => (/* binding */ isRemaining),
/* harmony export */   k2: () => (/* binding */ ENTRY_RESULTS),
/* harmony export */   o_: () => (/* binding */ NAME)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2765);
/* harmony import */ var _inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4347);
/* harmony import */ var _inputs_schema_problems_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8042);
/* harmony import */ var _job_pull_request_link_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4938);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8194);





const STANDINGS = {
    'pull-request': 'succeeded',
    'no-pull-request': 'succeeded',
    archived: 'succeeded',
    failed: 'failed',
    timeout: 'failed',
    interrupted: 'failed',
    error: 'failed',
    unknown: 'failed',
    asking: 'at work',
    working: 'at work',
    remaining: 'not asked',
    skipped: 'skipped',
    'dry-run': 'skipped',
};
const ENTRY_RESULTS = Object.keys(STANDINGS);
const LONGEST_NAME = 200;
const NAME = `one line of 1 to ${LONGEST_NAME} characters`;
const entryName = zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(`must be ${NAME}`).check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .refine */ .YPB(isName, `must be ${NAME}`));
function isName(text) {
    const { length } = text.trim();
    const plain = (0,_text_line_js__WEBPACK_IMPORTED_MODULE_2__/* .withoutUnseen */ .zG)(text) === text && !/[\r\n\t]/.test(text);
    return plain && length > 0 && length <= LONGEST_NAME;
}
const text = zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP('must be text'), '');
const recordSchema = zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .strictObject */ .rej({
    name: entryName,
    promptFile: text,
    jobId: zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .pipe */ .FsL(text, _inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__.id), zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .transform */ .pdi((given) => given ?? '')),
    result: zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['', ...ENTRY_RESULTS], 'is none that there is'), ''),
    reason: text,
    prLink: zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .pipe */ .FsL(text, zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .transform */ .pdi((link) => (0,_job_pull_request_link_js__WEBPACK_IMPORTED_MODULE_3__/* .readLink */ .XF)(link) ?? '')),
    duration: zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig('must be a number')), null),
    prompt: zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP('must be text')),
}, (0,_inputs_schema_problems_js__WEBPACK_IMPORTED_MODULE_4__/* .unknownKeys */ .v)('key', 'must be an object'));
const BLANK = {
    promptFile: '',
    jobId: '',
    result: '',
    reason: '',
    prLink: '',
    duration: null,
};
function standingOf({ result, jobId }) {
    if (result !== '')
        return STANDINGS[result];
    return jobId === '' ? 'not asked' : 'at work';
}
function hasFailed(record) {
    return standingOf(record) === 'failed';
}
function isRemaining(record) {
    return standingOf(record) === 'not asked';
}
function leftToDo(record) {
    const { result, jobId } = record;
    if (standingOf(record) === 'succeeded' || result === 'failed' || result === 'skipped')
        return 'nothing';
    if (jobId !== '')
        return 'watch';
    return result === 'asking' || result === 'unknown' ? 'find out' : 'ask';
}


/***/ }),

/***/ 1697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   closeBatch: () => (/* binding */ closeBatch)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2765);
/* harmony import */ var _intervals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1722);
/* harmony import */ var _report_audience_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2213);
/* harmony import */ var _runner_step_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8029);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4127);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9649);
/* harmony import */ var _resume_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(956);







const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";
async function closeBatch(ports) {
    const { runner, clock, startedAt, workflowRun } = ports;
    const { batch } = (0,_runner_step_state_js__WEBPACK_IMPORTED_MODULE_2__/* .readStepState */ .C)();
    if (batch === undefined)
        return;
    const records = (await readRecords(ports, batch)).map(toCutOff);
    const reason = `The step was cut off. ${(0,_report_js__WEBPACK_IMPORTED_MODULE_4__/* .countWords */ .rj)(records)} Open jobs go on without being watched.`;
    runner.log.warning(reason);
    for (const { name, jobId } of batch.open) {
        runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
    }
    (0,_resume_js__WEBPACK_IMPORTED_MODULE_5__/* .printResume */ .t1)(records, batch.file, runner);
    const duration = clock.now() - startedAt;
    const cutOff = { result: 'interrupted', reasonCode: 'interrupted', reason, records, warnings: [] };
    await runner.summarize((0,_report_js__WEBPACK_IMPORTED_MODULE_4__/* .renderBatchSummary */ .r5)(cutOff, duration));
    const token = runner.input('github-token').trim();
    if (batch.commentId === undefined || token === '')
        return;
    const github = ports.openGitHub(token, ports.startDeadline(_intervals_js__WEBPACK_IMPORTED_MODULE_0__/* .POST_SPAN */ .WC));
    const body = (0,_report_js__WEBPACK_IMPORTED_MODULE_4__/* .renderComment */ .wQ)(records, { title: 'cut off', duration, runUrl: workflowRun.url });
    (0,_report_audience_js__WEBPACK_IMPORTED_MODULE_1__/* .warn */ .R8)(await github.editComment(batch.commentId, body), 'The status comment could not be closed', runner.log);
}
async function readRecords({ files }, { file, written, open }) {
    const text = written ? await files.readInput(file, _resume_js__WEBPACK_IMPORTED_MODULE_5__/* .STATE_LIMIT */ .Eo) : undefined;
    const read = zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .array */ .YOg(_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .recordSchema */ .fi).safeParse(text?.ok ? parse(text.text) : undefined);
    const known = new Map(open.map(({ name, jobId }) => [name, jobId]));
    const records = read.success ? read.data : open.map(({ name }) => ({ name, ..._entry_js__WEBPACK_IMPORTED_MODULE_3__/* .BLANK */ .Z4 }));
    return records.map((record) => {
        const jobId = known.get(record.name);
        if (record.jobId !== '' || jobId === undefined)
            return record;
        return { ...record, jobId, result: jobId === '' ? 'asking' : 'working' };
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
function toCutOff(record) {
    const { result, reason } = record;
    if (result === 'asking')
        return { ...record, result: 'unknown', reason: `A job may exist: ${LOOK}` };
    const going = (0,_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .leftToDo */ .Sc)(record) === 'watch' && (result === '' || result === 'working');
    return going ? { ...record, result: 'interrupted', reason: reason || 'The step was cut off.' } : record;
}


/***/ }),

/***/ 9649:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   eZ: () => (/* binding */ toFile),
/* harmony export */   r5: () => (/* binding */ renderBatchSummary),
/* harmony export */   rj: () => (/* binding */ countWords),
/* harmony export */   wQ: () => (/* binding */ renderComment)
/* harmony export */ });
/* harmony import */ var _report_shorten_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2950);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8194);
/* harmony import */ var _text_markdown_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1065);
/* harmony import */ var _text_marker_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7378);
/* harmony import */ var _text_time_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5853);
/* harmony import */ var _batch_result_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5125);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4127);
/* harmony import */ var _resume_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(956);








const SIGNS = {
    succeeded: '✅',
    failed: '❌',
    'at work': '⏳',
    skipped: '➖',
    'not asked': '⏸',
};
const COLUMNS = [
    { head: 'Name' },
    { head: 'Result' },
    { head: 'Pull request or job' },
    { head: 'Duration', align: 'right' },
    { head: 'Reason' },
];
const NAME_LIMIT = 80;
const REASON_LIMITS = [240, 80, 0];
const BESIDES = 1_000;
function countWords(records) {
    const groups = Map.groupBy(records, _entry_js__WEBPACK_IMPORTED_MODULE_2__/* .standingOf */ .YP);
    const count = (standing) => groups.get(standing) ?? [];
    const left = Map.groupBy(count('failed'), _entry_js__WEBPACK_IMPORTED_MODULE_2__/* .leftToDo */ .Sc);
    const doubt = tell([
        [left.get('watch'), 'no longer watched'],
        [left.get('find out'), 'of unknown fate'],
    ]);
    const told = tell([
        [count('succeeded'), 'succeeded'],
        [count('failed'), doubt === '' ? 'failed' : `failed (${doubt})`],
        [count('at work'), 'at work'],
        [count('skipped'), 'skipped'],
        [count('not asked'), 'not asked'],
    ]);
    return `${records.length} ${records.length === 1 ? 'entry' : 'entries'}: ${told}.`;
}
function tell(groups) {
    const told = groups.map(([records = [], words]) => records.length > 0 ? [`${records.length} ${words}`] : []);
    return told.flat().join(', ');
}
function renderComment(records, { title, duration, runUrl }) {
    const text = [
        `**Documentation agent, many jobs: ${title}**`,
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)(countWords(records)),
        renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .COMMENT_LIMIT */ .W$ - BESIDES),
        `${(0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration)} · ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .link */ .nf)(runUrl)}`,
    ].join('\n\n');
    return `${(0,_report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .shorten */ .ml)(text, _report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .COMMENT_LIMIT */ .W$ - _text_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .OWN_COMMENT */ .FO.length - 2)}\n\n${_text_marker_js__WEBPACK_IMPORTED_MODULE_6__/* .OWN_COMMENT */ .FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { result, reason, records, drafts } = outcome;
    const parts = [`### Documentation agent, many jobs: ${_batch_result_js__WEBPACK_IMPORTED_MODULE_1__/* .TITLES */ .eX[result]}`, (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)(reason)];
    if (records.length > 0)
        parts.push(renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .SUMMARY_LIMIT */ .Jt / 2));
    parts.push((0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration));
    const left = (0,_resume_js__WEBPACK_IMPORTED_MODULE_3__/* .resumeEntries */ .Ue)(records);
    if (drafts !== undefined) {
        parts.push(`This would be sent with ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(`POST ${drafts.address}`)}, each by itself:`);
        for (const { name, text } of drafts.texts)
            parts.push((0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(name), (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .codeBlock */ .DV)(text));
    }
    else if (left.length > 0) {
        parts.push('To go on with what is left, give this as `resume`:', (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .codeBlock */ .DV)((0,_resume_js__WEBPACK_IMPORTED_MODULE_3__/* .resumeText */ .xI)(left)));
    }
    return (0,_report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .shorten */ .ml)(`${parts.join('\n\n')}\n`, _report_shorten_js__WEBPACK_IMPORTED_MODULE_5__/* .SUMMARY_LIMIT */ .Jt);
}
function renderTable(records, limit) {
    const sorted = records.toSorted((one, other) => rank(one) - rank(other));
    let table = '';
    for (const most of REASON_LIMITS) {
        const rows = sorted.map((record) => toCells(record, most));
        table = (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .grid */ .Vg)(COLUMNS, rows);
        if (Buffer.byteLength(table) <= limit)
            break;
    }
    return table;
}
function rank(record) {
    const standing = (0,_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .standingOf */ .YP)(record);
    if (standing === 'failed')
        return ['watch', 'find out'].includes((0,_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .leftToDo */ .Sc)(record)) ? 0 : 1;
    return { 'at work': 2, skipped: 2, 'not asked': 3, succeeded: 4 }[standing];
}
function toCells(record, reasonLimit) {
    const { name, result, prLink, jobId, duration, reason } = record;
    const why = result === 'pull-request' || reasonLimit === 0 ? '' : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .plain */ .pj)((0,_text_line_js__WEBPACK_IMPORTED_MODULE_7__/* .cut */ .Jj)(reason, reasonLimit));
    return [
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(name, NAME_LIMIT),
        `${SIGNS[(0,_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .standingOf */ .YP)(record)]} ${result === '' ? 'its turn comes' : result.replaceAll('-', ' ')}`,
        prLink !== '' && (0,_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .leftToDo */ .Sc)(record) !== 'watch' ? (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .link */ .nf)(prLink) : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_4__/* .code */ .aY)(jobId),
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
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4127);


const STATE_LIMIT = 16 * 1024 * 1024;
function resumeEntries(records) {
    return records
        .map(toResume)
        .filter((entry) => entry !== undefined)
        .map(toLine);
}
function toResume(record) {
    const { name, jobId, promptFile, prompt } = record;
    switch ((0,_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .leftToDo */ .Sc)(record)) {
        case 'nothing':
            return undefined;
        case 'watch':
            return { name, jobId };
        case 'find out':
            return { name, result: 'unknown' };
        case 'ask':
            return promptFile === '' ? { name, prompt } : { name, promptFile };
    }
}
function resumeText(left) {
    return `[\n${left.map((line) => `  ${line}`).join(',\n')}\n]`;
}
function printResume(records, file, { log, print }) {
    const left = resumeEntries(records);
    if (left.length === 0)
        return;
    const short = left.filter((line) => line.length < _text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .LONGEST_LINE */ .i2);
    log.info(`To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`);
    for (const line of resumeText(short).split('\n'))
        print(line);
    const missing = left.length - short.length;
    if (missing > 0)
        log.warning(`${missing} of them are too long for the log; they are in ${file}.`);
}
function toLine(entry) {
    return JSON.stringify(entry)
        .replace(/[^ -~]/gu, (sign) => ((0,_text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutUnseen */ .zG)(sign) === sign ? sign : escapeUnits(sign)))
        .replaceAll('##[', '#\\u0023[');
}
function escapeUnits(sign) {
    return sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}


/***/ }),

/***/ 8042:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ tellProblems),
/* harmony export */   v: () => (/* binding */ unknownKeys)
/* harmony export */ });
function tellProblems(subject, { issues }) {
    return issues.map(({ path, message }) => path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`);
}
function unknownKeys(kind, otherwise) {
    return {
        error: (issue) => issue.code === 'unrecognized_keys'
            ? `has the unknown ${kind} ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
            : otherwise,
    };
}


/***/ })

};
