export const id = 908;
export const ids = [908];
export const modules = {

/***/ 9408:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ writeBatch),
/* harmony export */   x: () => (/* binding */ readBatch)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4343);
/* harmony import */ var _report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2123);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8194);
/* harmony import */ var _text_signed_note_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(205);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4127);
/* harmony import */ var _summary_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3643);






const schema = zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .strictObject */ .rej({
    until: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .number */ .aig(),
    labels: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .readonly */ .tBZ(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .array */ .YOg(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP())),
    entries: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .readonly */ .tBZ(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .array */ .YOg(_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .entrySchema */ .Oo)),
    more: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .number */ .aig(),
});
const NOTE_LIMIT = 30_000;
function writeBatch({ id, place, note }, facts, key) {
    const sorted = note.entries.toSorted((one, other) => Number((0,_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .isOpen */ .nT)(other)) - Number((0,_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .isOpen */ .nT)(one)));
    const all = sorted.map(({ prompt: _, ...entry }) => ({
        ...entry,
        promptFile: '',
        reason: (0,_text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .cut */ .Jj)(entry.reason, 240),
    }));
    let entries = all;
    while (Buffer.byteLength(JSON.stringify(entries)) > NOTE_LIMIT)
        entries = entries.slice(0, Math.floor(entries.length * 0.9));
    const more = note.more + all.length - entries.length;
    const content = { ...note, entries, more };
    const line = all.some(_entry_js__WEBPACK_IMPORTED_MODULE_3__/* .isOpen */ .nT) ? (0,_text_signed_note_js__WEBPACK_IMPORTED_MODULE_2__/* .signNote */ .qO)('batch:v1', content, { ...place, commentId: id }, key) : '';
    return `${(0,_summary_js__WEBPACK_IMPORTED_MODULE_4__/* .renderComment */ .wQ)(note.entries, { ...facts, more: note.more }, _report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_LIMIT */ .W$ - line.length)}\n${line}`;
}
function readBatch({ id, body }, place, key) {
    const note = (0,_text_signed_note_js__WEBPACK_IMPORTED_MODULE_2__/* .verifyNote */ .W4)('batch:v1', schema, body, { ...place, commentId: id }, key);
    return typeof note === 'object' ? [{ id, note, place }] : [];
}


/***/ }),

/***/ 5125:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cp: () => (/* binding */ BATCH_RESULTS),
/* harmony export */   Qm: () => (/* binding */ toBatchOutputs),
/* harmony export */   sG: () => (/* binding */ outcomeOf)
/* harmony export */ });
/* harmony import */ var _text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2392);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4127);


const BATCH_RESULTS = {
    completed: { title: 'completed', reasonCode: 'batch-completed' },
    started: { title: 'jobs are at work', reasonCode: 'job-started' },
    incomplete: { title: 'some entries remain', reasonCode: 'batch-incomplete' },
    failed: { title: 'a job failed', reasonCode: 'batch-failed' },
    timeout: { title: 'the deadline passed', reasonCode: 'deadline' },
    interrupted: { title: 'interrupted', reasonCode: 'interrupted' },
    'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run' },
    error: { title: 'error', reasonCode: 'input-invalid' },
};
function outcomeOf(entries) {
    if (entries.some(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN))
        return 'failed';
    if (entries.some(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .isOpen */ .nT))
        return 'started';
    return entries.some(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .isNotRequested */ .cO) ? 'incomplete' : 'completed';
}
function toBatchOutputs(outcome) {
    const { entries } = outcome;
    const links = new Set(entries.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .cy)(entries.map(({ prompt: _, promptHash: __, sentAt: ___, ...entry }) => entry)),
        file: outcome.file ?? '',
        prLinks: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .cy)([...links]),
        succeeded: String(entries.filter((entry) => (0,_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .statusOf */ .c2)(entry) === 'succeeded').length),
        failed: String(entries.filter(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .hasFailed */ .WN).length),
        remaining: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeJson */ .cy)(entries.filter(_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .isNotRequested */ .cO).map(({ name }) => name)),
        result: outcome.result,
        reason: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_0__/* .shellSafeText */ .pp)(outcome.reason),
        reasonCode: outcome.reasonCode ?? BATCH_RESULTS[outcome.result].reasonCode,
        commentUrl: outcome.commentUrl ?? '',
    };
}


/***/ }),

/***/ 4127:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $h: () => (/* binding */ NAME_RULE),
/* harmony export */   MB: () => (/* binding */ entryName),
/* harmony export */   Oo: () => (/* binding */ entrySchema),
/* harmony export */   VX: () => (/* binding */ ENTRIES_LIMIT),
/* harmony export */   WN: () => (/* binding */ hasFailed),
/* harmony export */   Z4: () => (/* binding */ BLANK),
/* harmony export */   c2: () => (/* binding */ statusOf),
/* harmony export */   cO: () => (/* binding */ isNotRequested),
/* harmony export */   f: () => (/* binding */ STATUSES),
/* harmony export */   fP: () => (/* binding */ openEntryTable),
/* harmony export */   k2: () => (/* binding */ ENTRY_RESULTS),
/* harmony export */   nF: () => (/* binding */ needsJob),
/* harmony export */   nT: () => (/* binding */ isOpen),
/* harmony export */   sk: () => (/* binding */ nextStep)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4343);
/* harmony import */ var _inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4347);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8194);
/* harmony import */ var _text_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1691);




const STATUSES = {
    'no longer watched': '❌',
    'of unknown outcome': '❌',
    failed: '❌',
    'in progress': '⏳',
    skipped: '➖',
    'not requested': '⏸',
    succeeded: '✅',
};
const RESULT_STATUS = {
    'pull-request': 'succeeded',
    'no-pull-request': 'succeeded',
    archived: 'succeeded',
    failed: 'failed',
    timeout: 'no longer watched',
    interrupted: 'no longer watched',
    error: 'failed',
    unknown: 'of unknown outcome',
    asking: 'in progress',
    working: 'in progress',
    remaining: 'not requested',
    skipped: 'skipped',
    'dry-run': 'skipped',
};
const ENTRY_RESULTS = Object.keys(RESULT_STATUS);
const ENTRIES_LIMIT = 16 * 1024 * 1024;
const NAME_RULE = 'one line of 1 to 200 characters';
const entryName = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(`must be ${NAME_RULE}`).check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .refine */ .YPB(isName, `must be ${NAME_RULE}`));
function isName(text) {
    const { length } = text.trim();
    return length > 0 && length <= 200 && (0,_text_line_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutUnseen */ .zG)(text) === text && !/[\r\n\t]/.test(text);
}
const text = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP('must be text'), '');
const entrySchema = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .strictObject */ .rej({
    name: entryName,
    promptFile: text,
    jobId: (0,_inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .converted */ .H$)(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .pipe */ .FsL(text, _inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__.id), (jobId) => jobId ?? ''),
    result: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ["enum"] */ .k5n(['', ...ENTRY_RESULTS], 'is not a known result'), ''),
    reason: text,
    prLink: (0,_inputs_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .converted */ .H$)(text, (link) => (0,_text_url_js__WEBPACK_IMPORTED_MODULE_2__/* .readUrl */ .wo)(link) ?? ''),
    duration: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig('must be a number')), null),
    sentAt: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .number */ .aig()),
    promptHash: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP()),
    prompt: zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP('must be text')),
}, {
    error: (issue) => issue.code === 'unrecognized_keys'
        ? `has the unknown key ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
        : 'must be an object',
});
const BLANK = entrySchema.parse({ name: 'none' });
function needsJob(entry) {
    return entry.prompt !== undefined;
}
function statusOf({ result, jobId }) {
    if (result === '')
        return jobId === '' ? 'not requested' : 'in progress';
    if (result === 'error' && jobId !== '')
        return 'no longer watched';
    return RESULT_STATUS[result];
}
function hasFailed(entry) {
    return ['no longer watched', 'of unknown outcome', 'failed'].includes(statusOf(entry));
}
function isNotRequested(entry) {
    return statusOf(entry) === 'not requested';
}
function nextStep(entry) {
    const { result, jobId } = entry;
    if (statusOf(entry) === 'succeeded' || result === 'failed' || result === 'skipped')
        return 'nothing';
    if (jobId !== '')
        return 'watch';
    return result === 'asking' || result === 'unknown' ? 'check' : 'create';
}
function isOpen(entry) {
    return nextStep(entry) === 'watch';
}
function openEntryTable(initial, onChange) {
    const entries = initial.map((entry) => ({ ...entry }));
    return {
        entries,
        set(some, change) {
            for (const entry of some)
                Object.assign(entry, change);
            if (some.length > 0)
                onChange?.();
        },
        records: () => entries.map(({ prompt, ...entry }) => entry.promptFile === '' && nextStep(entry) === 'create' ? { ...entry, prompt } : entry),
    };
}


/***/ }),

/***/ 7549:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  yu: () => (/* binding */ MOST_PARALLEL),
  a3: () => (/* binding */ readBatchInputs)
});

// UNUSED EXPORTS: batchInputSchema

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/prompt/prompt.js
var prompt_prompt = __webpack_require__(5821);
// EXTERNAL MODULE: ./build/pull-request/marker.js
var marker = __webpack_require__(5898);
// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/inputs/list.js
var list = __webpack_require__(3666);
// EXTERNAL MODULE: ./build/text/front-matter.js
var front_matter = __webpack_require__(6863);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/text/line.js
var line = __webpack_require__(8194);
// EXTERNAL MODULE: ./build/batch/entry.js
var batch_entry = __webpack_require__(4127);
;// CONCATENATED MODULE: ./build/batch/json-problem.js
function jsonProblem(text) {
    const message = parserMessage(text);
    const place = / at position (\d+)/.exec(message)?.[1];
    const index = place === undefined ? findToken(text, message) : Number(place);
    const [before, sign = 'end'] = [text.slice(0, index), text[index]];
    const line = before.split('\n');
    const cause = message.replace(/ in JSON at .*|, (?:\.\.\.)?".*/s, '');
    const [, advice = ''] = ADVICE.find(([pattern]) => pattern.test(`${before.trimEnd().slice(-1)}${sign}`)) ?? [];
    return `Line ${line.length}, column ${(line.at(-1) ?? '').length + 1}: ${cause}${advice}`;
}
const ADVICE = [
    [/,[\]}]$/, '. Remove the comma before it'],
    [/['`‘’“”]$/, '. Use double quotes, like `"`'],
    [/[\r\n]$/, '. Write a line break in a text as `\\n`'],
    [/[/#]$/, '. JSON has no comments'],
];
function findToken(text, message) {
    if (!isToken(message))
        return text.length;
    let [right, wrong] = [0, text.length];
    while (wrong - right > 1) {
        const middle = Math.floor((right + wrong) / 2);
        if (isToken(parserMessage(text.slice(0, middle))))
            wrong = middle;
        else
            right = middle;
    }
    return right;
}
function isToken(message) {
    return message.startsWith('Unexpected token');
}
function parserMessage(text) {
    try {
        JSON.parse(text);
        return '';
    }
    catch (error) {
        return error.message;
    }
}

;// CONCATENATED MODULE: ./build/batch/entry-sources.js









const SOURCES = ['prompts', 'prompts-json', 'resume'];
async function readEntries(input, files) {
    const [source, ...others] = SOURCES.filter((name) => input(name) !== '');
    if (source === undefined || others.length > 0)
        return { entries: [], problems: ['Set one of `prompts`, `prompts-json` and `resume`.'] };
    const found = await readSource(source, input(source), files);
    const entries = found.filter((each) => typeof each !== 'string');
    const wrong = found.filter((each) => typeof each === 'string');
    const problems = wrong.map((problem) => `\`${source}\`: ${problem}.`);
    return { entries, problems: [...problems, ...findEmpty(entries), ...findDuplicates(entries)] };
}
async function readSource(source, text, files) {
    if (source === 'prompts')
        return readPromptFiles(text, files);
    if (source === 'prompts-json' || /^[[{"]/.test(text))
        return readEntryList(text, files);
    const file = await files.readInput(text, batch_entry/* ENTRIES_LIMIT */.VX);
    return file.ok ? readEntryList(file.value, files) : [`${(0,line/* cut */.Jj)(text, 200)} ${file.failure}`];
}
function findEmpty(entries) {
    const empty = entries.filter((entry) => (0,batch_entry/* needsJob */.nF)(entry) && entry.prompt.trim() === '');
    return empty.map(({ name }) => `The instruction of \`${name}\` is empty.`);
}
function findDuplicates(entries) {
    const duplicates = [...Map.groupBy(entries, ({ name }) => name)].filter(([, same]) => same.length > 1);
    return duplicates.map(([name, { length }]) => `${length} entries are named \`${name}\`. Names must be unique.`);
}
async function readEntryList(text, files) {
    const items = (0,json/* parseJson */.qF)(text);
    if (!Array.isArray(items) || items.length === 0)
        return [
            `must be a JSON array of at least one entry${items === undefined ? `. ${jsonProblem(text)}` : ''}`,
        ];
    const found = items.map((item, index) => readItem(item, `entry ${index + 1}`, files));
    return (await Promise.all(found)).flat();
}
const OUTCOME_UNKNOWN = 'An earlier run sent this request, and it is unknown whether there is a job. It is not sent again. ' +
    "Check the project's jobs in the service's dashboard, then set the entry's `jobId`, or remove its `result`.";
const NO_PROMPTS = 'The output `jobs` has no prompts, so pass the `file` of the earlier run';
async function readItem(item, subject, files) {
    const { success, data: entry, error } = batch_entry/* entrySchema */.Oo.safeParse(item);
    if (!success)
        return listProblems(subject, error);
    const { name, promptFile, jobId, sentAt, promptHash, prompt = '' } = entry;
    const reset = { ...batch_entry/* BLANK */.Z4, name, promptFile, jobId };
    switch ((0,batch_entry/* nextStep */.sk)(entry)) {
        case 'nothing':
            return [{ ...entry, prompt: undefined }];
        case 'watch':
            return prompt === ''
                ? [{ ...reset, sentAt, promptHash }]
                : [`${subject} has both \`prompt\` and \`jobId\``];
        case 'check':
            return [{ ...reset, result: 'unknown', reason: OUTCOME_UNKNOWN }];
        case 'create':
            if ((promptFile === '') === (prompt === ''))
                return [`${subject} needs one of \`prompt\`, \`promptFile\` and \`jobId\`. ${NO_PROMPTS}`];
            if (promptFile === '')
                return [{ ...reset, prompt }];
            return readPromptEntry(promptFile, files, name, `${subject} names the file ${promptFile}, which`);
    }
}
async function readPromptFiles(globs, files) {
    const patterns = (0,list/* readList */.L)(globs);
    const wrong = patterns.map(fields/* quoteProblem */.QW).find((problem) => problem !== undefined);
    if (wrong !== undefined)
        return [wrong];
    const paths = await files.find(patterns);
    if (paths.length === 0)
        return [`no file in the workspace matches ${patterns.join(', ')}`];
    return (await Promise.all(paths.map((path) => readPromptEntry(path, files)))).flat();
}
const frontMatterSchema = schemas/* looseObject */._H3({
    name: schemas/* optional */.lqM(batch_entry/* entryName */.MB),
    skip: schemas/* _default */.Rvf(fields/* boolean */.zM, false),
});
function readYaml(yaml) {
    try {
        const [keys, ...more] = (0,js_yaml/* loadAll */.gh)(yaml, { schema: js_yaml/* FAILSAFE_SCHEMA */.uH });
        return more.length > 0 ? 'several documents' : (keys ?? {});
    }
    catch (error) {
        return String(Object(error).reason ?? error);
    }
}
async function readPromptEntry(path, files, fixedName, subject = path) {
    const file = await files.readInput(path);
    if (!file.ok)
        return [`${subject} ${file.failure}`];
    const parts = (0,front_matter/* splitFrontMatter */.v)(file.value);
    if (typeof parts === 'string')
        return [`${subject} ${parts}`];
    const keys = readYaml(parts.yaml);
    if (typeof keys === 'string')
        return [`${subject} has front matter that is not valid YAML (${keys})`];
    const { success, data, error } = frontMatterSchema.safeParse(keys);
    if (!success)
        return listProblems(subject, error);
    const { name: given, skip, ...unused } = data;
    (0,fields/* noteUnused */.L2)(path, Object.keys(unused), files.log);
    const name = fixedName ?? given ?? path;
    if (!batch_entry/* entryName */.MB.safeParse(name).success)
        return [`${subject} needs a \`name\` in front matter, because its path is not ${batch_entry/* NAME_RULE */.$h}`];
    const entry = { ...batch_entry/* BLANK */.Z4, name, promptFile: path };
    if (skip)
        return [{ ...entry, result: 'skipped', reason: 'Its front matter sets `skip`.' }];
    return [{ ...entry, prompt: parts.body }];
}
function listProblems(subject, { issues }) {
    return issues.map(({ path, message }) => path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`);
}

;// CONCATENATED MODULE: ./build/batch/inputs.js







const MOST_PARALLEL = 30;
function batchInputSchema({ runner, files }) {
    return {
        ...fields/* serviceFields */.$D,
        prompts: fields/* optional */.lq,
        promptsJson: fields/* optional */.lq,
        resume: fields/* optional */.lq,
        rulesFile: fields/* textFile */.Ex(files, runner),
        prLabels: change_fields/* changeFields */.Qd.prLabels,
        prRepository: change_fields/* changeFields */.Qd.prRepository,
        maxOpen: fields/* count */.U9,
        maxParallel: fields/* wholeNumber */.rD(MOST_PARALLEL),
        maxJobs: fields/* wholeNumber */.rD(100),
        timeout: fields/* timeout */.wR,
        wait: fields/* boolean */.zM,
        dryRun: fields/* boolean */.zM,
        file: fields/* required */.mw,
        githubToken: fields/* githubToken */.bU,
        prToken: change_fields/* changeFields */.Qd.prToken,
        threadSecret: fields/* threadSecret */.hu,
        comment: fields/* comment */.Im,
        issueNumber: fields/* issueNumber */.Pp,
    };
}
async function readBatchInputs(ports) {
    const { runner, files, workflowRun } = ports;
    const input = (name) => runner.input(name).trim();
    const { data, problems } = await (0,read_inputs/* parseInputs */.TL)(batchInputSchema(ports), runner);
    const { entries, problems: unread } = await readEntries(input, { ...files, log: runner.log });
    problems.push(...unread);
    if (data !== undefined)
        problems.push(...checkOpenRule(data));
    const target = input('file') === '' ? undefined : await files.checkTarget(input('file'));
    const read = [input('rules-file'), ...entries.map(({ promptFile }) => promptFile)].filter(Boolean);
    const named = await Promise.all(read.map(files.checkTarget));
    if (target?.ok && named.some((one) => one.ok && one.value === target.value))
        problems.push(`\`file\`: ${input('file')} is also an input, which the batch would overwrite. Name another file.`);
    if (target?.ok === false)
        problems.push(`\`file\`: ${input('file')} ${target.failure}.`);
    if (data === undefined || !target?.ok || problems.length > 0)
        return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
    const { prLabels: labels, prRepository: repository } = data;
    const sealed = (0,read_inputs/* seal */.od)(data);
    return {
        ...sealed,
        file: target.value,
        entries,
        compose: (prompt) => (0,prompt_prompt/* composePrompt */.lm)(prompt, data.rulesFile),
        identify: (text) => (0,marker/* identify */.ls)(text, { key: sealed.key, workflowRun }),
        openRule: labels.length === 0 ? undefined : { labels, repository },
    };
}
function checkOpenRule({ prLabels, prRepository, prToken, comment }) {
    const problems = [];
    if (prRepository !== undefined && prToken === undefined)
        problems.push(change_fields/* PR_TOKEN_MISSING */.ib);
    if (prLabels.length > 0 && comment === 'never')
        problems.push('`pr-labels` needs the marker of each pull request, which `comment: never` leaves out.');
    return problems;
}


/***/ }),

/***/ 4843:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ overLimit),
/* harmony export */   m: () => (/* binding */ runEntries)
/* harmony export */ });
/* harmony import */ var _job_send_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7096);
/* harmony import */ var _job_watch_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9971);
/* harmony import */ var _model_request_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2433);
/* harmony import */ var _pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7297);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(453);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4127);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7549);







const MOST_UNKNOWN = 3;
async function runEntries(batch) {
    const { table, inputs, openLimit, log } = batch;
    const { stop } = batch.deadline;
    const creating = { unknown: 0, sent: 0, listed: 0, withoutLabels: new Set() };
    const problems = [];
    const watching = new Set();
    const finishing = [];
    const turnOf = (entry) => ({ ...batch, entry, creating, log: namedLog(log, entry) });
    const waitForRoom = async (most) => {
        while (watching.size >= most)
            await Promise.race(watching);
    };
    async function finish(entry, ended) {
        watching.add(ended);
        const end = await ended;
        watching.delete(ended);
        if (end === undefined)
            return;
        const finished = await batch.finishPullRequest(end.result, end.origin);
        creating.withoutLabels.delete(entry);
        if (finished.pullRequest !== undefined)
            creating.listed += 1;
        if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isFailure */ .N6)(finished) && finished.reasonCode !== end.result.reasonCode)
            problems.push(`${entry.name}: ${finished.warning ?? finished.reason}`);
    }
    for (const entry of table.entries.filter(_entry_js__WEBPACK_IMPORTED_MODULE_4__/* .isOpen */ .nT)) {
        await waitForRoom(_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .MOST_PARALLEL */ .yu);
        if (!stop.aborted)
            finishing.push(finish(entry, resumeEntry(turnOf(entry))));
    }
    await waitForRoom(inputs.wait ? _inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .MOST_PARALLEL */ .yu : 1);
    await skipKnown(table.entries.filter(_entry_js__WEBPACK_IMPORTED_MODULE_4__/* .needsJob */ .nF).map(turnOf));
    for (const entry of table.entries.filter(_entry_js__WEBPACK_IMPORTED_MODULE_4__/* .needsJob */ .nF)) {
        await waitForRoom(Math.min(inputs.maxParallel, openLimit?.most ?? _inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .MOST_PARALLEL */ .yu));
        const turn = turnOf(entry);
        const created = await createJob(turn, entry.prompt);
        if (created !== undefined)
            finishing.push(finish(entry, watchEntry(turn, created.job, created.turn)));
    }
    await Promise.all(finishing);
    leaveRest(batch, creating);
    return problems;
}
async function skipKnown(turns) {
    const [first] = turns;
    if (first?.openLimit === undefined)
        return;
    const { context } = first.openLimit;
    const { identify } = first.inputs;
    const withoutLabels = await (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .createLabels */ .mp)(context);
    const open = withoutLabels ?? (await (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .listLabeled */ .Co)(context));
    if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(open))
        return close(first, haltBy(open, first));
    first.creating.listed += open.length;
    const marked = await (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .findMarked */ .Em)(open, context);
    if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(marked))
        return close(first, haltBy(marked, first));
    const left = new Map(turns.map((turn) => [identify(turn.entry.name), turn]));
    const skip = (name = '', prLink, reason) => {
        const turn = left.get(name);
        left.delete(name);
        return turn && close(turn, { result: 'skipped', reason, prLink, prompt: undefined });
    };
    for (const { entry, url } of marked)
        skip(entry?.name, url, 'Its pull request is still open.');
    const [next] = left.values();
    if (next === undefined)
        return;
    const isSame = ({ name, prompt }) => prompt === identify(left.get(name)?.entry.prompt ?? '');
    const declined = await (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .findDeclined */ .sF)(isSame, context);
    if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(declined))
        return close(next, haltBy(declined, next));
    for (const { entry, url, number } of declined)
        skip(entry?.name, url, `Declined in #${number}. Change the instruction to send it again.`);
}
function leaveRest({ table, deadline: { stop } }, { halted }) {
    const rest = table.entries.filter(({ result }) => result === '');
    const end = stop.aborted ? (0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .stopped */ .ce)(stop.reason, ' before this entry had its turn.') : undefined;
    const { create = [], watch = [] } = Object.groupBy(rest, _entry_js__WEBPACK_IMPORTED_MODULE_4__/* .nextStep */ .sk);
    table.set(create, { result: 'remaining', reason: halted ?? end?.reason ?? '' });
    if (end !== undefined)
        table.set(watch, { result: end.result, reason: end.reason });
}
async function resumeEntry(turn) {
    const { creating, entry, table } = turn;
    table.set([entry], { result: 'working' });
    creating.withoutLabels.add(entry);
    return watchEntry(turn, await (0,_job_watch_js__WEBPACK_IMPORTED_MODULE_1__/* .findJob */ .pC)(entry, turn));
}
async function createJob(turn, prompt) {
    const { clock, creating, deadline, entry, inputs, log, saved, table } = turn;
    const isOver = () => deadline.stop.aborted || creating.halted !== undefined;
    const { maxJobs, maxParallel } = inputs;
    const working = table.entries.filter(({ result }) => result === 'working');
    if (deadline.stop.aborted)
        return undefined;
    if (creating.sent >= maxJobs)
        return close(turn, overLimit('max-jobs', maxJobs));
    if (working.length >= maxParallel)
        return close(turn, overLimit('max-parallel', maxParallel));
    for (let limits = 0; !isOver(); limits += 1) {
        const enough = await findEnoughOpen(turn);
        if (enough !== undefined)
            return close(turn, enough);
        table.set([entry], { result: 'asking', reason: '', promptHash: inputs.identify(prompt) });
        const problem = await saved();
        if (problem !== undefined) {
            creating.halted ??= problem;
            return close(turn, { result: 'error', reason: problem });
        }
        log.info('Sending the instruction.');
        const delivery = await (0,_job_send_js__WEBPACK_IMPORTED_MODULE_0__/* .send */ .t)(inputs.compose(prompt), {}, limits, turn);
        countSend(delivery, creating);
        if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(delivery))
            return reportRefusal(turn, delivery);
        if (delivery.kind === 'sent') {
            table.set([entry], { result: 'working', jobId: delivery.job.id, sentAt: delivery.turn.sentAt });
            creating.withoutLabels.add(entry);
            return delivery;
        }
        table.set([entry], { result: '', reason: delivery.reason });
        await (0,_runner_clock_js__WEBPACK_IMPORTED_MODULE_6__/* .slept */ .j)(delivery.until - clock.now(), clock, deadline.stop);
    }
    return undefined;
}
function countSend(delivery, creating) {
    const isUnknown = (0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(delivery) && delivery.outcome === 'unknown';
    creating.unknown = isUnknown ? creating.unknown + 1 : 0;
    if (isUnknown || (!(0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(delivery) && delivery.kind === 'sent'))
        creating.sent += 1;
}
function overLimit(name, most) {
    return { result: 'remaining', reason: `\`${name}\` is ${most}.` };
}
async function findEnoughOpen(turn) {
    const { creating, openLimit } = turn;
    const { withoutLabels } = creating;
    const isEnough = () => creating.listed + withoutLabels.size >= (openLimit?.most ?? Number.POSITIVE_INFINITY);
    if (openLimit === undefined || !isEnough())
        return undefined;
    const open = await (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .listLabeled */ .Co)(openLimit.context);
    if ((0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(open))
        return haltBy(open, turn);
    creating.listed = open.length;
    if (!isEnough())
        return undefined;
    const { reason } = (0,_pull_request_when_open_js__WEBPACK_IMPORTED_MODULE_3__/* .skipWhileOpen */ .Fd)(open, openLimit.context);
    return { result: 'skipped', reason: `${reason} (jobs in progress: ${withoutLabels.size})` };
}
function haltBy({ reason }, { creating, deadline, entry }) {
    if (deadline.stop.aborted)
        return { result: 'remaining', reason };
    creating.halted ??= concernsAll(entry);
    return { result: 'error', reason };
}
async function watchEntry(turn, job, sent = {}) {
    const { entry, inputs, log, time } = turn;
    const startedAt = entry.sentAt ?? time.now();
    const wait = inputs.wait || (!(0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(job) && turn.waitsFor?.(job) === true);
    const end = (0,_model_request_result_js__WEBPACK_IMPORTED_MODULE_2__/* .isResult */ .aI)(job) ? job : await (0,_job_watch_js__WEBPACK_IMPORTED_MODULE_1__/* .watchJob */ .LA)(job, sent, turn, { wait });
    if (end.result === 'started')
        return undefined;
    const { reason, pullRequest, warning } = end;
    const isGone = end.reasonCode === 'job-unknown';
    const result = isGone ? 'failed' : (_entry_js__WEBPACK_IMPORTED_MODULE_4__/* .ENTRY_RESULTS */ .k2.find((known) => known === end.result) ?? 'error');
    const duration = Math.round((time.now() - startedAt) / 1000);
    close(turn, { result, reason, prLink: pullRequest?.link ?? '', duration });
    if (warning !== undefined && warning !== reason)
        log.warning(warning);
    const mark = { name: inputs.identify(entry.name), prompt: entry.promptHash };
    const origin = { since: entry.sentAt, isNew: sent.created, entry: mark };
    return { result: end, origin };
}
function namedLog(log, { name }) {
    const named = (level) => (text) => log[level](`${name}: ${text}`);
    return { info: named('info'), notice: named('notice'), debug: named('debug'), warning: named('warning') };
}
const LATER = new Set(['usage-limit', 'deadline', 'interrupted']);
const ABOUT_ONE = new Set(['request-rejected', 'service-failed']);
function reportRefusal(turn, { reason, reasonCode, outcome }) {
    const { creating, entry } = turn;
    const isUnknown = outcome === 'unknown';
    if (isUnknown) {
        if (creating.unknown >= MOST_UNKNOWN)
            creating.halted ??= `The outcome of ${MOST_UNKNOWN} creates in a row is unknown.`;
    }
    else if (!ABOUT_ONE.has(reasonCode)) {
        creating.halted ??= concernsAll(entry);
    }
    close(turn, { result: isUnknown ? 'unknown' : LATER.has(reasonCode) ? 'remaining' : 'error', reason });
}
function concernsAll({ name }) {
    return `\`${name}\` had a problem that concerns every job.`;
}
function close({ entry, log, table }, known) {
    table.set([entry], known);
    const { result, reason, prLink } = entry;
    log.info(`${result}. ${reason} ${prLink}`);
}


/***/ }),

/***/ 3643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EX: () => (/* binding */ countEntries),
/* harmony export */   P_: () => (/* binding */ toLines),
/* harmony export */   r5: () => (/* binding */ renderBatchSummary),
/* harmony export */   t1: () => (/* binding */ printResume),
/* harmony export */   wQ: () => (/* binding */ renderComment),
/* harmony export */   x7: () => (/* binding */ countByStatus)
/* harmony export */ });
/* harmony import */ var _report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2123);
/* harmony import */ var _text_comment_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(948);
/* harmony import */ var _text_line_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8194);
/* harmony import */ var _text_markdown_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1065);
/* harmony import */ var _text_shell_safe_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2392);
/* harmony import */ var _text_time_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5853);
/* harmony import */ var _batch_result_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5125);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4127);








const COLUMNS = [
    'Name',
    'Result',
    'Pull request or job',
    { head: 'Duration', align: 'right' },
    'Reason',
];
const IN_ORDER = Object.keys(_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .STATUSES */ .f);
function countByStatus(entries) {
    const groups = Object.groupBy(entries, _entry_js__WEBPACK_IMPORTED_MODULE_7__/* .statusOf */ .c2);
    const counts = IN_ORDER.flatMap((status) => (groups[status] ? `${groups[status].length} ${status}` : []));
    return `${countEntries(entries)}: ${counts.join(', ')}.`;
}
function countEntries({ length }) {
    return length === 1 ? '1 entry' : `${length} entries`;
}
function renderComment(entries, { title, duration, runUrl, more = 0 }, limit = _report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_LIMIT */ .W$) {
    const text = [
        `**Documentation batch: ${title}**`,
        (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(`${countByStatus(entries)}${more > 0 ? ` ${more} more are not shown.` : ''}`),
        renderTable(entries, entries.length > 50 ? 80 : 240),
        `${duration === undefined ? '' : `${(0,_text_time_js__WEBPACK_IMPORTED_MODULE_5__/* .formatDuration */ .a3)(duration)} · `}${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(runUrl, 'log')}`,
    ].join('\n\n');
    return `${(0,_report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(text, limit - _text_comment_text_js__WEBPACK_IMPORTED_MODULE_1__/* .OWN_COMMENT */ .FO.length - 2)}\n\n${_text_comment_text_js__WEBPACK_IMPORTED_MODULE_1__/* .OWN_COMMENT */ .FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { result, reason, entries, url } = outcome;
    const parts = [`### Documentation batch: ${_batch_result_js__WEBPACK_IMPORTED_MODULE_6__/* .BATCH_RESULTS */ .Cp[result].title}`, (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)(reason)];
    if (entries.length > 0)
        parts.push(renderTable(entries, 240));
    parts.push((0,_text_time_js__WEBPACK_IMPORTED_MODULE_5__/* .formatDuration */ .a3)(duration));
    const left = resumeEntries(entries);
    if (url !== undefined) {
        parts.push(`The action would send these instructions to ${(0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(url)}, each as a job:`);
        for (const { name, result, prompt = '' } of entries)
            if (result === 'dry-run')
                parts.push((0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name), (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(prompt));
    }
    else if (left.length > 0) {
        parts.push('To continue with the rest, pass this as `resume`:', (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .codeBlock */ .DV)(toLines(left)));
    }
    return (0,_report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(`${parts.join('\n\n')}\n`, _report_own_comment_js__WEBPACK_IMPORTED_MODULE_0__/* .SUMMARY_LIMIT */ .Jt);
}
function renderTable(entries, longestReason) {
    const groups = Object.groupBy(entries, _entry_js__WEBPACK_IMPORTED_MODULE_7__/* .statusOf */ .c2);
    const sorted = IN_ORDER.flatMap((status) => groups[status] ?? []);
    return (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .grid */ .Vg)(COLUMNS, sorted.map((entry) => {
        const { name, result, prLink, jobId, duration, reason } = entry;
        return [
            (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(name, 80),
            `${_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .STATUSES */ .f[(0,_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .statusOf */ .c2)(entry)]} ${result === '' ? 'not started' : result.replaceAll('-', ' ')}`,
            prLink !== '' && !(0,_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .isOpen */ .nT)(entry) ? (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(prLink) : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .code */ .aY)(jobId),
            duration === null ? '' : (0,_text_time_js__WEBPACK_IMPORTED_MODULE_5__/* .formatDuration */ .a3)(duration * 1000),
            result === 'pull-request' ? '' : (0,_text_markdown_js__WEBPACK_IMPORTED_MODULE_3__/* .plain */ .pj)((0,_text_line_js__WEBPACK_IMPORTED_MODULE_2__/* .cut */ .Jj)(reason, longestReason)),
        ];
    }));
}
function resumeEntries(entries) {
    return entries.flatMap((entry) => {
        const next = (0,_entry_js__WEBPACK_IMPORTED_MODULE_7__/* .nextStep */ .sk)(entry);
        const { name, promptFile, jobId, prompt } = entry;
        if (next === 'watch')
            return toLine({ name, jobId });
        if (next === 'check')
            return toLine({ name, result: 'unknown' });
        return next === 'create' ? toLine(promptFile === '' ? { name, prompt } : { name, promptFile }) : [];
    });
}
function toLines(entries) {
    return `[\n${entries.map((entry) => `  ${entry}`).join(',\n')}\n]`;
}
function printResume(entries, file, { log, print }) {
    const left = resumeEntries(entries);
    if (left.length === 0)
        return;
    log.info(`To continue with the rest, pass ${file} or this as \`resume\`:`);
    for (const line of toLines(left).split('\n'))
        print(line);
}
function toLine(entry) {
    return JSON.stringify(entry)
        .replace(/[^ -~]/gu, (sign) => ((0,_text_line_js__WEBPACK_IMPORTED_MODULE_2__/* .withoutUnseen */ .zG)(sign) === sign ? sign : (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_4__/* .numbered */ .jN)(sign)))
        .replaceAll('##[', '#\\u0023[');
}


/***/ })

};
