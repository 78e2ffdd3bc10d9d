export const id = 608;
export const ids = [608];
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


/***/ }),

/***/ 4608:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runBatch: () => (/* binding */ runBatch)
});

// EXTERNAL MODULE: ./build/change/open-pull-requests.js
var open_pull_requests = __webpack_require__(4664);
// EXTERNAL MODULE: ./build/request/admission.js
var admission = __webpack_require__(9851);
// EXTERNAL MODULE: ./build/request/gate.js
var request_gate = __webpack_require__(2751);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/thread/settle-pull-request.js + 1 modules
var settle_pull_request = __webpack_require__(6372);
// EXTERNAL MODULE: ./build/batch/batch-result.js
var batch_result = __webpack_require__(5125);
;// CONCATENATED MODULE: ./build/batch/entry-table.js

function openEntryTable(entries, changed) {
    const rows = entries.map((entry) => ({ entry, state: initial(entry) }));
    function setAll(some, change) {
        const chosen = new Set(some);
        for (const row of rows)
            if (chosen.has(row))
                row.state = { ...row.state, ...change };
        if (some.length > 0)
            changed();
    }
    return {
        rows,
        set: (row, change) => setAll([row], change),
        setAll,
        records: () => rows.map(toRecord),
    };
}
function initial({ task }) {
    const blank = { result: '', reason: '', jobId: '', prLink: '' };
    if (task.kind === 'closed')
        return { ...blank, ...task.as };
    return task.kind === 'watch' ? { ...blank, jobId: task.jobId } : blank;
}
function toRecord({ entry, state }) {
    const { name, promptFile = '', task } = entry;
    const { result, reason, jobId, prLink } = state;
    const unsent = (0,batch_result/* isRemaining */.hB)({ result, jobId }) || (0,batch_result/* isRefused */.H0)({ result, jobId });
    return {
        name,
        promptFile,
        jobId,
        result,
        reason,
        prLink,
        duration: durationOf(state),
        ...(unsent && task.kind === 'ask' && promptFile === '' && { prompt: task.words }),
    };
}
function durationOf({ startedAt, endedAt, duration }) {
    if (startedAt === undefined || endedAt === undefined)
        return duration ?? null;
    return Math.round((endedAt - startedAt) / 1000);
}

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var inputs_fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/request/prompt.js
var request_prompt = __webpack_require__(3278);
// EXTERNAL MODULE: ./build/text/line.js
var line = __webpack_require__(8194);
// EXTERNAL MODULE: ./build/thread/signing-key.js
var signing_key = __webpack_require__(3016);
;// CONCATENATED MODULE: ./build/batch/entry.js

const LONGEST_NAME = 200;
function nameProblem(name) {
    const trimmed = name.trim();
    const fits = trimmed !== '' && trimmed.length <= LONGEST_NAME;
    const plain = (0,line/* withoutUnseen */.zG)(name) === name && !/[\r\n\t]/.test(name);
    return fits && plain ? undefined : `one line of 1 to ${LONGEST_NAME} characters`;
}
function findTwins(entries) {
    const places = Map.groupBy(entries, ({ name }) => name);
    return [...places]
        .filter(([, twins]) => twins.length > 1)
        .map(([name, twins]) => {
        const files = twins.flatMap(({ promptFile }) => promptFile ?? []);
        const where = files.length > 0 ? ` (${files.join(', ')})` : '';
        return `${twins.length} entries have the name \`${name}\`${where}; give each one of its own.`;
    });
}

;// CONCATENATED MODULE: ./build/batch/variables.js
function readVariables(text) {
    if (text.trim() === '')
        return { ok: true, variables: new Map() };
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { ok: false, problem: 'is no JSON' };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return { ok: false, problem: 'must be a JSON object, like `{"version": "2.0"}`' };
    }
    const entries = Object.entries(value);
    const nameless = entries.find(([name]) => name === '' || /[{}]/.test(name));
    if (nameless !== undefined)
        return { ok: false, problem: `has the name \`${nameless[0]}\`, which is none` };
    const wrong = entries.find(([, it]) => !['string', 'number', 'boolean'].includes(typeof it));
    if (wrong !== undefined)
        return { ok: false, problem: `has a value for \`${wrong[0]}\` that is no text` };
    return { ok: true, variables: new Map(entries.map(([name, it]) => [name, String(it)])) };
}
function fillIn(text, variables, used) {
    return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name) => {
        const value = variables.get(name);
        if (value === undefined)
            return braces;
        used.add(name);
        return value;
    });
}

;// CONCATENATED MODULE: ./build/batch/entry-checks.js

function blankProblems(entries, variables) {
    return entries.flatMap(({ name, task }) => task.kind === 'ask' && fillIn(task.words, variables, new Set()).trim() === ''
        ? [`\`${name}\` is blank once its variables are filled in.`]
        : []);
}
function overwriteProblems(entries, target) {
    const isPrompt = entries.some(({ promptFile }) => promptFile === target);
    return isPrompt ? [`\`file\`: ${target} is a prompt file, and would be overwritten.`] : [];
}
function unusedWarnings(entries, variables) {
    const used = new Set();
    for (const { task } of entries)
        if (task.kind === 'ask')
            fillIn(task.words, variables, used);
    return [...variables.keys()]
        .filter((name) => !used.has(name))
        .map((name) => `No prompt uses the variable \`${name}\`.`);
}

// EXTERNAL MODULE: ./build/job/pull-request-link.js
var pull_request_link = __webpack_require__(4938);
;// CONCATENATED MODULE: ./build/batch/front-matter.js


const KEYS = ['name', 'timeout', 'skip'];
async function readPromptFile(text) {
    const match = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
    if (match === null) {
        if (/^\uFEFF?---[ \t]*\r?\n/.test(text))
            return wrong('has front matter that does not end');
        return withWords({ skip: false }, text);
    }
    const head = await readYaml(match[1] ?? '');
    if ('problem' in head)
        return wrong(head.problem);
    const problems = checkHead(head.value);
    const words = text.slice(match[0].length);
    const { name, timeout, skip } = head.value;
    const read = withWords({
        skip: skip === true,
        ...(name !== undefined && { name: String(name).trim() }),
        ...(typeof timeout === 'string' && { timeout: (0,time/* parseDuration */.E9)(timeout) ?? 0 }),
    }, words);
    return problems.length === 0 ? read : { ok: false, problems };
}
function withWords(head, words) {
    if (words.trim() === '' && !head.skip)
        return wrong('is empty');
    return { ok: true, file: { ...head, words } };
}
async function readYaml(text) {
    const { loadAll } = await __webpack_require__.e(/* import() */ 243).then(__webpack_require__.bind(__webpack_require__, 3243));
    try {
        const [first, ...more] = loadAll(text);
        const value = first ?? {};
        const isList = Array.isArray(value) || more.length > 0;
        if (typeof value === 'object' && !isList)
            return { value: value };
        return { problem: 'has front matter that is no list of keys' };
    }
    catch (error) {
        const { reason } = Object(error);
        return { problem: `has front matter that is no YAML (${typeof reason === 'string' ? reason : error})` };
    }
}
function checkHead(head) {
    const { name, timeout, skip } = head;
    const unknown = Object.keys(head).filter((key) => !KEYS.some((known) => known === key));
    const badName = typeof name === 'string' || typeof name === 'number' ? nameProblem(String(name)) : 'text';
    const span = typeof timeout === 'string' ? (0,time/* parseDuration */.E9)(timeout) : undefined;
    return [
        ...unknown.map((key) => `has the unknown front matter key \`${key}\` (known are ${KEYS.join(', ')})`),
        ...(name === undefined || badName === undefined ? [] : [`has a \`name\` that is not ${badName}`]),
        ...(timeout === undefined || (span !== undefined && span > 0)
            ? []
            : ['has a `timeout` that is no duration like `90s`, `30m` or `2h`']),
        ...(skip === undefined || typeof skip === 'boolean' ? [] : ['has a `skip` that is not true or false']),
    ];
}
function wrong(problem) {
    return { ok: false, problems: [problem] };
}

;// CONCATENATED MODULE: ./build/batch/prompt-files.js


async function readPromptFiles(lines, files) {
    const patterns = lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
    const astray = patterns.filter(leavesWorkspace);
    if (astray.length > 0)
        return problems(astray.map((pattern) => `${pattern} leads out of the workspace`));
    const found = await files.find(patterns);
    if (found.length === 0)
        return problems([`no file matches ${patterns.join(', ')}`]);
    const read = await Promise.all(found.map((path) => readEntry(path, files)));
    const entries = read.flatMap(({ entries: found }) => found);
    const wrong = [...read.flatMap(({ problems: more }) => more), ...entries.flatMap(pathProblem)];
    return { entries, problems: wrong.map((problem) => `\`prompts\`: ${problem}.`) };
}
function pathProblem({ name }) {
    const bad = nameProblem(name);
    return bad === undefined ? [] : [`${name} needs a \`name\` in front matter: its path is not ${bad}`];
}
async function readEntry(path, files) {
    const text = await files.readInput(path);
    if (!text.ok)
        return { entries: [], problems: [`${path} ${text.problem}`] };
    const read = await readPromptFile(text.text);
    if (!read.ok)
        return { entries: [], problems: read.problems.map((problem) => `${path} ${problem}`) };
    const { name = path, timeout, skip, words } = read.file;
    const task = skip
        ? { kind: 'closed', as: { result: 'skipped', reason: 'Its front matter says `skip`.' } }
        : { kind: 'ask', words, ...(timeout !== undefined && { timeout }) };
    return { entries: [{ name, promptFile: path, task }], problems: [] };
}
function leavesWorkspace(pattern) {
    const path = pattern.replace(/^[!\s]+/, '');
    return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}
function problems(words) {
    return { entries: [], problems: words.map((problem) => `\`prompts\`: ${problem}.`) };
}

;// CONCATENATED MODULE: ./build/batch/entry-list.js





const TEXTS = ['name', 'prompt', 'promptFile', 'jobId', 'result', 'reason', 'prLink'];
const EMPTY = {
    name: '',
    prompt: '',
    promptFile: '',
    jobId: '',
    result: '',
    reason: '',
    prLink: '',
};
const ENDED = new Set([
    'pull-request',
    'no-pull-request',
    'archived',
    'failed',
    'skipped',
]);
async function readEntryList(input, text, files) {
    const list = parseList(text);
    if (typeof list === 'string')
        return { entries: [], problems: [`\`${input}\`: ${list}.`] };
    const read = await Promise.all(list.map((item) => readItem(item, files)));
    const told = read.flatMap(({ problems }, index) => problems.map((problem) => `\`${input}\`: entry ${index + 1} ${problem}.`));
    return { entries: read.flatMap(({ entries }) => entries), problems: told };
}
function parseList(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return 'is no JSON';
    }
    if (!Array.isArray(value))
        return 'must be a JSON array';
    return value.length > 0 ? value : 'is an empty array';
}
async function readItem(item, files) {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
        return entry_list_wrong('must be an object');
    const problems = checkFields(item);
    if (problems.length > 0)
        return { entries: [], problems };
    const fields = { ...EMPTY, ...item };
    const task = readTask(fields);
    if (typeof task === 'string')
        return entry_list_wrong(task);
    const { name, promptFile } = fields;
    if (promptFile === '')
        return entry({ name, task });
    if (task.kind !== 'ask')
        return entry({ name, promptFile, task });
    const read = await readEntry(promptFile, files);
    if (read.problems.length > 0) {
        return { entries: [], problems: read.problems.map((problem) => `names the file ${problem}`) };
    }
    return { entries: read.entries.map((found) => ({ ...found, name })), problems: [] };
}
function checkFields(item) {
    const known = [...TEXTS, 'duration'];
    const unknown = Object.keys(item).filter((key) => !known.includes(key));
    const mistyped = TEXTS.filter((key) => item[key] !== undefined && typeof item[key] !== 'string');
    const { name, duration, result } = item;
    const badName = typeof name === 'string' ? nameProblem(name) : 'text';
    return [
        ...unknown.map((key) => `has the unknown key \`${key}\``),
        ...mistyped.filter((key) => key !== 'name').map((key) => `has a \`${key}\` that is no text`),
        ...(badName === undefined ? [] : [`has a \`name\` that is not ${badName}`]),
        ...(duration === undefined || duration === null || typeof duration === 'number'
            ? []
            : ['has a `duration` that is no number']),
        ...(typeof result === 'string' && result !== '' && !batch_result/* ENTRY_RESULTS */.k2.some((word) => word === result)
            ? ['has a `result` that is none']
            : []),
    ];
}
function readTask(fields) {
    const { prompt, promptFile, jobId, result, duration } = fields;
    const checkedId = inputs_fields.id.safeParse(jobId);
    if (!checkedId.success)
        return `has a \`jobId\` that ${checkedId.error.issues[0]?.message}`;
    if (ENDED.has(result))
        return { kind: 'closed', as: toClosed(fields, duration) };
    if (jobId !== '') {
        return prompt === '' ? { kind: 'watch', jobId } : 'has both `prompt` and `jobId`; give one';
    }
    if (result === 'asking' || result === 'unknown')
        return { kind: 'closed', as: FATE_UNKNOWN };
    if (prompt !== '' && promptFile !== '')
        return 'has both `prompt` and `promptFile`; give one';
    if (promptFile !== '')
        return { kind: 'ask', words: '' };
    if (prompt === '')
        return 'has neither `prompt` nor `jobId`';
    return prompt.trim() === '' ? 'has a blank `prompt`' : { kind: 'ask', words: prompt };
}
const FATE_UNKNOWN = {
    result: 'unknown',
    reason: 'An earlier run asked for this job and does not know whether it was created. It is not asked again; ' +
        "look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.",
};
function toClosed({ result, reason, jobId, ...fields }, duration) {
    const prLink = (0,pull_request_link/* readLink */.XF)(fields.prLink);
    return {
        result: result,
        reason,
        ...(jobId !== '' && { jobId }),
        ...(prLink !== undefined && { prLink }),
        ...(typeof duration === 'number' && { duration }),
    };
}
function entry(one) {
    return { entries: [one], problems: [] };
}
function entry_list_wrong(problem) {
    return { entries: [], problems: [problem] };
}

// EXTERNAL MODULE: ./build/batch/resume.js
var resume = __webpack_require__(956);
;// CONCATENATED MODULE: ./node_modules/yocto-queue/index.js
/*
How it works:
`this.#head` is an instance of `Node` which keeps track of its current value and nests another instance of `Node` that keeps the value that comes after it. When a value is provided to `.enqueue()`, the code needs to iterate through `this.#head`, going deeper and deeper to find the last value. However, iterating through every single item is slow. This problem is solved by saving a reference to the last value as `this.#tail` so that it can reference it to add a new value.
*/

class Node {
	value;
	next;

	constructor(value) {
		this.value = value;
	}
}

class Queue {
	#head;
	#tail;
	#size;

	constructor() {
		this.clear();
	}

	enqueue(value) {
		const node = new Node(value);

		if (this.#head) {
			this.#tail.next = node;
			this.#tail = node;
		} else {
			this.#head = node;
			this.#tail = node;
		}

		this.#size++;
	}

	dequeue() {
		const current = this.#head;
		if (!current) {
			return;
		}

		this.#head = this.#head.next;
		this.#size--;

		// Clean up tail reference when queue becomes empty
		if (!this.#head) {
			this.#tail = undefined;
		}

		return current.value;
	}

	peek() {
		if (!this.#head) {
			return;
		}

		return this.#head.value;

		// TODO: Node.js 18.
		// return this.#head?.value;
	}

	clear() {
		this.#head = undefined;
		this.#tail = undefined;
		this.#size = 0;
	}

	get size() {
		return this.#size;
	}

	* [Symbol.iterator]() {
		let current = this.#head;

		while (current) {
			yield current.value;
			current = current.next;
		}
	}

	* drain() {
		while (this.#head) {
			yield this.dequeue();
		}
	}
}

;// CONCATENATED MODULE: ./node_modules/p-limit/index.js


function pLimit(concurrency) {
	let rejectOnClear = false;

	if (typeof concurrency === 'object') {
		({concurrency, rejectOnClear = false} = concurrency);
	}

	validateConcurrency(concurrency);

	if (typeof rejectOnClear !== 'boolean') {
		throw new TypeError('Expected `rejectOnClear` to be a boolean');
	}

	const queue = new Queue();
	let activeCount = 0;

	const resumeNext = () => {
		// Process the next queued function if we're under the concurrency limit
		if (activeCount < concurrency && queue.size > 0) {
			activeCount++;
			queue.dequeue().run();
		}
	};

	const next = () => {
		activeCount--;
		resumeNext();
	};

	const run = async (function_, resolve, arguments_) => {
		// Execute the function and capture the result promise
		const result = (async () => function_(...arguments_))();

		// Resolve immediately with the promise (don't wait for completion)
		resolve(result);

		// Wait for the function to complete (success or failure)
		// We catch errors here to prevent unhandled rejections,
		// but the original promise rejection is preserved for the caller
		try {
			await result;
		} catch {}

		// Decrement active count and process next queued function
		next();
	};

	const enqueue = (function_, resolve, reject, arguments_) => {
		const queueItem = {reject};

		// Queue the internal resolve function instead of the run function
		// to preserve the asynchronous execution context.
		new Promise(internalResolve => { // eslint-disable-line promise/param-names
			queueItem.run = internalResolve;
			queue.enqueue(queueItem);
		}).then(run.bind(undefined, function_, resolve, arguments_)); // eslint-disable-line promise/prefer-await-to-then

		// Start processing immediately if we haven't reached the concurrency limit
		if (activeCount < concurrency) {
			resumeNext();
		}
	};

	const generator = (function_, ...arguments_) => new Promise((resolve, reject) => {
		enqueue(function_, resolve, reject, arguments_);
	});

	Object.defineProperties(generator, {
		activeCount: {
			get: () => activeCount,
		},
		pendingCount: {
			get: () => queue.size,
		},
		clearQueue: {
			value() {
				if (!rejectOnClear) {
					queue.clear();
					return;
				}

				const abortError = AbortSignal.abort().reason;

				while (queue.size > 0) {
					queue.dequeue().reject(abortError);
				}
			},
		},
		concurrency: {
			get: () => concurrency,

			set(newConcurrency) {
				validateConcurrency(newConcurrency);
				concurrency = newConcurrency;

				queueMicrotask(() => {
					// eslint-disable-next-line no-unmodified-loop-condition
					while (activeCount < concurrency && queue.size > 0) {
						resumeNext();
					}
				});
			},
		},
		map: {
			async value(iterable, function_) {
				const promises = [];

				try {
					Array.from(iterable, (value, index) => {
						const promise = generator(function_, value, index);
						promises.push(promise);
						return promise;
					});
				} catch (error) {
					// The iterable threw, so `Promise.all` never observes the already scheduled promises. Observe them here to avoid unhandled rejections.
					for (const promise of promises) {
						promise.catch(() => {}); // eslint-disable-line promise/prefer-await-to-then
					}

					throw error;
				}

				return Promise.all(promises);
			},
		},
	});

	return generator;
}

function limitFunction(function_, options) {
	const limit = pLimit(options);

	const limitedFunction = (...arguments_) => limit(() => function_(...arguments_));
	Object.defineProperty(limitedFunction, 'clearQueue', {
		value: limit.clearQueue,
	});

	return limitedFunction;
}

function validateConcurrency(concurrency) {
	if (!((Number.isInteger(concurrency) || concurrency === Number.POSITIVE_INFINITY) && concurrency > 0)) {
		throw new TypeError('Expected `concurrency` to be a number from 1 and up');
	}
}

// EXTERNAL MODULE: ./build/job/request-result.js
var request_result = __webpack_require__(7183);
// EXTERNAL MODULE: ./build/job/run-job.js
var run_job = __webpack_require__(1404);
// EXTERNAL MODULE: ./build/job/send.js
var job_send = __webpack_require__(7096);
// EXTERNAL MODULE: ./build/job/to-result.js
var to_result = __webpack_require__(3089);
// EXTERNAL MODULE: ./build/runner/deadline.js
var runner_deadline = __webpack_require__(7583);
;// CONCATENATED MODULE: ./build/batch/open-pull-limit.js
async function findUnwelcome({ most, countOpen }, atWork, stopped) {
    const found = await countOpen(Math.max(1, most - atWork));
    if (found.kind === 'room')
        return undefined;
    if (found.kind === 'enough') {
        const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
        return { result: 'skipped', reason: `${found.reason}${beside}` };
    }
    const reason = `not sent: ${found.reason}`;
    if (stopped)
        return { result: 'remaining', reason };
    return { result: 'error', reason, halt: 'nobody can tell how many pull requests are open' };
}

;// CONCATENATED MODULE: ./build/batch/run-entries.js









const MOST_OPEN = 30;
const ABOUT_ALL = new Set([401, 402, 403, 404]);
const MOST_DOUBTS = 3;
async function runEntries(tools) {
    const { table, inputs, openPulls } = tools;
    const batch = {
        ...{ ...tools, lane: pLimit(1), open: 0, doubts: 0, halted: undefined, quickest: undefined },
    };
    const asks = table.rows.filter(({ entry }) => entry.task.kind === 'ask');
    const watches = table.rows.filter(({ entry }) => entry.task.kind === 'watch');
    table.setAll(asks.slice(inputs.maxJobs), leftOut(`the budget of this run is ${inputs.maxJobs}`));
    const pool = pLimit(MOST_OPEN);
    const watching = watches.map((row) => pool(() => watchEntry(batch, row)));
    pool.concurrency = Math.min(inputs.maxParallel, openPulls?.most ?? MOST_OPEN);
    const asking = asks.slice(0, inputs.maxJobs).map((row) => pool(() => askEntry(batch, row)));
    await Promise.all([...watching, ...asking]);
}
async function watchEntry(batch, row) {
    const { table, deadline } = batch;
    const { task } = row.entry;
    if (task.kind !== 'watch')
        return;
    if (deadline.stop.aborted) {
        const reason = `${(0,to_result/* stopWords */.e$)(deadline.stop.reason)} before it was its turn.`;
        return table.set(row, { result: (0,to_result/* stopResult */.mO)(deadline.stop.reason), reason });
    }
    const tools = toolsFor(batch, row, deadline);
    await (0,run_job/* runJob */.b5)({ kind: 'watch', jobId: task.jobId }, tools, openLedger(batch, row), true);
}
async function askEntry(batch, row) {
    const { table, inputs, lane, deadline, clock } = batch;
    const { task } = row.entry;
    if (task.kind !== 'ask')
        return;
    const ledger = openLedger(batch, row);
    const send = { kind: 'create', text: inputs.compose(task.words) };
    const delivery = await lane(async () => {
        const held = findHeld(batch);
        if (held !== undefined)
            return table.set(row, held);
        const delivered = await (0,job_send/* deliver */.c)(send, toolsFor(batch, row, deadline), ledger);
        if (delivered.kind === 'job')
            batch.doubts = 0;
        else
            giveUp(batch, row, delivered, ledger.held);
        return delivered;
    });
    if (delivery?.kind !== 'job')
        return;
    const own = task.timeout === undefined ? deadline : (0,runner_deadline/* narrowDeadline */.o)(deadline, task.timeout, clock);
    await (0,run_job/* watchToEnd */.WR)(delivery, toolsFor(batch, row, own), ledger, true);
}
function toolsFor(batch, { entry }, deadline) {
    const { clock, random, openService } = batch;
    return {
        ...{ clock, random, deadline, pollInterval: 'auto', log: named(batch.log, entry.name) },
        service: openService(deadline),
    };
}
function findHeld({ deadline, clock, quickest, ...batch }) {
    const { stop } = deadline;
    if (stop.aborted)
        return { result: 'remaining', reason: `${(0,to_result/* stopWords */.e$)(stop.reason)} before it was its turn.` };
    if (batch.halted !== undefined)
        return leftOut(batch.halted);
    const left = deadline.at - clock.now();
    if (quickest === undefined || left >= quickest)
        return undefined;
    return leftOut(`the deadline is ${(0,time/* formatDuration */.a3)(left)} away, and no job so far took less than ${(0,time/* formatDuration */.a3)(quickest)}`);
}
function openLedger(batch, row) {
    const { table, progress, clock, deadline, openPulls } = batch;
    const log = named(batch.log, row.entry.name);
    let createdAt;
    const ledger = {
        held: undefined,
        async beforeSend() {
            const unwelcome = openPulls && (await findUnwelcome(openPulls, batch.open, deadline.stop.aborted));
            batch.halted ??= unwelcome?.halt;
            ledger.held = unwelcome ?? findHeld(batch);
            if (ledger.held !== undefined)
                return { kind: 'held', reason: ledger.held.reason };
            table.set(row, { result: 'asking', reason: '' });
            await progress.saved();
            log.info('asked.');
            return { kind: 'go' };
        },
        async notTaken({ kind, message }) {
            table.set(row, { result: '', reason: kind === 'limited' ? message : '' });
        },
        async sent(job, sent) {
            const startedAt = clock.now();
            if (sent !== undefined)
                createdAt = sent.at;
            batch.open += 1;
            table.set(row, { result: 'working', jobId: job.id, startedAt });
        },
        async seen() {
        },
        async ended(result) {
            batch.open -= 1;
            run_entries_close(batch, row, result, createdAt);
            if (result.result === 'pull-request')
                await batch.settle(result, { createdAt });
        },
    };
    return ledger;
}
function run_entries_close(batch, row, outcome, createdAt) {
    const { table, clock, inputs } = batch;
    const { name } = row.entry;
    const { result, reason, pullRequest, warning } = outcome;
    const endedAt = clock.now();
    table.set(row, { result: (0,batch_result/* toEntryResult */.ff)(result), reason, endedAt, prLink: pullRequest?.link ?? '' });
    batch.log.info(`${name}: ${result}. ${reason}${pullRequest === undefined ? '' : ` ${pullRequest.link}`}`);
    if (warning !== undefined && warning !== reason)
        batch.log.warning(`${name}: ${warning}`);
    if (createdAt !== undefined) {
        batch.quickest = Math.min(batch.quickest ?? Number.POSITIVE_INFINITY, endedAt - createdAt);
    }
    if (inputs.onFailure === 'stop' && (0,request_result/* isFailure */.N6)(outcome))
        batch.halted ??= stoppedBy(name);
}
function giveUp(batch, row, delivery, held) {
    const { table, log, inputs } = batch;
    const { name } = row.entry;
    const failure = delivery.kind === 'over' ? delivery.failure : undefined;
    const reason = delivery.kind === 'over' ? delivery.result.reason : delivery.reason;
    const closed = held ?? { result: resultOf(failure), reason };
    table.set(row, closed);
    log.info(`${name}: ${closed.result}. ${closed.reason}`);
    if (held !== undefined)
        return;
    batch.doubts += closed.result === 'unknown' ? 1 : 0;
    if (closed.result === 'remaining')
        batch.halted ??= whyNoFurther(name, failure);
    else if (failure !== undefined && concernsAll(failure))
        batch.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
    else if (inputs.onFailure === 'stop')
        batch.halted ??= stoppedBy(name);
    else if (batch.doubts >= MOST_DOUBTS)
        batch.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
}
function stoppedBy(name) {
    return `\`${name}\` failed, and \`on-failure\` is \`stop\``;
}
function leftOut(why) {
    return { result: 'remaining', reason: `Not asked: ${why}.` };
}
function whyNoFurther(name, failure) {
    return failure?.kind === 'limited'
        ? 'the usage limit does not reset before the deadline'
        : `\`${name}\` could not be asked`;
}
function resultOf(failure) {
    if (failure === undefined)
        return 'remaining';
    if (failure.fate === 'unknown')
        return 'unknown';
    return failure.kind === 'limited' || failure.kind === 'stopped' ? 'remaining' : 'error';
}
function concernsAll({ kind, status = 0, fate }) {
    if (fate === 'unknown')
        return false;
    return kind === 'unreachable' || ABOUT_ALL.has(status) || (status >= 300 && status < 400);
}
function named(log, name) {
    const prefix = (level) => (text) => log[level](`${name}: ${text}`);
    return {
        info: prefix('info'),
        notice: prefix('notice'),
        warning: prefix('warning'),
        debug: prefix('debug'),
    };
}

;// CONCATENATED MODULE: ./build/batch/inputs.js













const ON_FAILURE = ['continue', 'stop'];
const MOST_JOBS = 100;
const batchInputSchema = {
    ...inputs_fields/* serviceFields */.$D,
    prompts: inputs_fields/* optional */.lq,
    'prompts-json': inputs_fields/* optional */.lq,
    resume: inputs_fields/* optional */.lq,
    variables: (0,inputs_fields/* field */.ZZ)((text) => {
        const read = readVariables(text);
        return read.ok ? read.variables : new inputs_fields/* Complaint */._V(read.problem);
    }),
    'rules-file': inputs_fields/* optional */.lq,
    'skip-if-open': change_fields/* changeFields */.Q['skip-if-open'],
    'max-open': change_fields/* changeFields */.Q['max-open'],
    'max-parallel': (0,inputs_fields/* wholeNumber */.rD)(MOST_OPEN),
    'max-jobs': (0,inputs_fields/* wholeNumber */.rD)(MOST_JOBS),
    'on-failure': (0,inputs_fields/* oneOf */.yL)(ON_FAILURE),
    timeout: inputs_fields/* timeout */.wR,
    'dry-run': inputs_fields/* boolean */.zM,
    file: (0,inputs_fields/* field */.ZZ)((text) => (text === '' ? new inputs_fields/* Complaint */._V('is empty') : text)),
    'github-token': inputs_fields/* optional */.lq,
    'pr-token': change_fields/* changeFields */.Q['pr-token'],
    'thread-secret': inputs_fields/* threadSecret */.hu,
    comment: inputs_fields/* comment */.Im,
    'issue-number': inputs_fields/* issueNumber */.Pp,
    'trigger-phrase': inputs_fields/* phrase */.MZ,
    permission: (0,inputs_fields/* oneOf */.yL)(request_gate/* REQUIRABLE */.zl),
    'allow-users': inputs_fields/* logins */.NB,
    'allow-bots': inputs_fields/* logins */.NB,
};
async function readBatchInputs({ runner, files, }) {
    const given = (name) => runner.input(name).trim();
    const { fields, problems } = (0,inputs_fields/* parseFields */.L5)(batchInputSchema, runner);
    const source = await readSource(given, files);
    const rules = await readRules(given('rules-file'), files);
    const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
    const all = [
        ...problems,
        ...source.problems,
        ...findTwins(source.entries),
        ...(fields === undefined ? [] : blankProblems(source.entries, fields.variables)),
        ...(target?.ok ? overwriteProblems(source.entries, target.path) : []),
        ...(rules.problem === undefined ? [] : [rules.problem]),
        ...(given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === ''
            ? ['`skip-if-open` needs `github-token` or `pr-token`; both are empty.']
            : []),
        ...(target?.ok === false ? [`\`file\`: ${given('file')} ${target.problem}.`] : []),
    ];
    if (fields === undefined || all.length > 0)
        return { ok: false, problems: all };
    const file = target?.ok === true ? target.path : fields.file;
    return { ok: true, inputs: toInputs({ ...fields, file }, source.entries, rules.text) };
}
async function readSource(given, files) {
    const sources = ['prompts', 'prompts-json', 'resume'].filter((name) => given(name) !== '');
    const [source, ...more] = sources;
    if (source === undefined) {
        return none('`prompts`, `prompts-json` and `resume` are all empty; give the entries by one of them.');
    }
    const text = given(source);
    if (more.length > 0) {
        return none(`${sources.map((name) => `\`${name}\``).join(' and ')} are given together; give one.`);
    }
    if (source === 'prompts')
        return readPromptFiles(text, files);
    if (source === 'prompts-json' || /^[[{"]/.test(text))
        return readEntryList(source, text, files);
    const file = await files.readInput(text, resume/* STATE_LIMIT */.Eo);
    return file.ok
        ? readEntryList(source, file.text, files)
        : none(`\`resume\`: ${(0,line/* cut */.Jj)(text, 200)} ${file.problem}.`);
}
function none(problem) {
    return { entries: [], problems: [problem] };
}
async function readRules(path, files) {
    if (path === '')
        return {};
    const file = await files.readInput(path);
    if (!file.ok)
        return { problem: `\`rules-file\`: ${path} ${file.problem}.` };
    return file.text.trim() === '' ? { problem: `\`rules-file\`: ${path} is empty.` } : { text: file.text };
}
function toInputs(fields, entries, rules) {
    const { 'github-token': githubToken, 'issue-number': issue, variables, 'skip-if-open': search } = fields;
    const token = fields['pr-token'] ?? githubToken;
    const service = { baseUrl: fields['base-url'], projectId: fields['project-id'] };
    const apiKey = fields['api-key'];
    const key = (0,signing_key/* signingKey */.N)({ apiKey, threadSecret: fields['thread-secret'] });
    return {
        ...{ ...service, apiKey, entries },
        compose: (words) => (0,request_prompt/* composePrompt */.l)(fillIn(words, variables, new Set()), rules),
        maxParallel: fields['max-parallel'],
        maxJobs: fields['max-jobs'],
        onFailure: fields['on-failure'],
        timeout: fields.timeout,
        dryRun: fields['dry-run'],
        file: fields.file,
        ...(githubToken !== undefined && { githubToken }),
        ...(search !== '' && token !== undefined && { openRule: { search, most: fields['max-open'], token } }),
        comment: fields.comment,
        ...(issue !== undefined && { issueNumber: issue }),
        ...{ phrase: fields['trigger-phrase'], key },
        gate: {
            required: fields.permission,
            allowUsers: fields['allow-users'],
            allowBots: fields['allow-bots'],
        },
        warnings: unusedWarnings(entries, variables),
    };
}

// EXTERNAL MODULE: ./build/intervals.js
var intervals = __webpack_require__(1722);
// EXTERNAL MODULE: ./build/report/audience.js
var report_audience = __webpack_require__(2213);
// EXTERNAL MODULE: ./build/batch/report.js
var report = __webpack_require__(9649);
;// CONCATENATED MODULE: ./build/batch/progress.js




const MOST_HANDED_OVER = 100;
function openProgress(ports, settings) {
    const { runner, clock } = ports;
    const { file, records } = settings;
    const comment = openComment(ports, settings);
    const write = fileWriter(ports, file, () => handOver(records()));
    function handOver(current) {
        const open = current
            .filter((record) => (0,batch_result/* isLeftOpen */.Uh)(record) || (0,batch_result/* isUnknown */.t8)(record))
            .toSorted((one, other) => Number((0,batch_result/* isAtWork */.pG)(other)) - Number((0,batch_result/* isAtWork */.pG)(one)))
            .slice(0, MOST_HANDED_OVER)
            .map(({ name, jobId }) => ({ name, jobId }));
        runner.state.batch({ file, written: write.written, open, commentId: comment.id });
    }
    return {
        changed() {
            const current = records();
            runner.output('jobs', JSON.stringify(current));
            runner.output('file', file);
            handOver(current);
            write.request(() => (0,report/* toFile */.eZ)(records()));
            comment.dirty = true;
        },
        saved: write.done,
        async open() {
            await comment.open();
            handOver(records());
        },
        async keepShown(done) {
            for (let toldAt = clock.now(); !done.aborted;) {
                await clock.sleep(intervals/* PROGRESS_SPACING */.kj, done).catch(() => {
                });
                if (done.aborted)
                    return;
                await comment.show();
                if (clock.now() - toldAt < intervals/* SIGN_OF_LIFE */.j)
                    continue;
                toldAt = clock.now();
                runner.log.info((0,report/* countWords */.rj)(records()));
            }
        },
        close: comment.close,
    };
}
function fileWriter({ files, runner }, path, firstWritten) {
    let wanted;
    let writing;
    let [warned, written] = [false, false];
    async function writeAll() {
        while (wanted !== undefined) {
            const text = wanted();
            wanted = undefined;
            const answer = await files.write(path, [text]);
            if (answer.ok && !written) {
                written = true;
                firstWritten();
            }
            if (!answer.ok && !warned) {
                warned = true;
                runner.log.warning(`The state of the jobs is in the output \`jobs\` only: ${path} ${answer.problem}.`);
            }
        }
        writing = undefined;
    }
    return {
        request(text) {
            wanted = text;
            writing ??= writeAll();
        },
        done: async () => writing,
        get written() {
            return written;
        },
    };
}
function openComment(ports, { audience, records }) {
    const { clock, runner, startedAt, workflowRun } = ports;
    let url;
    let warned = false;
    const render = (title) => (0,report/* renderComment */.wQ)(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });
    const comment = {
        id: undefined,
        dirty: false,
        async open() {
            if (audience === undefined)
                return;
            const answer = await audience.github.createComment(audience.thread, render('at work'));
            (0,report_audience/* warn */.R8)(answer, 'The status comment could not be written', runner.log);
            if (!answer.ok)
                return;
            comment.id = answer.value.id;
            url = answer.value.url;
            comment.dirty = false;
        },
        async show() {
            if (comment.dirty)
                await edit('at work');
        },
        async close(title) {
            await edit(title);
            return url;
        },
    };
    async function edit(title) {
        const { id } = comment;
        if (audience === undefined || id === undefined)
            return;
        comment.dirty = false;
        const answer = await audience.github.editComment(id, render(title));
        if (!answer.ok && !warned)
            (0,report_audience/* warn */.R8)(answer, 'The status comment could not be edited', runner.log);
        warned ||= !answer.ok;
        comment.dirty ||= !answer.ok && answer.failure.transient;
    }
    return comment;
}

;// CONCATENATED MODULE: ./build/batch/step.js












async function runBatch(ports, asked) {
    const outcome = await run(ports, asked);
    return {
        outputs: (0,batch_result/* toBatchOutputs */.Qm)(outcome),
        warnings: outcome.warnings,
        word: { level: (0,batch_result/* isFailedBatch */.Ce)(outcome) ? 'error' : 'info', text: outcome.reason },
        summary: (0,report/* renderBatchSummary */.r5)(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function run(ports, asked) {
    const read = await readBatchInputs(ports);
    if (!read.ok)
        return nothing('error', `not sent: ${read.problems.join(' ')}`);
    const { inputs } = read;
    ports.runner.group('Request');
    const deadline = ports.startDeadline(inputs.timeout);
    const github = openGitHub(ports, asked, inputs, deadline);
    const decision = await (0,admission/* admit */.w)(asked, inputs.gate, github);
    if (!decision.allowed)
        return nothing('denied', decision.reason);
    ports.runner.log.info(decision.reason);
    ports.runner.log.info(announce(inputs));
    return inputs.dryRun ? rehearse(ports, inputs, deadline) : perform(ports, inputs, deadline, github);
}
function openGitHub(ports, asked, { githubToken, issueNumber, gate }, deadline) {
    const asksGitHub = issueNumber !== undefined || (0,request_gate/* loginToLookUp */.Xd)(asked, gate) !== undefined;
    if (githubToken === undefined || !asksGitHub)
        return undefined;
    return ports.openGitHub(githubToken, deadline);
}
async function perform(ports, inputs, deadline, github) {
    const { clock, random, runner } = ports;
    const { log } = runner;
    const table = openEntryTable(inputs.entries, () => progress.changed());
    const { issueNumber: thread } = inputs;
    const speaks = inputs.comment === 'auto' && github !== undefined && thread !== undefined;
    const progress = openProgress(ports, {
        file: inputs.file,
        records: table.records,
        audience: speaks ? { github, thread } : undefined,
    });
    runner.group('Jobs');
    runner.state.stage('watching');
    progress.changed();
    await progress.open();
    const done = new AbortController();
    const shown = progress.keepShown(done.signal);
    const spaced = ports.spaceRequests();
    const settling = settlingOf(ports, inputs, deadline);
    await runEntries({
        ...{ clock, random, deadline, log, table, progress, inputs },
        openService: (until) => spaced({ ...inputs, deadline: until }),
        openPulls: openPullLimit(ports, inputs, deadline),
        settle: (result, origin) => (0,settle_pull_request/* settlePullRequest */.c)(result, origin, settling),
    }).finally(() => done.abort());
    await shown;
    const records = table.records();
    await progress.saved();
    runner.group();
    (0,resume/* printResume */.t1)(records, inputs.file, runner);
    const result = step_resultOf(records, deadline);
    const commentUrl = await progress.close((0,report/* titleOf */.Gg)(result));
    const reason = `${(0,report/* countWords */.rj)(records)}${deadline.stop.aborted ? ` The step ended before all jobs did.` : ''}`;
    return {
        result,
        reason,
        records,
        file: inputs.file,
        warnings: [...inputs.warnings, ...remainWarnings(records)],
        commentUrl,
    };
}
function openPullLimit(ports, { openRule }, deadline) {
    if (openRule === undefined)
        return undefined;
    const { search, token, most } = openRule;
    const github = ports.openGitHub(token, deadline);
    return { most, countOpen: (enough) => (0,open_pull_requests/* countOpen */.Q)({ search, most: enough }, github) };
}
function settlingOf(ports, inputs, deadline) {
    const { githubToken, key, phrase, comment } = inputs;
    return {
        openGitHub: (token) => ports.openGitHub(token, deadline),
        ...{ githubToken, prToken: undefined, service: inputs, key, phrase },
        workflowRun: ports.workflowRun,
        marks: comment === 'auto',
        wishes: { labels: [], reviewers: [], assignees: [] },
        people: {},
        log: ports.runner.log,
    };
}
function step_resultOf(records, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && records.some((record) => (0,batch_result/* isLeftOpen */.Uh)(record)))
        return 'timeout';
    if (records.some(batch_result/* hasFailed */.WN))
        return 'failed';
    return records.some(batch_result/* isRemaining */.hB) ? 'incomplete' : 'completed';
}
function remainWarnings(records) {
    const remaining = records.filter(batch_result/* isRemaining */.hB);
    const [first] = remaining;
    if (first === undefined)
        return [];
    const count = remaining.length === 1 ? '1 entry was' : `${remaining.length} entries were`;
    return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}
function rehearse(ports, inputs, deadline) {
    const { entries, compose, maxJobs } = inputs;
    const table = openEntryTable(entries, () => {
    });
    let budget = maxJobs;
    const texts = table.rows.flatMap((row) => {
        const { name, task } = row.entry;
        if (task.kind !== 'ask')
            return [];
        budget -= 1;
        const reason = `Not asked: the budget of this run is ${maxJobs}.`;
        table.set(row, budget >= 0 ? { result: 'dry-run' } : { result: 'remaining', reason });
        return budget >= 0 ? [{ name, text: compose(task.words) }] : [];
    });
    const service = ports.openService({ ...inputs, deadline });
    return {
        result: 'dry-run',
        reason: `Dry run: nothing was sent; the summary shows ${texts.length === 1 ? 'the instruction' : `the ${texts.length} instructions`} and the address.`,
        records: table.records(),
        warnings: inputs.warnings,
        drafts: { address: service.createAddress.href, texts },
    };
}
function nothing(result, reason) {
    return { result, reason, records: [], warnings: [] };
}
function announce({ entries, maxParallel, maxJobs, timeout }) {
    const count = (kind) => entries.filter(({ task }) => task.kind === kind).length;
    return (`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}: ${count('ask')} to ask (at most ${maxJobs} in this run), ${count('watch')} to watch; ` +
        `${maxParallel} at a time (deadline after ${(0,time/* formatDuration */.a3)(timeout)}).`);
}


/***/ })

};
