export const id = 175;
export const ids = [175];
export const modules = {

/***/ 3175:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  closeBatch: () => (/* reexport */ closeBatch),
  runBatch: () => (/* binding */ runBatch)
});

// EXTERNAL MODULE: ./build/request/gate.js
var gate = __webpack_require__(2751);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/thread/settle-pull-request.js + 1 modules
var settle_pull_request = __webpack_require__(6372);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 1 modules
var schemas = __webpack_require__(2765);
// EXTERNAL MODULE: ./build/inputs/fields.js
var inputs_fields = __webpack_require__(4347);
;// CONCATENATED MODULE: ./build/inputs/schema-problems.js
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

// EXTERNAL MODULE: ./build/job/pull-request-link.js
var pull_request_link = __webpack_require__(4938);
// EXTERNAL MODULE: ./build/text/line.js
var text_line = __webpack_require__(8194);
;// CONCATENATED MODULE: ./build/batch/entry.js





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
const entryName = schemas/* string */.YjP(`must be ${NAME}`).check(schemas/* refine */.YPB(isName, `must be ${NAME}`));
function isName(text) {
    const { length } = text.trim();
    const plain = (0,text_line/* withoutUnseen */.zG)(text) === text && !/[\r\n\t]/.test(text);
    return plain && length > 0 && length <= LONGEST_NAME;
}
const entry_text = schemas/* _default */.Rvf(schemas/* string */.YjP('must be text'), '');
const recordSchema = schemas/* strictObject */.rej({
    name: entryName,
    promptFile: entry_text,
    jobId: schemas/* pipe */.FsL(schemas/* pipe */.FsL(entry_text, inputs_fields.id), schemas/* transform */.pdi((given) => given ?? '')),
    result: schemas/* _default */.Rvf(schemas/* enum */.k5n(['', ...ENTRY_RESULTS], 'is none that there is'), ''),
    reason: entry_text,
    prLink: schemas/* pipe */.FsL(entry_text, schemas/* transform */.pdi((link) => (0,pull_request_link/* readLink */.XF)(link) ?? '')),
    duration: schemas/* _default */.Rvf(schemas/* nullable */.mee(schemas/* number */.aig('must be a number')), null),
    prompt: schemas/* optional */.lqM(schemas/* string */.YjP('must be text')),
}, unknownKeys('key', 'must be an object'));
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

;// CONCATENATED MODULE: ./build/batch/batch-result.js


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
    return result === 'error' || result === 'interrupted' || records.some(hasFailed);
}
function toBatchOutputs(outcome) {
    const { records } = outcome;
    const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: (0,shell_safe/* shellSafeJson */.c)(records),
        file: outcome.file ?? '',
        prLinks: (0,shell_safe/* shellSafeJson */.c)([...links]),
        succeeded: String(records.filter((record) => standingOf(record) === 'succeeded').length),
        failed: String(records.filter(hasFailed).length),
        remaining: (0,shell_safe/* shellSafeJson */.c)(records.filter(isRemaining).map(({ name }) => name)),
        result: outcome.result,
        reason: (0,shell_safe/* shellSafeText */.p)(outcome.reason),
        reasonCode: outcome.reasonCode,
        commentUrl: outcome.commentUrl ?? '',
    };
}

;// CONCATENATED MODULE: ./build/batch/entry-table.js

function openEntryTable(entries, changed) {
    const rows = entries.map((entry) => ({ entry, record: entry.record }));
    function setAll(some, change) {
        const chosen = new Set(some);
        for (const row of rows)
            if (chosen.has(row))
                row.record = { ...row.record, ...change };
        if (some.length > 0)
            changed();
    }
    return {
        rows: rows,
        set: (row, change) => setAll([row], change),
        setAll,
        records: () => rows.map(({ record }) => (leftToDo(record) === 'ask' ? record : { ...record, prompt: undefined })),
    };
}

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/idle-inputs.js
var idle_inputs = __webpack_require__(5244);
// EXTERNAL MODULE: ./build/inputs/text-file.js
var text_file = __webpack_require__(4532);
// EXTERNAL MODULE: ./build/request/prompt.js
var request_prompt = __webpack_require__(3278);
// EXTERNAL MODULE: ./build/thread/signing-key.js
var signing_key = __webpack_require__(3016);
;// CONCATENATED MODULE: ./build/batch/variables.js

function readVariables(text) {
    let value;
    try {
        value = text === '' ? {} : JSON.parse(text);
    }
    catch {
        return new inputs_fields/* Complaint */._V('is no JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return new inputs_fields/* Complaint */._V('must be a JSON object, like `{"version": "2.0"}`');
    }
    const entries = Object.entries(value);
    const nameless = entries.find(([name]) => name === '' || /[{}]/.test(name));
    if (nameless !== undefined)
        return new inputs_fields/* Complaint */._V(`has the name \`${nameless[0]}\`, which is none`);
    const wrong = entries.find(([, it]) => !['string', 'number', 'boolean'].includes(typeof it));
    if (wrong !== undefined)
        return new inputs_fields/* Complaint */._V(`has a value for \`${wrong[0]}\` that is no text`);
    return new Map(entries.map(([name, it]) => [name, String(it)]));
}
function fillIn(text, variables) {
    return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name) => variables.get(name) ?? braces);
}

;// CONCATENATED MODULE: ./build/batch/entry-checks.js

function findTwins(entries) {
    const places = Map.groupBy(entries, ({ record }) => record.name);
    return [...places]
        .filter(([, twins]) => twins.length > 1)
        .map(([name, twins]) => {
        const files = twins.map(({ record }) => record.promptFile).filter((file) => file !== '');
        const where = files.length > 0 ? ` (${files.join(', ')})` : '';
        return `${twins.length} entries have the name \`${name}\`${where}; give each one of its own.`;
    });
}
function blankProblems(entries, variables) {
    return entries
        .filter(({ ask }) => ask !== undefined && fillIn(ask.words, variables).trim() === '')
        .map(({ record }) => `\`${record.name}\` is blank once its variables are filled in.`);
}
function overwriteProblems(entries, target) {
    const isPrompt = entries.some(({ record }) => record.promptFile === target);
    return isPrompt ? [`\`file\`: ${target} is a prompt file, and would be overwritten.`] : [];
}
function unusedWarnings(entries, variables) {
    return [...variables.keys()]
        .filter((name) => !entries.some(({ ask }) => ask?.words.includes(`{{${name}}}`)))
        .map((name) => `No prompt uses the variable \`${name}\`.`);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
;// CONCATENATED MODULE: ./build/batch/front-matter.js




const NO_KEYS = 'has front matter that is no list of keys';
const NO_SPAN = 'must be a duration like `90s`, `30m` or `2h`';
const headSchema = schemas/* strictObject */.rej({
    name: schemas/* optional */.lqM(schemas/* pipe */.FsL(schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()], 'must be text'), schemas/* transform */.pdi(String)), entryName)),
    timeout: schemas/* optional */.lqM(schemas/* pipe */.FsL(schemas/* pipe */.FsL(schemas/* string */.YjP(NO_SPAN), schemas/* transform */.pdi(time/* parseDuration */.E9)), schemas/* number */.aig(NO_SPAN).check(api/* _gt */.Tx(0, NO_SPAN)))),
    skip: schemas/* _default */.Rvf(schemas/* boolean */.zMY('must be `true` or `false`'), false),
}, unknownKeys('front matter key', NO_KEYS));
async function readPromptFile(text, subject) {
    const wrong = (problem) => ({ ok: false, problems: [`${subject} ${problem}`] });
    const [all, yaml = ''] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
    if (all === undefined && /^\uFEFF?---[ \t]*\r?\n/.test(text))
        return wrong('has front matter that does not end');
    const words = text.slice(all?.length ?? 0);
    const read = await readYaml(yaml);
    if ('problem' in read)
        return wrong(read.problem);
    const head = headSchema.safeParse(read.value);
    if (!head.success)
        return { ok: false, problems: tellProblems(subject, head.error) };
    if (words.trim() === '' && !head.data.skip)
        return wrong('is empty');
    return { ok: true, file: { ...head.data, words } };
}
async function readYaml(text) {
    if (text === '')
        return { value: {} };
    const { loadAll } = await __webpack_require__.e(/* import() */ 243).then(__webpack_require__.bind(__webpack_require__, 3243));
    try {
        const [value = {}, ...more] = loadAll(text);
        return more.length === 0 ? { value: value ?? {} } : { problem: NO_KEYS };
    }
    catch (error) {
        const { reason } = Object(error);
        return { problem: `has front matter that is no YAML (${typeof reason === 'string' ? reason : error})` };
    }
}

;// CONCATENATED MODULE: ./build/batch/prompt-files.js


async function readPromptFiles(lines, files) {
    const patterns = lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
    const astray = patterns.filter(leavesWorkspace);
    if (astray.length > 0)
        return wrong(astray.map((pattern) => `${pattern} leads out of the workspace`));
    const found = await files.find(patterns);
    if (found.length === 0)
        return wrong([`no file matches ${patterns.join(', ')}`]);
    const read = await Promise.all(found.map((path) => readPromptEntry(path, files)));
    return {
        entries: read.flatMap(({ entries }) => entries),
        problems: read.flatMap(({ problems }) => wrong(problems).problems),
    };
}
async function readPromptEntry(path, files, { name: given, subject = path } = {}) {
    const text = await files.readInput(path);
    if (!text.ok)
        return { entries: [], problems: [`${subject} ${text.problem}`] };
    const read = await readPromptFile(text.text, subject);
    if (!read.ok)
        return { entries: [], problems: read.problems };
    const { timeout, skip, words } = read.file;
    const name = given ?? read.file.name ?? path;
    if (!entryName.safeParse(name).success)
        return {
            entries: [],
            problems: [`${subject} needs a \`name\` in front matter: its path is not ${NAME}`],
        };
    const record = { name, ...BLANK, promptFile: path };
    const skipped = { ...record, result: 'skipped', reason: 'Its front matter says `skip`.' };
    return { entries: [skip ? { record: skipped } : { record, ask: { words, timeout } }], problems: [] };
}
function leavesWorkspace(pattern) {
    const path = pattern.replace(/^[!\s]+/, '');
    return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}
function wrong(problems) {
    return { entries: [], problems: problems.map((problem) => `\`prompts\`: ${problem}.`) };
}

;// CONCATENATED MODULE: ./build/batch/entry-list.js



const FATE_UNKNOWN = 'An earlier run asked for this job and does not know whether it was created. It is not asked again; ' +
    "look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";
async function readEntryList(input, text, files) {
    const list = parseList(text);
    if (typeof list === 'string')
        return { entries: [], problems: [`\`${input}\`: ${list}.`] };
    const read = await Promise.all(list.map((item, index) => readItem(item, `entry ${index + 1}`, files)));
    const problems = read.flatMap((one) => one.problems).map((problem) => `\`${input}\`: ${problem}.`);
    return { entries: read.flatMap(({ entries }) => entries), problems };
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
async function readItem(item, subject, files) {
    const { success, data: record, error } = recordSchema.safeParse(item);
    if (!success)
        return { entries: [], problems: tellProblems(subject, error) };
    const todo = leftToDo(record);
    const problem = sourceProblem(record, todo);
    if (problem !== undefined)
        return { entries: [], problems: [`${subject} ${problem}`] };
    const { name, promptFile, jobId, prompt: words = '' } = record;
    const fresh = { name, ...BLANK, promptFile, jobId };
    switch (todo) {
        case 'nothing':
            return found({ record: { ...record, prompt: undefined } });
        case 'watch':
            return found({ record: fresh });
        case 'find out':
            return found({ record: { ...fresh, result: 'unknown', reason: FATE_UNKNOWN } });
        case 'ask':
            if (promptFile === '')
                return found({ record: { ...fresh, prompt: words }, ask: { words } });
            return readPromptEntry(promptFile, files, { name, subject: `${subject} names the file ${promptFile}` });
    }
}
function found(entry) {
    return { entries: [entry], problems: [] };
}
function sourceProblem({ prompt = '', promptFile }, todo) {
    if (todo === 'watch' && prompt !== '')
        return 'has both `prompt` and `jobId`; give one';
    if (todo !== 'ask')
        return undefined;
    if (promptFile !== '')
        return prompt === '' ? undefined : 'has both `prompt` and `promptFile`; give one';
    if (prompt === '')
        return 'has neither `prompt` nor `jobId`';
    return prompt.trim() === '' ? 'has a blank `prompt`' : undefined;
}

;// CONCATENATED MODULE: ./build/batch/resume.js


const STATE_LIMIT = 16 * 1024 * 1024;
function resumeEntries(records) {
    return records
        .map(toResume)
        .filter((entry) => entry !== undefined)
        .map(toLine);
}
function toResume(record) {
    const { name, jobId, promptFile, prompt } = record;
    switch (leftToDo(record)) {
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
    const short = left.filter((line) => line.length < text_line/* LONGEST_LINE */.i2);
    log.info(`To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`);
    for (const line of resumeText(short).split('\n'))
        print(line);
    const missing = left.length - short.length;
    if (missing > 0)
        log.warning(`${missing} of them are too long for the log; they are in ${file}.`);
}
function toLine(entry) {
    return JSON.stringify(entry)
        .replace(/[^ -~]/gu, (sign) => ((0,text_line/* withoutUnseen */.zG)(sign) === sign ? sign : escapeUnits(sign)))
        .replaceAll('##[', '#\\u0023[');
}
function escapeUnits(sign) {
    return sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

;// CONCATENATED MODULE: ./build/batch/inputs.js













const MOST_OPEN = 30;
const MOST_JOBS = 100;
const batchInputSchema = {
    ...inputs_fields/* serviceFields */.$D,
    prompts: inputs_fields/* optional */.lq,
    'prompts-json': inputs_fields/* optional */.lq,
    resume: inputs_fields/* optional */.lq,
    variables: (0,inputs_fields/* field */.ZZ)(readVariables),
    'rules-file': inputs_fields/* optional */.lq,
    'skip-if-open': change_fields/* changeFields */.Q['skip-if-open'],
    'max-open': change_fields/* changeFields */.Q['max-open'],
    'max-parallel': (0,inputs_fields/* wholeNumber */.rD)(MOST_OPEN),
    'max-jobs': (0,inputs_fields/* wholeNumber */.rD)(MOST_JOBS),
    'on-failure': (0,inputs_fields/* oneOf */.yL)(['continue', 'stop']),
    timeout: inputs_fields/* timeout */.wR,
    'dry-run': inputs_fields/* boolean */.zM,
    file: inputs_fields/* required */.mw,
    'github-token': inputs_fields/* optional */.lq,
    'pr-token': change_fields/* changeFields */.Q['pr-token'],
    'thread-secret': inputs_fields/* threadSecret */.hu,
    comment: inputs_fields/* comment */.Im,
    'issue-number': inputs_fields/* issueNumber */.Pp,
    'trigger-phrase': inputs_fields/* phrase */.MZ,
    permission: (0,inputs_fields/* oneOf */.yL)(gate/* REQUIRABLE */.zl),
    'allow-users': inputs_fields/* logins */.NB,
    'allow-bots': inputs_fields/* logins */.NB,
};
async function readBatchInputs({ runner, files, }) {
    const given = (name) => runner.input(name).trim();
    const { fields, problems: wrong } = (0,inputs_fields/* parseFields */.L5)(batchInputSchema, runner);
    const { entries, problems: unread } = await readSource(given, files);
    const rules = await (0,text_file/* readTextFile */.G)(files, 'rules-file', given('rules-file'));
    const problems = [...wrong, ...unread, ...findTwins(entries)];
    if (fields !== undefined)
        problems.push(...blankProblems(entries, fields.variables));
    if (rules.problem !== undefined)
        problems.push(rules.problem);
    if (given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === '')
        problems.push('`skip-if-open` needs `github-token` or `pr-token`; both are empty.');
    const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
    if (target?.ok)
        problems.push(...overwriteProblems(entries, target.path));
    if (target?.ok === false)
        problems.push(`\`file\`: ${given('file')} ${target.problem}.`);
    problems.push(...(0,idle_inputs/* findIdleInputs */.B)(batchInputSchema, runner));
    if (fields === undefined || !target?.ok || problems.length > 0)
        return { ok: false, problems };
    return { ok: true, inputs: toInputs({ ...fields, file: target.path }, entries, rules.text) };
}
async function readSource(given, files) {
    const none = (problem) => ({ entries: [], problems: [problem] });
    const sources = ['prompts', 'prompts-json', 'resume'].filter((name) => given(name) !== '');
    const [source, ...more] = sources;
    if (source === undefined)
        return none('`prompts`, `prompts-json` and `resume` are all empty; give the entries by one of them.');
    if (more.length > 0)
        return none(`${sources.map((name) => `\`${name}\``).join(' and ')} are given together; give one.`);
    const text = given(source);
    if (source === 'prompts')
        return readPromptFiles(text, files);
    if (source === 'prompts-json' || /^[[{"]/.test(text))
        return readEntryList(source, text, files);
    const file = await files.readInput(text, STATE_LIMIT);
    if (!file.ok)
        return none(`\`resume\`: ${(0,text_line/* cut */.Jj)(text, 200)} ${file.problem}.`);
    return readEntryList(source, file.text, files);
}
function toInputs(fields, entries, rules) {
    const { variables, 'github-token': githubToken, 'skip-if-open': search } = fields;
    const token = fields['pr-token'] ?? githubToken;
    const apiKey = fields['api-key'];
    return {
        baseUrl: fields['base-url'],
        apiKey,
        projectId: fields['project-id'],
        entries,
        compose: (words) => (0,request_prompt/* composePrompt */.l)(fillIn(words, variables), rules),
        maxParallel: fields['max-parallel'],
        maxJobs: fields['max-jobs'],
        onFailure: fields['on-failure'],
        timeout: fields.timeout,
        dryRun: fields['dry-run'],
        file: fields.file,
        githubToken,
        openRule: search === '' || token === undefined ? undefined : { search, most: fields['max-open'], token },
        comment: fields.comment,
        issueNumber: fields['issue-number'],
        phrase: fields['trigger-phrase'],
        key: (0,signing_key/* signingKey */.N)({ apiKey, threadSecret: fields['thread-secret'] }),
        gate: {
            required: fields.permission,
            allowUsers: fields['allow-users'],
            allowBots: fields['allow-bots'],
        },
        warnings: unusedWarnings(entries, variables),
    };
}

// EXTERNAL MODULE: ./node_modules/p-limit/index.js + 1 modules
var p_limit = __webpack_require__(370);
// EXTERNAL MODULE: ./build/intervals.js
var intervals = __webpack_require__(1722);
// EXTERNAL MODULE: ./build/report/audience.js
var report_audience = __webpack_require__(2213);
// EXTERNAL MODULE: ./build/runner/clock.js
var runner_clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/report/shorten.js
var shorten = __webpack_require__(2950);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
// EXTERNAL MODULE: ./build/text/marker.js
var marker = __webpack_require__(7378);
;// CONCATENATED MODULE: ./build/batch/report.js








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
    const groups = Map.groupBy(records, standingOf);
    const count = (standing) => groups.get(standing) ?? [];
    const left = Map.groupBy(count('failed'), leftToDo);
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
        (0,markdown/* plain */.pj)(countWords(records)),
        renderTable(records, shorten/* COMMENT_LIMIT */.W$ - BESIDES),
        `${(0,time/* formatDuration */.a3)(duration)} · ${(0,markdown/* link */.nf)(runUrl)}`,
    ].join('\n\n');
    return `${(0,shorten/* shorten */.ml)(text, shorten/* COMMENT_LIMIT */.W$ - marker/* OWN_COMMENT */.FO.length - 2)}\n\n${marker/* OWN_COMMENT */.FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { result, reason, records, drafts } = outcome;
    const parts = [`### Documentation agent, many jobs: ${TITLES[result]}`, (0,markdown/* plain */.pj)(reason)];
    if (records.length > 0)
        parts.push(renderTable(records, shorten/* SUMMARY_LIMIT */.Jt / 2));
    parts.push((0,time/* formatDuration */.a3)(duration));
    const left = resumeEntries(records);
    if (drafts !== undefined) {
        parts.push(`This would be sent with ${(0,markdown/* code */.aY)(`POST ${drafts.address}`)}, each by itself:`);
        for (const { name, text } of drafts.texts)
            parts.push((0,markdown/* code */.aY)(name), (0,markdown/* codeBlock */.DV)(text));
    }
    else if (left.length > 0) {
        parts.push('To go on with what is left, give this as `resume`:', (0,markdown/* codeBlock */.DV)(resumeText(left)));
    }
    return (0,shorten/* shorten */.ml)(`${parts.join('\n\n')}\n`, shorten/* SUMMARY_LIMIT */.Jt);
}
function renderTable(records, limit) {
    const sorted = records.toSorted((one, other) => rank(one) - rank(other));
    let table = '';
    for (const most of REASON_LIMITS) {
        const rows = sorted.map((record) => toCells(record, most));
        table = (0,markdown/* grid */.Vg)(COLUMNS, rows);
        if (Buffer.byteLength(table) <= limit)
            break;
    }
    return table;
}
function rank(record) {
    const standing = standingOf(record);
    if (standing === 'failed')
        return ['watch', 'find out'].includes(leftToDo(record)) ? 0 : 1;
    return { 'at work': 2, skipped: 2, 'not asked': 3, succeeded: 4 }[standing];
}
function toCells(record, reasonLimit) {
    const { name, result, prLink, jobId, duration, reason } = record;
    const why = result === 'pull-request' || reasonLimit === 0 ? '' : (0,markdown/* plain */.pj)((0,text_line/* cut */.Jj)(reason, reasonLimit));
    return [
        (0,markdown/* code */.aY)(name, NAME_LIMIT),
        `${SIGNS[standingOf(record)]} ${result === '' ? 'its turn comes' : result.replaceAll('-', ' ')}`,
        prLink !== '' && leftToDo(record) !== 'watch' ? (0,markdown/* link */.nf)(prLink) : (0,markdown/* code */.aY)(jobId),
        duration === null ? '' : (0,time/* formatDuration */.a3)(duration * 1000),
        why,
    ];
}
function toFile(records) {
    return `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]\n`;
}

;// CONCATENATED MODULE: ./build/batch/progress.js







const MOST_HANDED_OVER = 100;
const hasBegun = ({ result }) => result === 'asking' || result === 'working';
function openProgress(ports, settings) {
    const { runner, clock, files } = ports;
    const { file, records } = settings;
    const comment = openComment(ports, settings);
    const writing = (0,p_limit/* default */.A)(1);
    let saved = Promise.resolve();
    let written = false;
    let warned = false;
    function handOver() {
        const open = records()
            .filter((record) => ['watch', 'find out'].includes(leftToDo(record)))
            .toSorted((one, other) => Number(hasBegun(other)) - Number(hasBegun(one)))
            .slice(0, MOST_HANDED_OVER)
            .map(({ name, jobId }) => ({ name, jobId }));
        runner.saveState('batch', { file, written, open, commentId: comment.id });
    }
    async function save() {
        const answer = await files.write(file, [toFile(records())]);
        if (answer.ok && !written) {
            written = true;
            handOver();
        }
        if (answer.ok || warned)
            return;
        warned = true;
        runner.log.warning(`The state of the jobs is in the output \`jobs\` only: ${file} ${answer.problem}.`);
    }
    async function keepShown(done) {
        for (let toldAt = clock.now(); !done.aborted;) {
            if (!(await (0,runner_clock/* slept */.jt)(intervals/* PROGRESS_SPACING */.kj, clock, done)))
                return;
            await comment.show();
            if (clock.now() - toldAt < intervals/* SIGN_OF_LIFE */.j)
                continue;
            toldAt = clock.now();
            runner.log.info(countWords(records()));
        }
    }
    return {
        changed() {
            runner.output('jobs', (0,shell_safe/* shellSafeJson */.c)(records()));
            runner.output('file', file);
            handOver();
            if (writing.pendingCount === 0)
                saved = writing(save);
            comment.dirty = true;
        },
        saved: () => saved,
        async open() {
            await comment.open();
            handOver();
        },
        async during(work) {
            const done = new AbortController();
            await Promise.all([work.finally(() => done.abort()), keepShown(done.signal)]);
        },
        close: comment.close,
    };
}
function openComment(ports, { audience, records }) {
    const { clock, runner, startedAt, workflowRun } = ports;
    let url;
    let warned = false;
    const render = (title) => renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });
    const comment = {
        id: undefined,
        dirty: false,
        async open() {
            if (audience === undefined)
                return;
            comment.dirty = false;
            const answer = await audience.github.createComment(audience.thread, render('at work'));
            (0,report_audience/* warn */.R8)(answer, 'The status comment could not be written', runner.log);
            if (answer.ok)
                ({ id: comment.id, html_url: url } = answer.value);
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
        if (audience === undefined || comment.id === undefined)
            return;
        comment.dirty = false;
        const answer = await audience.github.editComment(comment.id, render(title));
        if (answer.ok)
            return;
        if (!warned)
            (0,report_audience/* warn */.R8)(answer, 'The status comment could not be edited', runner.log);
        warned = true;
        comment.dirty ||= answer.failure.transient;
    }
    return comment;
}

// EXTERNAL MODULE: ./build/job/request-result.js
var request_result = __webpack_require__(7183);
// EXTERNAL MODULE: ./build/job/run-job.js
var run_job = __webpack_require__(1404);
// EXTERNAL MODULE: ./build/job/send.js
var send = __webpack_require__(7096);
// EXTERNAL MODULE: ./build/job/to-result.js
var to_result = __webpack_require__(3089);
// EXTERNAL MODULE: ./build/runner/deadline.js
var runner_deadline = __webpack_require__(7583);
// EXTERNAL MODULE: ./build/change/open-pull-requests.js
var open_pull_requests = __webpack_require__(4664);
;// CONCATENATED MODULE: ./build/batch/open-pull-limit.js

async function findUnwelcome({ search, most, github }, atWork, stop) {
    const found = await (0,open_pull_requests/* countOpen */.Q)({ search, most: Math.max(1, most - atWork) }, github);
    if (found.kind === 'room')
        return undefined;
    if (found.kind === 'enough') {
        const beside = atWork === 0 ? '' : `, and ${atWork === 1 ? '1 job is' : `${atWork} jobs are`} at work`;
        return { result: 'skipped', reason: `${found.reason}${beside}` };
    }
    const reason = `not sent: ${found.reason}`;
    if (stop.aborted)
        return { result: 'remaining', reason };
    return { result: 'error', reason, halt: 'nobody can tell how many pull requests are open' };
}

;// CONCATENATED MODULE: ./build/batch/run-entries.js










const ABOUT_ALL = new Set([
    'key-rejected',
    'key-not-allowed',
    'plan-exhausted',
    'not-found',
    'redirected',
    'service-unreachable',
]);
const MOST_DOUBTS = 3;
async function runEntries(tools) {
    const { table, inputs, openLimit } = tools;
    const batch = {
        ...tools,
        lane: (0,p_limit/* default */.A)(1),
        warned: new Set(),
        doubts: 0,
        halted: undefined,
        quickest: undefined,
    };
    const asks = table.rows.filter(({ entry }) => entry.ask !== undefined);
    const watches = table.rows.filter(({ entry, record }) => !entry.ask && leftToDo(record) === 'watch');
    table.setAll(asks.slice(inputs.maxJobs), leftOut(`the budget of this run is ${inputs.maxJobs}`));
    const pool = (0,p_limit/* default */.A)(MOST_OPEN);
    const narrow = () => {
        pool.concurrency = Math.min(inputs.maxParallel, openLimit?.most ?? MOST_OPEN);
    };
    async function take(row) {
        const end = await pool(() => guard(batch, workOn(batch, row)));
        if (end?.result.result === 'pull-request')
            await guard(batch, batch.settle(end.result, end));
    }
    await Promise.all([
        ...watches.map(take),
        pool(narrow).then(() => Promise.all(asks.slice(0, inputs.maxJobs).map(take))),
    ]);
    leaveRest(batch);
}
async function guard(batch, work) {
    try {
        return await work;
    }
    catch (defect) {
        batch.halted ??= 'the run met a defect';
        throw defect;
    }
}
function leaveRest({ table, deadline: { stop }, halted }) {
    const rest = table.rows.filter(({ record }) => record.result === '');
    const { asks = [], watches = [] } = Object.groupBy(rest, ({ entry }) => (entry.ask ? 'asks' : 'watches'));
    const reason = stop.aborted ? `${(0,to_result/* stopWords */.e$)(stop.reason)} before it was its turn.` : `Not asked: ${halted}.`;
    table.setAll(asks, { result: 'remaining', reason });
    if (stop.aborted)
        table.setAll(watches, { result: (0,to_result/* stopResult */.mO)(stop.reason), reason });
}
async function workOn(batch, row) {
    const { deadline, clock, lane } = batch;
    const { ask, record } = row.entry;
    if (deadline.stop.aborted)
        return undefined;
    const ledger = openLedger(batch, row);
    const tools = toolsFor(batch, row, deadline);
    if (ask === undefined) {
        const run = await (0,run_job/* runJob */.b5)({ kind: 'watch', jobId: record.jobId }, tools, ledger, true);
        return run.kind === 'over' ? { result: run.result } : undefined;
    }
    const delivery = await lane(() => askFor(batch, row, ask.words, tools, ledger));
    if (delivery?.kind !== 'job')
        return undefined;
    const own = ask.timeout === undefined ? tools : toolsFor(batch, row, (0,runner_deadline/* narrowDeadline */.o)(deadline, ask.timeout, clock));
    return { result: await (0,run_job/* watchToEnd */.WR)(delivery, own, ledger, true), createdAt: delivery.sent.at };
}
function toolsFor(batch, row, deadline) {
    const { clock, random, openService } = batch;
    const service = openService(deadline);
    return { clock, random, deadline, pollInterval: 'auto', log: named(batch, row), service };
}
function named({ log, warned }, { record }) {
    const tell = (level) => (text) => log[level](`${record.name}: ${text}`);
    const info = tell('info');
    return {
        info,
        notice: tell('notice'),
        debug: tell('debug'),
        warning(text) {
            (warned.has(text) ? info : tell('warning'))(text);
            warned.add(text);
        },
    };
}
async function askFor(batch, row, words, tools, ledger) {
    if (tools.deadline.stop.aborted || findHalt(batch) !== undefined)
        return undefined;
    const delivery = await (0,send/* deliver */.c)({ kind: 'create', text: batch.inputs.compose(words) }, tools, ledger);
    if (delivery.kind === 'job')
        batch.doubts = 0;
    if (delivery.kind === 'over')
        giveUp(batch, row, delivery);
    return delivery;
}
function findHalt(batch) {
    const { deadline, clock, quickest } = batch;
    const left = deadline.at - clock.now();
    if (quickest !== undefined && left < quickest) {
        batch.halted ??= `the deadline is ${(0,time/* formatDuration */.a3)(left)} away, and no job so far took less than ${(0,time/* formatDuration */.a3)(quickest)}`;
    }
    return batch.halted;
}
async function findHeld(batch) {
    const { openLimit, table, deadline } = batch;
    const atWork = table.rows.filter(({ record }) => record.result === 'working').length;
    const unwelcome = openLimit && (await findUnwelcome(openLimit, atWork, deadline.stop));
    const why = unwelcome === undefined ? findHalt(batch) : undefined;
    return why === undefined ? unwelcome : leftOut(why);
}
function leftOut(why) {
    return { result: 'remaining', reason: `Not asked: ${why}.` };
}
function openLedger(batch, row) {
    const { table, progress, clock } = batch;
    const log = named(batch, row);
    let startedAt = clock.now();
    let created = false;
    return {
        async beforeSend() {
            const held = await findHeld(batch);
            if (held !== undefined) {
                const { result, reason, halt } = held;
                batch.halted ??= halt;
                table.set(row, { result, reason });
                log.info(`${result}. ${reason}`);
                return { kind: 'held', reason };
            }
            table.set(row, { result: 'asking', reason: '' });
            await progress.saved();
            log.info('asked.');
            return { kind: 'go' };
        },
        async notTaken({ kind, message }) {
            table.set(row, { result: '', reason: kind === 'limited' ? message : '' });
        },
        async sent(job, sent) {
            startedAt = clock.now();
            created = sent !== undefined;
            table.set(row, { result: 'working', jobId: job.id });
        },
        async seen() {
        },
        async ended(end) {
            const { reason, pullRequest, warning } = end;
            const took = clock.now() - startedAt;
            const result = ENTRY_RESULTS.find((word) => word === end.result) ?? 'error';
            const prLink = pullRequest?.link ?? '';
            table.set(row, { result, reason, prLink, duration: Math.round(took / 1000) });
            log.info(`${result}. ${reason} ${prLink}`);
            if (warning !== undefined && warning !== reason)
                log.warning(warning);
            if (created)
                batch.quickest = Math.min(batch.quickest ?? took, took);
            if ((0,request_result/* isFailure */.N)(end))
                haltAfterFailure(batch, row.record.name);
        },
    };
}
function giveUp(batch, row, { result, failure }) {
    const { name } = row.record;
    const closed = { result: resultOf(failure), reason: result.reason };
    batch.table.set(row, closed);
    named(batch, row).info(`${closed.result}. ${closed.reason}`);
    batch.doubts += closed.result === 'unknown' ? 1 : 0;
    if (failure?.kind === 'limited')
        batch.halted ??= 'the usage limit does not reset before the deadline';
    else if (closed.result === 'error' && failure !== undefined && ABOUT_ALL.has(failure.code))
        batch.halted ??= `the service refused \`${name}\` for a reason that holds for every job`;
    else if (batch.doubts >= MOST_DOUBTS)
        batch.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
    if (closed.result !== 'remaining')
        haltAfterFailure(batch, name);
}
function haltAfterFailure(batch, name) {
    if (batch.inputs.onFailure === 'stop')
        batch.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
}
function resultOf(failure) {
    if (failure === undefined)
        return 'remaining';
    if (failure.fate === 'unknown')
        return 'unknown';
    return failure.kind === 'limited' || failure.kind === 'stopped' ? 'remaining' : 'error';
}

// EXTERNAL MODULE: ./build/runner/step-state.js
var step_state = __webpack_require__(8029);
;// CONCATENATED MODULE: ./build/batch/post.js







const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";
async function closeBatch(ports) {
    const { runner, clock, startedAt, workflowRun } = ports;
    const { batch } = (0,step_state/* readStepState */.C)();
    if (batch === undefined)
        return;
    const records = (await readRecords(ports, batch)).map(toCutOff);
    const reason = `The step was cut off. ${countWords(records)} Open jobs go on without being watched.`;
    runner.log.warning(reason);
    for (const { name, jobId } of batch.open) {
        runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
    }
    printResume(records, batch.file, runner);
    const duration = clock.now() - startedAt;
    const cutOff = { result: 'interrupted', reasonCode: 'interrupted', reason, records, warnings: [] };
    await runner.summarize(renderBatchSummary(cutOff, duration));
    const token = runner.input('github-token').trim();
    if (batch.commentId === undefined || token === '')
        return;
    const github = ports.openGitHub(token, ports.startDeadline(intervals/* POST_SPAN */.WC));
    const body = renderComment(records, { title: 'cut off', duration, runUrl: workflowRun.url });
    (0,report_audience/* warn */.R8)(await github.editComment(batch.commentId, body), 'The status comment could not be closed', runner.log);
}
async function readRecords({ files }, { file, written, open }) {
    const text = written ? await files.readInput(file, STATE_LIMIT) : undefined;
    const read = schemas/* array */.YOg(recordSchema).safeParse(text?.ok ? parse(text.text) : undefined);
    const known = new Map(open.map(({ name, jobId }) => [name, jobId]));
    const records = read.success ? read.data : open.map(({ name }) => ({ name, ...BLANK }));
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
    const going = leftToDo(record) === 'watch' && (result === '' || result === 'working');
    return going ? { ...record, result: 'interrupted', reason: reason || 'The step was cut off.' } : record;
}

;// CONCATENATED MODULE: ./build/batch/step.js












async function runBatch(ports, request) {
    const outcome = await run(ports, request);
    return {
        outputs: toBatchOutputs(outcome),
        warnings: outcome.warnings,
        word: { level: isFailedBatch(outcome) ? 'error' : 'info', text: outcome.reason },
        summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function run(ports, request) {
    const read = await readBatchInputs(ports);
    if (!read.ok)
        return nothing('error', 'input-invalid', `not sent: ${read.problems.join(' ')}`);
    const { inputs } = read;
    const { log } = ports.runner;
    ports.runner.group('Request');
    const deadline = ports.startDeadline(inputs.timeout);
    const { githubToken } = inputs;
    const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
    const decision = await (0,gate/* admit */.w4)(request, inputs.gate, github);
    if (!decision.allowed)
        return nothing('denied', 'not-permitted', decision.reason);
    log.info(decision.reason);
    log.info(announce(inputs));
    return inputs.dryRun ? dryRun(ports, inputs, deadline) : perform(ports, inputs, deadline, github);
}
async function perform(ports, inputs, deadline, github) {
    const { clock, random, runner } = ports;
    const { file, issueNumber: thread, openRule } = inputs;
    const table = openEntryTable(inputs.entries, () => progress.changed());
    const speaks = inputs.comment === 'auto' && github !== undefined && thread !== undefined;
    const audience = speaks ? { github, thread } : undefined;
    const progress = openProgress(ports, { file, records: table.records, audience });
    runner.group('Jobs');
    runner.saveState('stage', 'watching');
    progress.changed();
    await progress.open();
    const spaced = ports.spaceRequests();
    const settling = settlingOf(ports, inputs, deadline);
    await progress.during(runEntries({
        clock,
        random,
        deadline,
        log: runner.log,
        table,
        progress,
        inputs,
        openService: (until) => spaced({ ...inputs, deadline: until }),
        openLimit: openRule && { ...openRule, github: ports.openGitHub(openRule.token, deadline) },
        settle: (result, origin) => (0,settle_pull_request/* settlePullRequest */.c)(result, origin, settling),
    }));
    const records = table.records();
    await progress.saved();
    runner.group();
    printResume(records, file, runner);
    const result = step_resultOf(records, deadline);
    const commentUrl = await progress.close(TITLES[result]);
    const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
    const warnings = [...inputs.warnings, ...remainWarnings(records)];
    const reason = `${countWords(records)}${end}`;
    return { result, reasonCode: REASON_CODES[result], reason, records, file, warnings, commentUrl };
}
function settlingOf(ports, inputs, deadline) {
    const { githubToken, key, phrase, comment } = inputs;
    return {
        openGitHub: (token) => ports.openGitHub(token, deadline),
        githubToken,
        prToken: undefined,
        service: inputs,
        key,
        phrase,
        workflowRun: ports.workflowRun,
        marks: comment === 'auto',
        wishes: { labels: [], reviewers: [], assignees: [] },
        people: {},
        log: ports.runner.log,
    };
}
const REASON_CODES = {
    completed: 'batch-completed',
    incomplete: 'batch-incomplete',
    failed: 'batch-failed',
    timeout: 'deadline',
    interrupted: 'interrupted',
};
function step_resultOf(records, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && records.some((record) => leftToDo(record) === 'watch'))
        return 'timeout';
    if (records.some(hasFailed))
        return 'failed';
    return records.some(isRemaining) ? 'incomplete' : 'completed';
}
function remainWarnings(records) {
    const [first, ...more] = records.filter(isRemaining);
    if (first === undefined)
        return [];
    const count = more.length === 0 ? '1 entry was' : `${more.length + 1} entries were`;
    return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}
function dryRun(ports, inputs, deadline) {
    const { entries, compose, maxJobs, warnings } = inputs;
    const asks = entries.filter(({ ask }) => ask !== undefined);
    const texts = asks
        .slice(0, maxJobs)
        .map(({ record, ask }) => ({ name: record.name, text: compose(ask?.words ?? '') }));
    const left = { result: 'remaining', reason: `Not asked: the budget of this run is ${maxJobs}.` };
    const records = entries.map((entry) => {
        const turn = asks.indexOf(entry);
        if (turn === -1)
            return entry.record;
        return { ...entry.record, ...(turn < maxJobs ? { result: 'dry-run' } : left) };
    });
    const service = ports.openService({ ...inputs, deadline });
    const shown = texts.length === 1 ? 'the instruction' : `the ${texts.length} instructions`;
    return {
        result: 'dry-run',
        reasonCode: 'dry-run',
        reason: `Dry run: nothing was sent; the summary shows ${shown} and the address.`,
        records,
        warnings,
        drafts: { address: service.createAddress.href, texts },
    };
}
function nothing(result, reasonCode, reason) {
    return { result, reasonCode, reason, records: [], warnings: [] };
}
function announce({ entries, maxParallel, maxJobs, timeout }) {
    const asks = entries.filter(({ ask }) => ask !== undefined).length;
    const watches = entries.filter(({ ask, record }) => !ask && leftToDo(record) === 'watch').length;
    return (`${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}: ${asks} to ask (at most ${maxJobs} in this run), ` +
        `${watches} to watch; ${maxParallel} at a time (deadline after ${(0,time/* formatDuration */.a3)(timeout)}).`);
}


/***/ })

};
