export const id = 283;
export const ids = [283];
export const modules = {

/***/ 1663:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ce: () => (/* binding */ isFailedBatch),
/* harmony export */   H0: () => (/* binding */ isRefused),
/* harmony export */   Qm: () => (/* binding */ toBatchOutputs),
/* harmony export */   Uh: () => (/* binding */ isLeftOpen),
/* harmony export */   WN: () => (/* binding */ hasFailed),
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
/* harmony import */ var _report_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4902);
/* harmony import */ var _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2950);
/* harmony import */ var _request_own_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2970);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8194);
/* harmony import */ var _text_time_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5853);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1663);
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
        [count((record) => (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record) && (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record)), 'no longer watched'],
        [count((record) => (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record) && (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isUnknown */ .t8)(record)), 'of unknown fate'],
    ];
    const doubt = doubts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
    const parts = [
        [count(_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasSucceeded */ .yO), 'succeeded'],
        [count(_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN), `failed${doubt.length > 0 ? ` (${doubt.join(', ')})` : ''}`],
        [count(({ result }) => result === 'working' || result === 'asking'), 'at work'],
        [count(({ result }) => result === 'skipped'), 'skipped'],
        [count(_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isRemaining */ .hB), 'not asked'],
    ];
    const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
    return `${records.length} ${records.length === 1 ? 'entry' : 'entries'}: ${told.join(', ') || 'nothing yet'}.`;
}
function renderComment(records, { title, duration, runUrl }) {
    const text = [
        `**Documentation agent, many jobs: ${title}**`,
        (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(countWords(records)),
        renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .COMMENT_LIMIT */ .W$ - BESIDES),
        `${(0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration)} · ${(0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(runUrl)}`,
    ].join('\n\n');
    const marker = `${_request_own_js__WEBPACK_IMPORTED_MODULE_5__/* .OWN_MARKER */ .Y}note -->`;
    return `${(0,_report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .shorten */ .ml)(text, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .COMMENT_LIMIT */ .W$ - marker.length - 2)}\n\n${marker}`;
}
function renderBatchSummary(outcome, duration) {
    const { records, drafts } = outcome;
    const left = (0,_resume_js__WEBPACK_IMPORTED_MODULE_2__/* .resumeEntries */ .Ue)(records);
    const parts = [
        `### Documentation agent, many jobs: ${titleOf(outcome.result)}`,
        (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(outcome.reason),
        ...(records.length > 0 ? [renderTable(records, _report_shorten_js__WEBPACK_IMPORTED_MODULE_4__/* .SUMMARY_LIMIT */ .Jt / 2)] : []),
        (0,_text_time_js__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a3)(duration),
        ...(left.length === 0 || drafts !== undefined
            ? []
            : ['To go on with what is left, give this as `resume`:']),
        ...(left.length === 0 || drafts !== undefined ? [] : [(0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)((0,_resume_js__WEBPACK_IMPORTED_MODULE_2__/* .resumeText */ .xI)(left))]),
    ];
    if (drafts !== undefined) {
        parts.push(`This would be sent with ${(0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(`POST ${drafts.address}`)}, each by itself:`);
        for (const { name, text } of drafts.texts)
            parts.push((0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name), (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(text));
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
        table = (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .grid */ .Vg)(columns, sorted.map((record) => toCells(record, most)));
        if (Buffer.byteLength(table) <= limit)
            break;
    }
    return table;
}
function rank(record) {
    if ((0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN)(record))
        return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record) || (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isUnknown */ .t8)(record) ? 0 : 1;
    if ((0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .hasSucceeded */ .yO)(record))
        return 4;
    return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isRemaining */ .hB)(record) ? 3 : 2;
}
function toCells(record, reasonLimit) {
    const { name, result, prLink, jobId, duration, reason } = record;
    const where = prLink !== '' && !(0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .isLeftOpen */ .Uh)(record) ? (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(prLink) : (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(jobId);
    const why = result === 'pull-request' || reasonLimit === 0 ? '' : (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)((0,_text_line_js__WEBPACK_IMPORTED_MODULE_6__/* .cut */ .Jj)(reason, reasonLimit));
    return [
        (0,_report_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name, NAME_LIMIT),
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
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1663);


const STATE_LIMIT = 16 * 1024 * 1024;
function resumeEntries(records) {
    return records.flatMap((record) => {
        const { name, jobId, promptFile, prompt = '' } = record;
        if ((0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .isLeftOpen */ .Uh)(record))
            return [{ name, jobId }];
        if ((0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .isUnknown */ .t8)(record))
            return [{ name, result: 'unknown' }];
        if (!(0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .isRemaining */ .hB)(record) && !(0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .isRefused */ .H0)(record))
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

/***/ 7283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runBatch: () => (/* binding */ runBatch)
});

// EXTERNAL MODULE: ./build/request/admission.js
var admission = __webpack_require__(9851);
// EXTERNAL MODULE: ./build/request/gate.js
var request_gate = __webpack_require__(2751);
// EXTERNAL MODULE: ./build/request/open-pulls.js
var open_pulls = __webpack_require__(4425);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/batch/outcome.js
var batch_outcome = __webpack_require__(1663);
;// CONCATENATED MODULE: ./build/batch/board.js

function openBoard(entries, changed) {
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
    const unsent = (0,batch_outcome/* isRemaining */.hB)({ result, jobId }) || (0,batch_outcome/* isRefused */.H0)({ result, jobId });
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

// EXTERNAL MODULE: ./build/job/link.js
var job_link = __webpack_require__(2126);
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
        ...(typeof result === 'string' && result !== '' && !batch_outcome/* ENTRY_RESULTS */.k2.some((word) => word === result)
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
    const prLink = (0,job_link/* readLink */.XF)(fields.prLink);
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

;// CONCATENATED MODULE: ./build/batch/pacer.js
const SPACING = 500;
function openPacer(clock) {
    let last = Number.NEGATIVE_INFINITY;
    return {
        get freeAt() {
            return last + SPACING;
        },
        take() {
            last = clock.now();
        },
    };
}

;// CONCATENATED MODULE: ./build/batch/plan.js

const LONGEST_GAP = 15_000;
const MOST_OPEN = LONGEST_GAP / SPACING;
const LEAST_GAP = 6_000;
const SHARE = 1 / 8;
function gapAfter(waited, open) {
    return Math.min(Math.max(Math.round(waited * SHARE), LEAST_GAP, open * SPACING), LONGEST_GAP);
}
function planTurn(jobs, { at, asks }) {
    const queue = jobs.filter(({ looking }) => !looking).sort((one, other) => one.latest - other.latest);
    const [first] = queue;
    if (asks && fits(queue, at + SPACING))
        return { kind: 'ask' };
    if (first === undefined)
        return { kind: 'wait', until: Number.POSITIVE_INFINITY };
    const urgent = latestStart(queue);
    if (asks || urgent <= at)
        return { kind: 'look', job: first };
    const next = queue.reduce((soonest, job) => (job.due < soonest.due ? job : soonest), first);
    if (next.due > at)
        return { kind: 'wait', until: Math.min(next.due, urgent) };
    const rest = queue.filter((job) => job !== next);
    return { kind: 'look', job: fits(rest, at + SPACING) ? next : first };
}
function fits(queue, at) {
    return latestStart(queue) >= at;
}
function latestStart(queue) {
    return Math.min(...queue.map(({ latest }, index) => latest - index * SPACING));
}

// EXTERNAL MODULE: ./build/batch/resume.js
var resume = __webpack_require__(956);
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
    'issue-number': inputs_fields/* issueNumber */.Pp,
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
    return {
        baseUrl: fields['base-url'],
        apiKey: fields['api-key'],
        projectId: fields['project-id'],
        entries,
        compose: (words) => (0,request_prompt/* composePrompt */.l)(fillIn(words, variables, new Set()), rules),
        maxParallel: fields['max-parallel'],
        maxJobs: fields['max-jobs'],
        onFailure: fields['on-failure'],
        timeout: fields.timeout,
        dryRun: fields['dry-run'],
        file: fields.file,
        ...(githubToken !== undefined && { githubToken }),
        ...(search !== '' && token !== undefined && { openRule: { search, most: fields['max-open'], token } }),
        ...(issue !== undefined && { issueNumber: issue }),
        gate: {
            required: fields.permission,
            allowUsers: fields['allow-users'],
            allowBots: fields['allow-bots'],
        },
        warnings: unusedWarnings(entries, variables),
    };
}
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

// EXTERNAL MODULE: ./build/report/conversation.js
var conversation = __webpack_require__(176);
// EXTERNAL MODULE: ./build/batch/report.js
var report = __webpack_require__(9649);
;// CONCATENATED MODULE: ./build/batch/publish.js



const MOST_HANDED_OVER = 100;
const publish_SPACING = 20_000;
const STILL_EDITING = 1_000;
function openPublisher(world, settings) {
    const { runner } = world;
    const { file, records } = settings;
    const comment = openComment(world, settings);
    const write = fileWriter(world, file, () => handOver(records()));
    function handOver(current) {
        const open = current
            .filter((record) => (0,batch_outcome/* isLeftOpen */.Uh)(record) || (0,batch_outcome/* isUnknown */.t8)(record))
            .toSorted((one, other) => Number((0,batch_outcome/* isAtWork */.pG)(other)) - Number((0,batch_outcome/* isAtWork */.pG)(one)))
            .slice(0, MOST_HANDED_OVER)
            .map(({ name, jobId }) => ({ name, jobId }));
        const { id } = comment;
        const { written } = write;
        const handover = { file, written, open, ...(id !== undefined && { commentId: id }) };
        runner.saveState('batch', JSON.stringify(handover));
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
        tick: comment.tick,
        get nextTick() {
            return comment.nextTick;
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
function openComment(world, { audience, records }) {
    const { clock, runner, startedAt, place } = world;
    let shownAt = 0;
    let editing;
    let url;
    let warned = false;
    const render = (title) => (0,report/* renderComment */.wQ)(records(), { title, duration: clock.now() - startedAt, runUrl: place.url });
    const comment = {
        id: undefined,
        dirty: false,
        get nextTick() {
            if (!comment.dirty || comment.id === undefined)
                return Number.POSITIVE_INFINITY;
            const next = shownAt + publish_SPACING;
            return editing === undefined ? next : Math.max(next, clock.now() + STILL_EDITING);
        },
        async open() {
            if (audience === undefined)
                return;
            const answer = await audience.github.createComment(audience.thread, render('at work'));
            (0,conversation/* warn */.R8)(answer, 'The status comment could not be written', runner.log);
            if (!answer.ok)
                return;
            comment.id = answer.value.id;
            url = answer.value.url;
            shownAt = clock.now();
            comment.dirty = false;
        },
        tick() {
            if (clock.now() < comment.nextTick)
                return;
            editing = edit('at work').finally(() => {
                editing = undefined;
            });
        },
        async close(title) {
            await editing;
            await edit(title);
            return url;
        },
    };
    async function edit(title) {
        const { id } = comment;
        if (audience === undefined || id === undefined)
            return;
        comment.dirty = false;
        shownAt = clock.now();
        const answer = await audience.github.editComment(id, render(title));
        if (!answer.ok && !warned)
            (0,conversation/* warn */.R8)(answer, 'The status comment could not be edited', runner.log);
        warned ||= !answer.ok;
        comment.dirty ||= !answer.ok && answer.failure.transient;
    }
    return comment;
}

// EXTERNAL MODULE: ./build/job/conclude.js
var conclude = __webpack_require__(2243);
// EXTERNAL MODULE: ./build/job/start.js
var start = __webpack_require__(3816);
// EXTERNAL MODULE: ./build/job/judge.js
var judge = __webpack_require__(8839);
// EXTERNAL MODULE: ./build/job/schedule.js
var schedule = __webpack_require__(3631);
// EXTERNAL MODULE: ./build/outcome.js
var build_outcome = __webpack_require__(7072);
;// CONCATENATED MODULE: ./build/batch/looks.js






const FIRST_BACKOFF = 1_000;
function watchFrom(floor, row, job, sent) {
    const { clock, board } = floor;
    const now = clock.now();
    const { task } = row.entry;
    const span = task.kind === 'ask' ? task.timeout : undefined;
    const open = {
        row,
        judge: (0,judge/* openJudge */.S2)(job, sent, clock),
        ...(sent && { sent }),
        ...(span !== undefined && { timeout: { at: now + span, span } }),
        due: now,
        latest: now,
        looking: false,
        misses: 0,
    };
    floor.open.add(open);
    board.set(row, { result: 'working', jobId: job.id, startedAt: now });
    if (sent !== undefined)
        see(floor, open, job, now);
}
async function look(floor, open, at) {
    const { service, deadline, log } = floor;
    open.looking = true;
    const answer = await service.getJob(open.judge.job.id, 'once');
    open.looking = false;
    if (answer.ok)
        see(floor, open, answer.value, at);
    else if (!deadline.stop.aborted)
        miss(floor, open, answer.failure, at);
    else if (answer.failure.kind !== 'stopped')
        log.info(`${open.row.entry.name}: ${answer.failure.message}`);
}
function dropOverdue(floor) {
    const now = floor.clock.now();
    for (const open of floor.open) {
        const { timeout, looking, judge } = open;
        if (timeout === undefined || looking || timeout.at > now)
            continue;
        const { job } = judge;
        const passed = `Its timeout of ${(0,time/* formatDuration */.a3)(timeout.span)} passed before job ${job.id} ended`;
        looks_close(floor, open, { result: 'timeout', reason: `${passed}; the job goes on. ${(0,conclude/* pickUp */.rn)(job.id)}`, job });
    }
}
function dropAll(floor) {
    const { stop } = floor.deadline;
    for (const open of floor.open) {
        const { job } = open.judge;
        looks_close(floor, open, (0,conclude/* conclude */.Ep)({ kind: 'stopped', job, stop: stop.reason }, open.sent));
    }
}
function see(floor, open, job, at) {
    open.misses = 0;
    tell(floor, open, job);
    const ended = open.judge.see(job);
    if (ended === undefined)
        looks_schedule(floor, open, at, gapAfter(at - open.judge.since, floor.open.size));
    else
        looks_close(floor, open, (0,conclude/* conclude */.Ep)(ended, open.sent));
}
function miss(floor, open, failure, at) {
    const { log } = floor;
    const { judge, row } = open;
    open.misses += 1;
    const now = floor.clock.now();
    if (judge.excuses(failure))
        looks_schedule(floor, open, at, gapAfter(at - judge.since, floor.open.size));
    else if (!failure.transient)
        looks_close(floor, open, (0,conclude/* conclude */.Ep)({ kind: 'refused', job: judge.job, failure }, open.sent));
    else {
        log.info(`${row.entry.name}: ${failure.message} Looking again.`);
        if (failure.kind === 'limited')
            pause(open, now, failure.resetAt ?? now);
        else
            looks_schedule(floor, open, now, Math.min(FIRST_BACKOFF * 2 ** open.misses, LONGEST_GAP));
    }
}
function pause(open, now, resetAt) {
    open.due = Math.max(resetAt, now + LONGEST_GAP);
    open.latest = open.due;
}
function looks_schedule(floor, open, at, gap) {
    const { deadline, random } = floor;
    const end = Math.min(deadline.at, open.timeout?.at ?? deadline.at);
    open.due = at + (0,schedule/* nextDelay */.r)(gap, { waited: at - open.judge.since, left: end - at }, random);
    open.latest = at + LONGEST_GAP;
}
function looks_close(floor, open, outcome) {
    const { board, log, clock, inputs } = floor;
    const { row } = open;
    const { name } = row.entry;
    const { result, reason, pullRequest, warning } = outcome;
    floor.open.delete(open);
    const endedAt = clock.now();
    board.set(row, { result: toEntryResult(result), reason, endedAt, prLink: pullRequest?.link ?? '' });
    log.info(`${name}: ${result}. ${reason}${pullRequest === undefined ? '' : ` ${pullRequest.link}`}`);
    if (warning !== undefined && warning !== reason)
        log.warning(`${name}: ${warning}`);
    if (open.sent !== undefined) {
        const took = endedAt - open.judge.since;
        floor.quickest = Math.min(floor.quickest ?? took, took);
    }
    if (inputs.onFailure === 'stop' && (0,build_outcome/* isFailure */.N6)(outcome)) {
        floor.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
    }
}
function toEntryResult(result) {
    const ends = [
        'pull-request',
        'no-pull-request',
        'archived',
        'failed',
        'timeout',
        'interrupted',
    ];
    return ends.find((end) => end === result) ?? 'error';
}
function tell({ log, clock, warned }, open, job) {
    const { shown, warning } = (0,judge/* tellStatus */.C0)(job);
    if (warning !== undefined && !warned.has(shown))
        log.warning(warning);
    if (warning !== undefined)
        warned.add(shown);
    if (shown === open.told)
        return;
    open.told = shown;
    log.info(`${open.row.entry.name}: ${shown} after ${(0,time/* formatDuration */.a3)(clock.now() - open.judge.since)}.`);
}

;// CONCATENATED MODULE: ./build/batch/welcome.js
function isCrowded({ open, inputs: { openRule } }) {
    return openRule !== undefined && open.size >= openRule.most;
}
async function unwelcome(floor) {
    const { open, inputs, countOpen } = floor;
    if (inputs.openRule === undefined || countOpen === undefined)
        return undefined;
    const atWork = open.size;
    const found = await countOpen(Math.max(1, inputs.openRule.most - atWork));
    if (found.kind === 'room')
        return undefined;
    if (found.kind === 'enough') {
        const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
        return { result: 'skipped', reason: `${found.reason}${beside}` };
    }
    const reason = `not sent: ${found.reason}`;
    if (floor.deadline.stop.aborted)
        return { result: 'remaining', reason };
    floor.halted ??= 'nobody can tell how many pull requests are open';
    return { result: 'error', reason };
}

;// CONCATENATED MODULE: ./build/batch/asks.js




const ABOUT_ALL = new Set([401, 402, 403, 404]);
const MOST_DOUBTS = 3;
async function ask(floor, row, task) {
    const { board, service, clock, random, deadline, inputs } = floor;
    const log = named(floor.log, row.entry.name);
    let held;
    const permit = {
        async before() {
            held = await hold(floor, row);
            if (held === undefined && !deadline.stop.aborted)
                log.info('asked.');
            return held?.reason;
        },
        notProcessed({ kind, message }) {
            board.set(row, { result: '', reason: kind === 'limited' ? message : '' });
            floor.bell.ring();
        },
    };
    const ledger = {
        sending: () => {
        },
        jobKnown: (jobId) => board.set(row, { result: 'working', jobId }),
    };
    const started = await (0,start/* start */.ni)({ kind: 'create', text: inputs.compose(task.words) }, {
        service: { ...service, createJob: (prompt) => service.createJob(prompt, permit) },
        ...{ clock, random, deadline, log, pollInterval: 'auto' },
    }, ledger);
    if (started.kind === 'watching') {
        floor.doubts = 0;
        watchFrom(floor, row, started.job, started.sent);
    }
    else
        giveUp(floor, row, started, held);
}
function haltedBy(floor) {
    const { deadline, clock, quickest } = floor;
    const left = deadline.at - clock.now();
    if (quickest !== undefined && left < quickest) {
        floor.halted ??= `the deadline is ${(0,time/* formatDuration */.a3)(left)} away, and no job so far took less than ${(0,time/* formatDuration */.a3)(quickest)}`;
    }
    return floor.halted;
}
async function hold(floor, row) {
    const { board, publisher, bell } = floor;
    const before = haltedBy(floor);
    if (before !== undefined)
        return leftOut(before);
    const closed = await unwelcome(floor);
    if (closed !== undefined)
        return closed;
    board.set(row, { result: 'asking', reason: '' });
    bell.ring();
    await publisher.saved();
    await turn(floor);
    return floor.halted === undefined ? undefined : leftOut(floor.halted);
}
function leftOut(why) {
    return { result: 'remaining', reason: `Not asked: ${why}.` };
}
function turn(floor) {
    const { stop } = floor.deadline;
    if (stop.aborted)
        return Promise.resolve();
    return new Promise((resolve) => {
        floor.grant = resolve;
        stop.addEventListener('abort', () => resolve(), { once: true });
        floor.bell.ring();
    });
}
function giveUp(floor, row, { outcome, failure }, held) {
    const { board, log, inputs } = floor;
    const { name } = row.entry;
    const { result, reason } = held ?? { result: resultOf(failure), reason: outcome.reason };
    board.set(row, { result, reason });
    log.info(`${name}: ${result}. ${reason}`);
    if (held !== undefined)
        return;
    floor.doubts += result === 'unknown' ? 1 : 0;
    if (result === 'remaining')
        floor.halted ??= whyNoFurther(name, failure);
    else if (failure !== undefined && concernsAll(failure)) {
        floor.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
    }
    else if (inputs.onFailure === 'stop') {
        floor.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
    }
    else if (floor.doubts >= MOST_DOUBTS) {
        floor.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
    }
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
        error: prefix('error'),
        debug: prefix('debug'),
    };
}

;// CONCATENATED MODULE: ./build/batch/floor.js
function openFloor(tools) {
    return {
        ...tools,
        open: new Set(),
        warned: new Set(),
        asking: false,
        grant: undefined,
        doubts: 0,
        halted: undefined,
        quickest: undefined,
        bell: openBell(tools.clock, tools.deadline.stop),
    };
}
function openBell(clock, stop) {
    let sleep = new AbortController();
    let rung = false;
    const ring = () => {
        rung = true;
        sleep.abort();
    };
    stop.addEventListener('abort', ring, { once: true });
    return {
        ring,
        async wait(ms) {
            if (!rung && !stop.aborted) {
                sleep = new AbortController();
                await clock.sleep(ms, sleep.signal).catch(() => {
                });
            }
            rung = false;
        },
    };
}

;// CONCATENATED MODULE: ./build/batch/work.js







const SIGN_OF_LIFE = 60_000;
async function work(tools, maxJobs) {
    const floor = openFloor(tools);
    const { clock, deadline, pacer, bell, publisher } = floor;
    const line = lineUp(floor, maxJobs);
    const crew = openCrew(bell.ring);
    const sign = signsOfLife(floor);
    while (!deadline.stop.aborted) {
        crew.check();
        dropOverdue(floor);
        await publisher.saved();
        sign.tell();
        publisher.tick();
        takeUp(floor, line);
        if (mayAsk(floor, line)) {
            crew.add(askNext(floor, line));
            continue;
        }
        if (floor.open.size === 0 && !floor.asking)
            break;
        const at = Math.max(clock.now(), pacer.freeAt);
        const plan = planTurn([...floor.open], { at, asks: floor.grant !== undefined });
        const until = plan.kind === 'wait' ? plan.until : at;
        if (until > clock.now()) {
            await bell.wait(Math.min(until, soonest(floor, sign.next)) - clock.now());
            continue;
        }
        pacer.take();
        if (plan.kind === 'look')
            crew.add(look(floor, plan.job, at));
        else
            grantTurn(floor);
    }
    await crew.gone();
    dropAll(floor);
    leaveRest(floor, line);
}
function soonest({ open, clock, publisher }, next) {
    const timeouts = [...open].map(({ timeout }) => timeout?.at ?? Number.POSITIVE_INFINITY);
    return Math.max(clock.now() + 1, Math.min(next, publisher.nextTick, ...timeouts));
}
function grantTurn(floor) {
    const { grant } = floor;
    floor.grant = undefined;
    grant?.();
}
function lineUp({ board }, maxJobs) {
    const asks = board.rows.filter(({ entry }) => entry.task.kind === 'ask');
    board.setAll(asks.slice(maxJobs), leftOut(`the budget of this run is ${maxJobs}`));
    return {
        watches: board.rows.filter(({ entry }) => entry.task.kind === 'watch'),
        asks: asks.slice(0, maxJobs),
    };
}
function hasRoom({ open, asking }, most) {
    return open.size + Number(asking) < most;
}
function takeUp(floor, line) {
    while (line.watches.length > 0 && hasRoom(floor, MOST_OPEN)) {
        const row = line.watches.shift();
        if (row?.entry.task.kind !== 'watch')
            return;
        const { jobId } = row.entry.task;
        watchFrom(floor, row, { id: jobId, raw: { id: jobId } });
    }
}
function mayAsk(floor, { asks, watches }) {
    const { asking, inputs } = floor;
    if (asks.length === 0 || asking || watches.length > 0)
        return false;
    return hasRoom(floor, inputs.maxParallel) && !isCrowded(floor) && haltedBy(floor) === undefined;
}
async function askNext(floor, { asks }) {
    const row = asks.shift();
    if (row?.entry.task.kind !== 'ask')
        return;
    floor.asking = true;
    await ask(floor, row, row.entry.task);
    floor.asking = false;
}
function leaveRest({ board, deadline, halted }, { asks, watches }) {
    const { stop } = deadline;
    const reason = stop.aborted ? `${(0,conclude/* stopWords */.e$)(stop.reason)} before it was its turn.` : '';
    const left = stop.aborted ? { result: 'remaining', reason } : leftOut(halted ?? 'the step ended');
    board.setAll(asks, left);
    if (stop.aborted)
        board.setAll(watches, { result: (0,conclude/* stopResult */.mO)(stop.reason), reason });
}
function openCrew(ring) {
    const members = new Set();
    let defect;
    function add(member) {
        const left = member
            .catch((error) => {
            defect ??= { error };
        })
            .finally(() => {
            members.delete(left);
            ring();
        });
        members.add(left);
    }
    const check = () => {
        if (defect !== undefined)
            throw defect.error;
    };
    return {
        add,
        check,
        async gone() {
            await Promise.all(members);
            check();
        },
    };
}
function signsOfLife({ clock, log, board, open }) {
    let next = clock.now() + SIGN_OF_LIFE;
    return {
        get next() {
            return next;
        },
        tell() {
            if (clock.now() < next)
                return;
            next = clock.now() + SIGN_OF_LIFE;
            const records = board.records();
            const count = (test) => records.filter(test).length;
            log.info(`${open.size} open, ${count(batch_outcome/* hasSucceeded */.yO)} succeeded, ${count(batch_outcome/* hasFailed */.WN)} failed, ${count(batch_outcome/* isRemaining */.hB)} to come.`);
        },
    };
}

;// CONCATENATED MODULE: ./build/batch/step.js












async function runBatch(world, asked) {
    const outcome = await run(world, asked);
    const failed = (0,batch_outcome/* isFailedBatch */.Ce)(outcome);
    return {
        outputs: (0,batch_outcome/* toBatchOutputs */.Qm)(outcome),
        failed,
        warnings: outcome.warnings,
        word: { level: failed ? 'error' : 'info', text: outcome.reason },
        summary: (0,report/* renderBatchSummary */.r5)(outcome, world.clock.now() - world.startedAt),
    };
}
async function run(world, asked) {
    const read = await readBatchInputs(world);
    if (!read.ok)
        return nothing('error', `not sent: ${read.problems.join(' ')}`);
    const { inputs } = read;
    const deadline = world.startDeadline(inputs.timeout);
    const github = await openGitHub(world, asked, inputs, deadline);
    const decision = await (0,admission/* admit */.w)(asked, inputs.gate, github);
    if (!decision.allowed)
        return nothing('denied', decision.reason);
    world.runner.log.info(decision.reason);
    world.runner.log.info(announce(inputs));
    return inputs.dryRun ? rehearse(world, inputs, deadline) : perform(world, inputs, deadline, github);
}
async function openGitHub(world, asked, { githubToken, issueNumber, gate }, deadline) {
    const asksGitHub = issueNumber !== undefined || (0,request_gate/* loginToLookUp */.Xd)(asked, gate) !== undefined;
    if (githubToken === undefined || !asksGitHub)
        return undefined;
    return world.openGitHub(githubToken, deadline);
}
async function perform(world, inputs, deadline, github) {
    const { clock, random, runner } = world;
    const { log } = runner;
    const board = openBoard(inputs.entries, () => publisher.changed());
    const { issueNumber: thread } = inputs;
    const publisher = openPublisher(world, {
        file: inputs.file,
        records: board.records,
        ...(github !== undefined && thread !== undefined && { audience: { github, thread } }),
    });
    const service = world.openService({ ...inputs, deadline });
    runner.saveStage('watching');
    publisher.changed();
    await publisher.open();
    const search = await searchFor(world, inputs, deadline);
    const pacer = openPacer(clock);
    const tools = { service, clock, random, deadline, log, pacer, board, publisher, inputs };
    await work({ ...tools, ...(search && { countOpen: search }) }, inputs.maxJobs);
    const records = board.records();
    await publisher.saved();
    (0,resume/* printResume */.t1)(records, inputs.file, runner);
    const result = step_resultOf(records, deadline);
    const commentUrl = await publisher.close((0,report/* titleOf */.Gg)(result));
    const reason = `${(0,report/* countWords */.rj)(records)}${deadline.stop.aborted ? ` The step ended before all jobs did.` : ''}`;
    return {
        result,
        reason,
        records,
        file: inputs.file,
        warnings: [...inputs.warnings, ...remainWarnings(records)],
        ...(commentUrl !== undefined && { commentUrl }),
    };
}
async function searchFor(world, { openRule }, deadline) {
    if (openRule === undefined)
        return undefined;
    const { search, token } = openRule;
    const changes = await world.openChanges(token, deadline);
    return (most) => (0,open_pulls/* countOpen */.Q)({ search, most }, changes);
}
function step_resultOf(records, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && records.some((record) => (0,batch_outcome/* isLeftOpen */.Uh)(record)))
        return 'timeout';
    if (records.some(batch_outcome/* hasFailed */.WN))
        return 'failed';
    return records.some(batch_outcome/* isRemaining */.hB) ? 'incomplete' : 'completed';
}
function remainWarnings(records) {
    const remaining = records.filter(batch_outcome/* isRemaining */.hB);
    const [first] = remaining;
    if (first === undefined)
        return [];
    const count = remaining.length === 1 ? '1 entry was' : `${remaining.length} entries were`;
    return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}
function rehearse(world, inputs, deadline) {
    const { entries, compose, maxJobs } = inputs;
    const board = openBoard(entries, () => {
    });
    let budget = maxJobs;
    const texts = board.rows.flatMap((row) => {
        const { name, task } = row.entry;
        if (task.kind !== 'ask')
            return [];
        budget -= 1;
        const reason = `Not asked: the budget of this run is ${maxJobs}.`;
        board.set(row, budget >= 0 ? { result: 'dry-run' } : { result: 'remaining', reason });
        return budget >= 0 ? [{ name, text: compose(task.words) }] : [];
    });
    const service = world.openService({ ...inputs, deadline });
    return {
        result: 'dry-run',
        reason: `Dry run: nothing was sent; the summary shows ${texts.length === 1 ? 'the instruction' : `the ${texts.length} instructions`} and the address.`,
        records: board.records(),
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
