export const id = 976;
export const ids = [976];
export const modules = {

/***/ 1976:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  closeBatch: () => (/* reexport */ closeBatch),
  runBatch: () => (/* binding */ runBatch)
});

// EXTERNAL MODULE: ./build/job/request-result.js
var request_result = __webpack_require__(7183);
// EXTERNAL MODULE: ./build/pull-request/finish-pull-request.js + 2 modules
var finish_pull_request = __webpack_require__(8348);
// EXTERNAL MODULE: ./build/request/gate.js
var gate = __webpack_require__(2751);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/text/line.js
var text_line = __webpack_require__(8194);
// EXTERNAL MODULE: ./build/text/url.js
var url = __webpack_require__(1691);
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
const STATE_LIMIT = 16 * 1024 * 1024;
const NAME = 'one line of 1 to 200 characters';
const entryName = schemas/* string */.YjP(`must be ${NAME}`).check(schemas/* refine */.YPB(isName, `must be ${NAME}`));
function isName(text) {
    const { length } = text.trim();
    const plain = (0,text_line/* withoutUnseen */.zG)(text) === text && !/[\r\n\t]/.test(text);
    return plain && length > 0 && length <= 200;
}
const entry_text = schemas/* _default */.Rvf(schemas/* string */.YjP('must be text'), '');
const recordSchema = schemas/* strictObject */.rej({
    name: entryName,
    promptFile: entry_text,
    jobId: schemas/* pipe */.FsL(schemas/* pipe */.FsL(entry_text, fields.id), schemas/* transform */.pdi((given) => given ?? '')),
    result: schemas/* _default */.Rvf(schemas/* enum */.k5n(['', ...ENTRY_RESULTS], 'is none that there is'), ''),
    reason: entry_text,
    prLink: schemas/* pipe */.FsL(entry_text, schemas/* transform */.pdi((link) => (0,url/* readUrl */.wo)(link) ?? '')),
    duration: schemas/* _default */.Rvf(schemas/* nullable */.mee(schemas/* number */.aig('must be a number')), null),
    prompt: schemas/* optional */.lqM(schemas/* string */.YjP('must be text')),
}, (0,fields/* unknownKeys */.vX)('key', 'must be an object'));
const BLANK = recordSchema.parse({ name: 'nobody' });
function isToAsk(entry) {
    return entry.prompt !== undefined;
}
function isToWatch(entry) {
    return !isToAsk(entry) && leftToDo(entry) === 'watch';
}
function standingOf({ result, jobId }) {
    if (result !== '')
        return STANDINGS[result];
    return jobId === '' ? 'not asked' : 'at work';
}
function hasFailed(record) {
    return standingOf(record) === 'failed';
}
function leftToDo(record) {
    const { result, jobId } = record;
    if (standingOf(record) === 'succeeded' || result === 'failed' || result === 'skipped')
        return 'nothing';
    if (jobId !== '')
        return 'watch';
    return result === 'asking' || result === 'unknown' ? 'find out' : 'ask';
}
function isOpen(record) {
    return ['watch', 'find out'].includes(leftToDo(record));
}
function openEntryTable(given, changed) {
    const entries = given.map((entry) => ({ ...entry }));
    return {
        entries,
        set(some, change) {
            for (const entry of some)
                Object.assign(entry, change);
            if (some.length > 0)
                changed?.();
        },
        records: () => entries.map(({ prompt, ...record }) => record.promptFile === '' && leftToDo(record) === 'ask' ? { ...record, prompt } : record),
    };
}

;// CONCATENATED MODULE: ./build/batch/batch-result.js


const RESULTS = {
    completed: { title: 'all jobs ended', reasonCode: 'batch-completed', fails: false },
    incomplete: { title: 'jobs remain', reasonCode: 'batch-incomplete', fails: false },
    failed: { title: 'a job failed', reasonCode: 'batch-failed', fails: true },
    timeout: { title: 'the deadline passed', reasonCode: 'deadline', fails: true },
    interrupted: { title: 'interrupted', reasonCode: 'interrupted', fails: true },
    denied: { title: 'denied', reasonCode: 'not-permitted', fails: false },
    'dry-run': { title: 'dry run, nothing was sent', reasonCode: 'dry-run', fails: false },
    error: { title: 'error', reasonCode: 'input-invalid', fails: true },
};
function toBatchOutputs(outcome) {
    const { records } = outcome;
    const { succeeded = [], failed = [], 'not asked': remaining = [] } = Object.groupBy(records, standingOf);
    const links = new Set(records.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: (0,shell_safe/* shellSafeJson */.cy)(records.map(({ prompt: _, ...record }) => record)),
        file: outcome.file ?? '',
        prLinks: (0,shell_safe/* shellSafeJson */.cy)([...links]),
        succeeded: String(succeeded.length),
        failed: String(failed.length),
        remaining: (0,shell_safe/* shellSafeJson */.cy)(remaining.map(({ name }) => name)),
        result: outcome.result,
        reason: (0,shell_safe/* shellSafeText */.pp)(outcome.reason),
        reasonCode: outcome.reasonCode ?? RESULTS[outcome.result].reasonCode,
        commentUrl: outcome.commentUrl ?? '',
    };
}

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/request/prompt.js
var request_prompt = __webpack_require__(3278);
// EXTERNAL MODULE: ./build/text/signed-note.js
var signed_note = __webpack_require__(205);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
;// CONCATENATED MODULE: ./build/batch/entry-sources.js





const SOURCES = ['prompts', 'prompts-json', 'resume'];
async function readEntries(given, files) {
    const [source, ...more] = SOURCES.filter((name) => given(name) !== '');
    const refuse = (problem) => ({ entries: [], problems: [problem] });
    if (source === undefined)
        return refuse('`prompts`, `prompts-json` and `resume` are all empty. Give the entries by one of them.');
    if (more.length > 0)
        return refuse(`\`${[source, ...more].join('` and `')}\` are given together. Give one.`);
    const found = await readSource(source, given(source), files);
    const entries = found.filter((each) => typeof each !== 'string');
    const problems = found.filter((each) => typeof each === 'string');
    const told = problems.map((problem) => `\`${source}\`: ${problem}.`);
    return { entries, problems: [...told, ...findTwins(entries)] };
}
async function readSource(source, text, files) {
    if (source === 'prompts')
        return readPromptFiles(text, files);
    if (source === 'prompts-json' || /^[[{"]/.test(text))
        return readEntryList(text, files);
    const file = await files.readInput(text, STATE_LIMIT);
    return file.ok ? readEntryList(file.value, files) : [`${(0,text_line/* cut */.Jj)(text, 200)} ${file.failure}`];
}
function findTwins(entries) {
    const places = Map.groupBy(entries, ({ name }) => name);
    return [...places]
        .filter(([, twins]) => twins.length > 1)
        .map(([name, twins]) => {
        const files = twins.map(({ promptFile }) => promptFile).filter((file) => file !== '');
        const where = files.length > 0 ? ` (${files.join(', ')})` : '';
        return `${twins.length} entries have the name \`${name}\`${where}. Give each one of its own.`;
    });
}
async function readEntryList(text, files) {
    const items = (0,json/* parseJson */.qF)(text);
    if (items === undefined)
        return ['is no JSON'];
    if (!Array.isArray(items))
        return ['must be a JSON array'];
    if (items.length === 0)
        return ['is an empty array'];
    const found = items.map((item, index) => readItem(item, `entry ${index + 1}`, files));
    return (await Promise.all(found)).flat();
}
const IN_FILE = '. The `file` of the earlier run has the prompt';
const FATE_UNKNOWN = 'An earlier run asked for this job and does not know whether it was created. It is not asked again. ' +
    "Look at the project's jobs in the service's dashboard, then give the entry its `jobId`, or no `result`.";
async function readItem(item, subject, files) {
    const { success, data: record, error } = recordSchema.safeParse(item);
    if (!success)
        return (0,fields/* tellProblems */.sG)(subject, error);
    const wrong = (problem) => [`${subject} ${problem}`];
    const { name, promptFile, jobId, prompt = '' } = record;
    const fresh = { ...BLANK, name, promptFile, jobId };
    switch (leftToDo(record)) {
        case 'nothing':
            return [{ ...record, prompt: undefined }];
        case 'watch':
            if (prompt !== '')
                return wrong('has both `prompt` and `jobId`. Give one');
            return [fresh];
        case 'find out':
            return [{ ...fresh, result: 'unknown', reason: FATE_UNKNOWN }];
        case 'ask':
            if (promptFile !== '' && prompt !== '')
                return wrong('has both `prompt` and `promptFile`. Give one');
            if (promptFile !== '')
                return readPromptEntry(promptFile, files, name, `${subject} names the file ${promptFile}`);
            if (prompt === '')
                return wrong(`has neither \`prompt\` nor \`jobId\`${record.result && IN_FILE}`);
            if (prompt.trim() === '')
                return wrong('has a blank `prompt`');
            return [{ ...fresh, prompt }];
    }
}
async function readPromptFiles(lines, files) {
    const patterns = (0,fields/* list */.p_)(lines, '\n').filter((line) => !line.startsWith('#'));
    const astray = patterns.filter(leavesWorkspace);
    if (astray.length > 0)
        return astray.map((pattern) => `${pattern} leads out of the workspace`);
    const paths = await files.find(patterns);
    if (paths.length === 0)
        return [`no file matches ${patterns.join(', ')}`];
    return (await Promise.all(paths.map((path) => readPromptEntry(path, files)))).flat();
}
function leavesWorkspace(pattern) {
    const path = pattern.replace(/^[!\s]+/, '');
    return /^[/\\~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).includes('..');
}
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;
const frontMatterSchema = schemas/* strictObject */.rej({
    name: schemas/* optional */.lqM(schemas/* pipe */.FsL(schemas/* pipe */.FsL(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()], 'must be text'), schemas/* transform */.pdi(String)), entryName)),
    skip: schemas/* _default */.Rvf(schemas/* boolean */.zMY('must be `true` or `false`'), false),
}, (0,fields/* unknownKeys */.vX)('front matter key', 'has front matter that is no list of keys'));
async function readPromptEntry(path, files, given, subject = path) {
    const wrong = (problem) => [`${subject} ${problem}`];
    const file = await files.readInput(path);
    if (!file.ok)
        return wrong(file.failure);
    const [head, yaml = '', end] = FRONT_MATTER.exec(file.value) ?? [];
    if (head !== undefined && end === undefined)
        return wrong('has front matter that does not end');
    const data = await readFrontMatter(yaml, subject);
    if (Array.isArray(data))
        return data;
    const prompt = file.value.slice(head?.length);
    if (prompt.trim() === '' && !data.skip)
        return wrong('is empty');
    const name = given ?? data.name ?? path;
    if (!entryName.safeParse(name).success)
        return wrong(`needs a \`name\` in front matter: its path is not ${NAME}`);
    const entry = { ...BLANK, name, promptFile: path };
    if (!data.skip)
        return [{ ...entry, prompt }];
    return [{ ...entry, result: 'skipped', reason: 'Its front matter says `skip`.' }];
}
async function readFrontMatter(yaml, subject) {
    let documents = [];
    if (yaml !== '') {
        const { loadAll } = await __webpack_require__.e(/* import() */ 243).then(__webpack_require__.bind(__webpack_require__, 3243));
        try {
            documents = loadAll(yaml);
        }
        catch (error) {
            return [`${subject} has front matter that is no YAML (${Object(error).reason ?? error})`];
        }
    }
    const keys = documents.length > 1 ? documents : (documents[0] ?? {});
    const { success, data, error } = frontMatterSchema.safeParse(keys);
    return success ? data : (0,fields/* tellProblems */.sG)(subject, error);
}

;// CONCATENATED MODULE: ./build/batch/variables.js




const variables = schemas/* pipe */.FsL(fields/* trimmed */.dE.check((0,fields/* refused */.J5)(variablesProblem)), schemas/* transform */.pdi((text) => {
    const entries = Object.entries(readVariables(text) ?? {});
    return new Map(entries.map(([name, value]) => [name, String(value)]));
}));
function readVariables(text) {
    return text === '' ? {} : (0,json/* parseJson */.qF)(text);
}
function variablesProblem(text) {
    const value = readVariables(text);
    if (value === undefined)
        return 'is no JSON';
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return 'must be a JSON object, like `{"version": "2.0"}`';
    const entries = Object.entries(value);
    const nameless = entries.find(([name]) => name === '' || /[{}]/.test(name));
    if (nameless !== undefined)
        return `has the name \`${nameless[0]}\`, which is none`;
    const wrong = entries.find(([, it]) => !['string', 'number', 'boolean'].includes(typeof it));
    return wrong && `has a value for \`${wrong[0]}\` that is no text`;
}
function fillIn(text, variables) {
    return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name) => variables.get(name) ?? braces);
}
function findBlanks(entries, variables) {
    return entries
        .filter((entry) => isToAsk(entry) && fillIn(entry.prompt, variables).trim() === '')
        .map(({ name }) => `\`${name}\` is blank once its variables are filled in.`);
}
function findUnused(entries, variables) {
    return [...variables.keys()]
        .filter((name) => !entries.some(({ prompt }) => prompt?.includes(`{{${name}}}`)))
        .map((name) => `No prompt uses the variable \`${name}\`.`);
}

;// CONCATENATED MODULE: ./build/batch/inputs.js








const MOST_OPEN = 30;
function batchInputSchema(files) {
    return {
        ...fields/* serviceFields */.$D,
        prompts: fields/* optional */.lq,
        promptsJson: fields/* optional */.lq,
        resume: fields/* optional */.lq,
        variables: variables,
        rulesFile: (0,fields/* textFile */.Ex)(files),
        skipIfOpen: change_fields/* changeFields */.Qd.skipIfOpen,
        maxOpen: change_fields/* changeFields */.Qd.maxOpen,
        maxParallel: (0,fields/* wholeNumber */.rD)(MOST_OPEN),
        maxJobs: (0,fields/* wholeNumber */.rD)(100),
        onFailure: (0,fields/* oneOf */.yL)(['continue', 'stop']),
        timeout: fields/* timeout */.wR,
        dryRun: fields/* boolean */.zM,
        file: fields/* required */.mw,
        githubToken: fields/* optional */.lq,
        prToken: change_fields/* changeFields */.Qd.prToken,
        threadSecret: fields/* threadSecret */.hu,
        comment: fields/* comment */.Im,
        issueNumber: fields/* issueNumber */.Pp,
        triggerPhrase: fields/* phrase */.MZ,
        ...fields/* gateFields */.Xc,
    };
}
async function readBatchInputs({ runner, files }) {
    const given = (name) => runner.input(name).trim();
    const shape = batchInputSchema(files);
    const { data, error } = await (0,read_inputs/* parseInputs */.TL)(shape, runner);
    const { entries, problems: unread } = await readEntries(given, files);
    const problems = [...(0,read_inputs/* describeIssues */.wF)(error), ...unread];
    if (data !== undefined)
        problems.push(...findBlanks(entries, data.variables));
    if (given('skip-if-open') !== '' && given('pr-token') === '' && given('github-token') === '')
        problems.push('`skip-if-open` needs `github-token` or `pr-token`. Both are empty.');
    const target = given('file') === '' ? undefined : await files.checkTarget(given('file'));
    if (target?.ok === false)
        problems.push(`\`file\`: ${given('file')} ${target.failure}.`);
    if (target?.ok && entries.some(({ promptFile }) => promptFile === target.value))
        problems.push(`\`file\`: ${target.value} is a prompt file, and would be overwritten.`);
    problems.push(...(0,read_inputs/* findIdleInputs */.Bq)(shape, runner));
    if (data === undefined || !target?.ok || problems.length > 0)
        return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
    const { skipIfOpen: search, maxOpen: most } = data;
    const token = (0,change_fields/* searchToken */.cm)(data);
    return {
        ...data,
        file: target.value,
        entries,
        compose: (prompt) => (0,request_prompt/* composePrompt */.lm)(fillIn(prompt, data.variables), data.rulesFile),
        openRule: search === '' || token === undefined ? undefined : { search, most, ...token },
        phrase: data.triggerPhrase,
        key: (0,signed_note/* signingKey */.NR)(data),
        warnings: findUnused(entries, data.variables),
    };
}

// EXTERNAL MODULE: ./node_modules/p-limit/index.js + 1 modules
var p_limit = __webpack_require__(370);
// EXTERNAL MODULE: ./build/intervals.js
var intervals = __webpack_require__(1722);
// EXTERNAL MODULE: ./build/report/own-comment.js
var own_comment = __webpack_require__(2123);
// EXTERNAL MODULE: ./build/runner/clock.js
var runner_clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/thread/status-comment.js
var status_comment = __webpack_require__(6027);
// EXTERNAL MODULE: ./build/thread/thread.js
var thread_thread = __webpack_require__(6889);
// EXTERNAL MODULE: ./build/report/shorten.js
var shorten = __webpack_require__(2950);
// EXTERNAL MODULE: ./build/text/comment-text.js
var comment_text = __webpack_require__(7227);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
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
const BESIDES = 1_000;
function countWords(records) {
    const groups = Object.groupBy(records, standingOf);
    const { watch, 'find out': findOut } = Object.groupBy(groups.failed ?? [], leftToDo);
    const count = (some, words) => some === undefined ? [] : [`${some.length} ${words}`];
    const doubts = [...count(watch, 'no longer watched'), ...count(findOut, 'of unknown fate')];
    const failed = doubts.length === 0 ? 'failed' : `failed (${doubts.join(', ')})`;
    const told = Object.keys(SIGNS).flatMap((standing) => count(groups[standing], standing === 'failed' ? failed : standing));
    return `${countEntries(records)}: ${told.join(', ')}.`;
}
function countEntries({ length }) {
    return length === 1 ? '1 entry' : `${length} entries`;
}
function renderComment(records, { title, duration, runUrl }) {
    const text = [
        `**Documentation agent, many jobs: ${title}**`,
        (0,markdown/* plain */.pj)(countWords(records)),
        renderTable(records, shorten/* COMMENT_LIMIT */.W$ - BESIDES),
        `${(0,time/* formatDuration */.a3)(duration)} · ${(0,markdown/* link */.nf)(runUrl)}`,
    ].join('\n\n');
    return `${(0,shorten/* shorten */.ml)(text, shorten/* COMMENT_LIMIT */.W$ - comment_text/* OWN_COMMENT */.FO.length - 2)}\n\n${comment_text/* OWN_COMMENT */.FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { result, reason, records, address } = outcome;
    const parts = [`### Documentation agent, many jobs: ${RESULTS[result].title}`, (0,markdown/* plain */.pj)(reason)];
    if (records.length > 0)
        parts.push(renderTable(records, shorten/* SUMMARY_LIMIT */.Jt / 2));
    parts.push((0,time/* formatDuration */.a3)(duration));
    const left = resumeEntries(records);
    if (address !== undefined) {
        parts.push(`This would be sent with ${(0,markdown/* code */.aY)(`POST ${address}`)}, each by itself:`);
        for (const { name, result, prompt = '' } of records)
            if (result === 'dry-run')
                parts.push((0,markdown/* code */.aY)(name), (0,markdown/* codeBlock */.DV)(prompt));
    }
    else if (left.length > 0) {
        parts.push('To go on with what is left, give this as `resume`:', (0,markdown/* codeBlock */.DV)(toLines(left)));
    }
    return (0,shorten/* shorten */.ml)(`${parts.join('\n\n')}\n`, shorten/* SUMMARY_LIMIT */.Jt);
}
function renderTable(records, limit) {
    const sorted = records.toSorted((one, other) => rank(one) - rank(other));
    const render = (reasonLimit) => (0,markdown/* grid */.Vg)(COLUMNS, sorted.map((record) => toCells(record, reasonLimit)));
    const tables = [240, 80].values().map(render);
    return tables.find((table) => Buffer.byteLength(table) <= limit) ?? render(0);
}
function rank(record) {
    const standing = standingOf(record);
    if (standing === 'failed')
        return isOpen(record) ? 0 : 1;
    return { 'at work': 2, skipped: 2, 'not asked': 3, succeeded: 4 }[standing];
}
function toCells(record, reasonLimit) {
    const { name, result, prLink, jobId, duration, reason } = record;
    const why = result === 'pull-request' || reasonLimit === 0 ? '' : (0,markdown/* plain */.pj)((0,text_line/* cut */.Jj)(reason, reasonLimit));
    return [
        (0,markdown/* code */.aY)(name, 80),
        `${SIGNS[standingOf(record)]} ${result === '' ? 'its turn comes' : result.replaceAll('-', ' ')}`,
        prLink !== '' && leftToDo(record) !== 'watch' ? (0,markdown/* link */.nf)(prLink) : (0,markdown/* code */.aY)(jobId),
        duration === null ? '' : (0,time/* formatDuration */.a3)(duration * 1000),
        why,
    ];
}
function resumeEntries(records) {
    return records.flatMap(toResume).map(toLine);
}
function toResume(record) {
    const { name, jobId, promptFile, prompt } = record;
    switch (leftToDo(record)) {
        case 'nothing':
            return [];
        case 'watch':
            return [{ name, jobId }];
        case 'find out':
            return [{ name, result: 'unknown' }];
        case 'ask':
            return [promptFile === '' ? { name, prompt } : { name, promptFile }];
    }
}
function toLines(entries) {
    return `[\n${entries.map((entry) => `  ${entry}`).join(',\n')}\n]`;
}
function printResume(records, file, { log, print }) {
    const left = resumeEntries(records);
    if (left.length === 0)
        return;
    const short = left.filter((line) => line.length < text_line/* LONGEST_LINE */.i2);
    log.info(`To go on with what is left, give this as \`resume\` (or \`prompts-json\`), or ${file} as \`resume\`:`);
    for (const line of toLines(short).split('\n'))
        print(line);
    const missing = left.length - short.length;
    if (missing > 0)
        log.warning(`${missing} of them are too long for the log. They are in ${file}.`);
}
function toLine(entry) {
    return JSON.stringify(entry)
        .replace(/[^ -~]/gu, (sign) => ((0,text_line/* withoutUnseen */.zG)(sign) === sign ? sign : (0,shell_safe/* numbered */.jN)(sign)))
        .replaceAll('##[', '#\\u0023[');
}

;// CONCATENATED MODULE: ./build/batch/progress.js








const MOST_HANDED_OVER = 100;
const hasBegun = ({ result }) => result === 'asking' || result === 'working';
function openProgress(ports, file, records) {
    const { runner, clock, files, randomToken, startedAt, workflowRun } = ports;
    const writing = (0,p_limit/* default */.A)(1);
    let saved = Promise.resolve();
    let written = false;
    let comment;
    let stale = false;
    let warned = false;
    function handOver() {
        const open = records()
            .filter(isOpen)
            .toSorted((one, other) => Number(hasBegun(other)) - Number(hasBegun(one)))
            .slice(0, MOST_HANDED_OVER)
            .map(({ name, jobId }) => ({ name, jobId }));
        runner.saveState('batch', { file, written, open, commentId: comment?.id });
    }
    async function save() {
        const lines = records().map((record) => JSON.stringify(record));
        const answer = await files.write(file, [`${toLines(lines)}\n`]);
        if (answer.ok && !written) {
            written = true;
            handOver();
        }
        if (answer.ok || warned)
            return;
        warned = true;
        runner.log.warning(`Until the end only the log has the ids of the jobs: ${file} ${answer.failure}.`);
    }
    function render(title) {
        stale = false;
        return renderComment(records(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });
    }
    async function show() {
        const isShown = await comment?.writer.tryWrite(() => render('at work'));
        stale ||= isShown === false;
    }
    async function keepShown(done) {
        let silent = 0;
        while (await (0,runner_clock/* slept */.j)(intervals/* PROGRESS_SPACING */.kj, clock, done)) {
            if (stale)
                void show();
            silent += intervals/* PROGRESS_SPACING */.kj;
            if (silent < intervals/* SIGN_OF_LIFE */.j)
                continue;
            silent = 0;
            runner.log.info(countWords(records()));
        }
    }
    return {
        changed() {
            handOver();
            if (writing.pendingCount === 0)
                saved = writing(save);
            stale = true;
        },
        saved: () => saved,
        async openComment(github, thread, deadline) {
            const text = `${render('at work')}\n${(0,own_comment/* postedMark */.B)(randomToken())}`;
            const tools = { clock, deadline, log: runner.log, time: (0,thread_thread/* githubTime */.R1)(clock) };
            const answer = await (0,status_comment/* postComment */.Gy)(github, thread, text, tools);
            if (!answer.ok)
                return;
            const { id, html_url: url } = answer.value;
            comment = { id, url, writer: (0,status_comment/* openCommentWriter */.Bg)(github, id, tools) };
            handOver();
        },
        async during(work) {
            const done = new AbortController();
            await Promise.all([work.finally(() => done.abort()), keepShown(done.signal)]);
        },
        async close(title) {
            await comment?.writer.write(render(title));
            return { commentUrl: comment?.url, unwritten: comment?.writer.unwritten() };
        },
    };
}

// EXTERNAL MODULE: ./build/job/send.js
var send = __webpack_require__(7096);
// EXTERNAL MODULE: ./build/job/to-result.js
var to_result = __webpack_require__(3089);
// EXTERNAL MODULE: ./build/job/watch.js
var watch = __webpack_require__(9971);
// EXTERNAL MODULE: ./build/pull-request/open-pull-requests.js
var open_pull_requests = __webpack_require__(5561);
;// CONCATENATED MODULE: ./build/batch/run-entries.js









const WITHOUT_JOB = {
    'usage-limit': 'remaining',
    deadline: 'remaining',
    interrupted: 'remaining',
    'fate-unknown': 'unknown',
};
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
    const batch = { ...tools, lane: (0,p_limit/* default */.A)(1), warned: new Set(), asking: { doubts: 0 } };
    const asks = keepWithinBudget(table, inputs.maxJobs);
    const pool = (0,p_limit/* default */.A)(MOST_OPEN);
    async function take(entry) {
        try {
            const end = await pool(() => workOn({ ...batch, entry, log: namedLog(batch, entry) }));
            if (end !== undefined)
                await batch.finishPullRequest(end.result, end.origin);
        }
        catch (defect) {
            batch.asking.halted ??= 'the run met a defect';
            throw defect;
        }
    }
    const watched = table.entries.filter(isToWatch).map(take);
    const asked = pool(() => {
        pool.concurrency = Math.min(inputs.maxParallel, openLimit?.most ?? MOST_OPEN);
    }).then(() => Promise.all(asks.map(take)));
    await Promise.all([...watched, asked]);
    leaveRest(batch);
}
function keepWithinBudget(table, maxJobs) {
    const asks = table.entries.filter(isToAsk);
    const reason = `Not asked: the budget of this run is ${maxJobs}.`;
    table.set(asks.slice(maxJobs), { result: 'remaining', reason });
    return asks.slice(0, maxJobs);
}
function leaveRest({ table, deadline: { stop }, asking }) {
    const rest = table.entries.filter(({ result }) => result === '');
    const end = stop.aborted ? (0,to_result/* stopped */.ce)(stop.reason, ' before it was its turn.') : undefined;
    const reason = end?.reason ?? `Not asked: ${asking.halted}.`;
    table.set(rest.filter(isToAsk), { result: 'remaining', reason });
    if (end !== undefined)
        table.set(rest.filter(isToWatch), { result: end.result, reason });
}
async function workOn(turn) {
    const { clock, deadline, entry, lane, table } = turn;
    if (deadline.stop.aborted)
        return undefined;
    if (isToAsk(entry)) {
        const created = await lane(() => createJob(turn, entry.prompt));
        return created && follow(turn, created.job, created.sent);
    }
    table.set([entry], { result: 'working' });
    return follow(turn, await (0,watch/* findJob */.pC)({ jobId: entry.jobId, sentAt: undefined }, clock, turn));
}
async function createJob(turn, prompt) {
    const { asking, clock, deadline, entry, inputs, log, progress, table } = turn;
    const isOver = () => deadline.stop.aborted || asking.halted !== undefined;
    for (let limits = 0; !isOver(); limits += 1) {
        const held = await findHeld(turn);
        if (held !== undefined)
            return run_entries_close(turn, held);
        if (isOver())
            return undefined;
        table.set([entry], { result: 'asking', reason: '' });
        await progress.saved();
        log.info('asked.');
        const delivery = await (0,send/* send */.t)({ kind: 'create', text: inputs.compose(prompt) }, limits, turn);
        if ((0,request_result/* isResult */.aI)(delivery))
            return giveUp(turn, delivery);
        if (delivery.kind === 'sent') {
            asking.doubts = 0;
            table.set([entry], { result: 'working', jobId: delivery.job.id });
            return delivery;
        }
        table.set([entry], { result: '', reason: delivery.reason });
        await (0,runner_clock/* slept */.j)(delivery.until - clock.now(), clock, deadline.stop);
    }
    return undefined;
}
async function findHeld({ asking, deadline, openLimit, table }) {
    if (openLimit === undefined)
        return undefined;
    const { search, most } = openLimit;
    const atWork = table.entries.filter(({ result }) => result === 'working').length;
    const found = await (0,open_pull_requests/* checkOpen */.hh)({ search, most: Math.max(1, most - atWork) }, openLimit);
    if (found === undefined)
        return undefined;
    const { reason } = found;
    if (found.result === 'skipped') {
        const jobs = atWork === 1 ? '1 job is' : `${atWork} jobs are`;
        return { result: 'skipped', reason: atWork === 0 ? reason : `${reason}, and ${jobs} at work` };
    }
    if (deadline.stop.aborted)
        return { result: 'remaining', reason };
    asking.halted ??= 'nobody can tell how many pull requests are open';
    return { result: 'error', reason };
}
async function follow(turn, job, sent) {
    const { clock, log } = turn;
    const startedAt = clock.now();
    const end = (0,request_result/* isResult */.aI)(job) ? job : await (0,watch/* watchJob */.LA)(job, sent, turn, { wait: true });
    const { reason, pullRequest, warning } = end;
    const result = ENTRY_RESULTS.find((known) => known === end.result) ?? 'error';
    const duration = Math.round((clock.now() - startedAt) / 1000);
    run_entries_close(turn, { result, reason, prLink: pullRequest?.link ?? '', duration });
    if (warning !== undefined && warning !== reason)
        log.warning(warning);
    return { result: end, origin: { since: sent?.at, isNew: sent !== undefined } };
}
function namedLog({ log, warned }, { name }) {
    const tell = (level) => (text) => log[level](`${name}: ${text}`);
    const warning = (text) => {
        tell(warned.has(text) ? 'info' : 'warning')(text);
        warned.add(text);
    };
    return { info: tell('info'), notice: tell('notice'), debug: tell('debug'), warning };
}
function giveUp(turn, { reason, reasonCode }) {
    const { asking, entry } = turn;
    if (reasonCode === 'fate-unknown')
        asking.doubts += 1;
    if (reasonCode === 'usage-limit')
        asking.halted ??= 'the usage limit does not reset before the deadline';
    else if (ABOUT_ALL.has(reasonCode))
        asking.halted ??= `the service refused \`${entry.name}\` for a reason that holds for every job`;
    else if (asking.doubts >= MOST_DOUBTS)
        asking.halted ??= `of ${MOST_DOUBTS} creates in a row nobody knows whether there is a job`;
    run_entries_close(turn, { result: WITHOUT_JOB[reasonCode] ?? 'error', reason });
}
function run_entries_close({ asking, entry, inputs, log, table }, known) {
    table.set([entry], known);
    const { name, result, reason, prLink } = entry;
    log.info(`${result}. ${reason} ${prLink}`);
    if (inputs.onFailure === 'stop' && hasFailed(entry))
        asking.halted ??= `\`${name}\` failed, and \`on-failure\` is \`stop\``;
}

// EXTERNAL MODULE: ./build/report/conversation.js
var conversation = __webpack_require__(176);
// EXTERNAL MODULE: ./build/runner/bootstrap.js
var bootstrap = __webpack_require__(6757);
// EXTERNAL MODULE: ./build/runner/step-state.js
var step_state = __webpack_require__(8029);
;// CONCATENATED MODULE: ./build/batch/post.js









const LOOK = "look at the project's jobs in the service's dashboard before you ask again.";
async function closeBatch(ports) {
    const { runner, clock } = ports;
    const { batch, lastWord } = (0,step_state/* readStepState */.C)();
    if (batch === undefined)
        return;
    const cutOff = (0,bootstrap/* readStage */.NW)() === 'told' ? '' : await reportCutOff(ports, batch);
    const token = runner.input('github-token').trim();
    if (batch.commentId === undefined || token === '')
        return;
    const deadline = ports.startDeadline(intervals/* POST_SPAN */.WC);
    const github = ports.openGitHub(token, deadline);
    await (0,status_comment/* untilLanded */.xt)(clock, deadline);
    const edited = await github.editComment(batch.commentId, lastWord || cutOff);
    (0,conversation/* warn */.R8)(edited, 'The status comment could not be closed', runner.log);
}
async function reportCutOff(ports, batch) {
    const { runner, clock, startedAt, workflowRun } = ports;
    const records = (await readRecords(ports, batch)).map(toCutOff);
    const reason = `The step was cut off. ${countWords(records)} Open jobs go on without being watched.`;
    runner.log.warning(reason);
    for (const { name, jobId } of batch.open) {
        runner.log.info(jobId === '' ? `${name}: a job may exist, ${LOOK}` : `${name}: job ${jobId} goes on.`);
    }
    printResume(records, batch.file, runner);
    const duration = clock.now() - startedAt;
    const cutOff = { result: 'interrupted', reason, records, warnings: [] };
    await runner.summarize(renderBatchSummary(cutOff, duration));
    return renderComment(records, { title: 'cut off', duration, runUrl: workflowRun.url });
}
async function readRecords({ files }, { file, written, open }) {
    const text = written ? await files.readInput(file, STATE_LIMIT) : undefined;
    const read = schemas/* array */.YOg(recordSchema).safeParse(text?.ok ? (0,json/* parseJson */.qF)(text.value) : undefined);
    const known = new Map(open.map(({ name, jobId }) => [name, jobId]));
    const records = read.success ? read.data : open.map(({ name }) => ({ ...BLANK, name }));
    return records.map((record) => {
        const jobId = known.get(record.name);
        if (record.jobId !== '' || jobId === undefined)
            return record;
        return { ...record, jobId, result: jobId === '' ? 'asking' : 'working' };
    });
}
function toCutOff(record) {
    const { result, reason } = record;
    if (standingOf(record) !== 'at work')
        return record;
    if (result === 'asking')
        return { ...record, result: 'unknown', reason: `A job may exist: ${LOOK}` };
    return { ...record, result: 'interrupted', reason: reason || 'The step was cut off.' };
}

;// CONCATENATED MODULE: ./build/batch/step.js











async function runBatch(ports, request) {
    const outcome = await run(ports, request);
    return {
        outputs: toBatchOutputs(outcome),
        lastWord: outcome.unwritten,
        warnings: outcome.warnings,
        word: { level: RESULTS[outcome.result].fails ? 'error' : 'info', text: outcome.reason },
        summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function run(ports, request) {
    const inputs = await readBatchInputs(ports);
    if ((0,request_result/* isResult */.aI)(inputs))
        return nothing('error', inputs.reason);
    const { log } = ports.runner;
    ports.runner.group('Request');
    const deadline = ports.startDeadline(inputs.timeout);
    const { githubToken } = inputs;
    const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
    const decision = await (0,gate/* checkPermission */.Yj)(request, inputs, github);
    if (!decision.allowed) {
        const { limited, reason } = decision;
        if (limited)
            return { ...nothing('error', `not sent: ${reason}`), reasonCode: 'github-limit' };
        return nothing('denied', reason);
    }
    log.info(decision.reason);
    log.info(announce(inputs));
    return inputs.dryRun ? dryRun(ports, inputs, deadline) : perform(ports, inputs, deadline, github);
}
async function perform(ports, inputs, deadline, github) {
    const { clock, random, runner } = ports;
    const { file, issueNumber: thread } = inputs;
    const table = openEntryTable(inputs.entries, () => progress.changed());
    const progress = openProgress(ports, file, table.records);
    runner.group('Jobs');
    runner.saveState('stage', 'watching');
    runner.output('file', file);
    progress.changed();
    if (inputs.comment === 'auto' && github && thread)
        await progress.openComment(github, thread, deadline);
    const context = pullRequestContext(ports, inputs, deadline);
    await progress.during(runEntries({
        clock,
        random,
        deadline,
        log: runner.log,
        table,
        progress,
        inputs,
        service: ports.spaceRequests()({ ...inputs, deadline }),
        pollInterval: 'auto',
        openLimit: openLimitOf(ports, inputs, deadline),
        finishPullRequest: (result, origin) => (0,finish_pull_request/* finishPullRequest */.W)(result, origin, context),
    }));
    const records = table.records();
    await progress.saved();
    runner.group();
    printResume(records, file, runner);
    const result = resultOf(records, deadline);
    const told = await progress.close(RESULTS[result].title);
    const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
    const warnings = [...inputs.warnings, ...remainWarnings(records)];
    return { result, reason: `${countWords(records)}${end}`, records, file, warnings, ...told };
}
function openLimitOf(ports, inputs, deadline) {
    const { openRule } = inputs;
    if (openRule === undefined)
        return undefined;
    const github = ports.openGitHub(openRule.token, deadline, openRule.tokenInput);
    return { ...openRule, key: inputs.key, service: inputs, workflowRun: ports.workflowRun, github };
}
function pullRequestContext(ports, inputs, deadline) {
    return {
        ...inputs,
        openGitHub: (token, tokenInput) => ports.openGitHub(token, deadline, tokenInput),
        prToken: undefined,
        service: inputs,
        workflowRun: ports.workflowRun,
        marks: inputs.comment === 'auto',
        owners: { prLabels: [], prReviewers: [], prAssignees: [] },
        people: {},
        log: ports.runner.log,
    };
}
function resultOf(records, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && records.some((record) => leftToDo(record) === 'watch'))
        return 'timeout';
    const { failed, 'not asked': remaining } = Object.groupBy(records, standingOf);
    return failed ? 'failed' : remaining ? 'incomplete' : 'completed';
}
function remainWarnings(records) {
    const [first, ...more] = records.filter((record) => standingOf(record) === 'not asked');
    if (first === undefined)
        return [];
    const count = more.length === 0 ? '1 entry was' : `${more.length + 1} entries were`;
    return [`${count} not asked, the first of them for this reason: ${first.reason}`];
}
function dryRun(ports, inputs, deadline) {
    const { entries, compose, maxJobs, warnings } = inputs;
    const table = openEntryTable(entries);
    const asks = keepWithinBudget(table, maxJobs);
    for (const ask of asks)
        table.set([ask], { result: 'dry-run', prompt: compose(ask.prompt) });
    const shown = asks.length === 1 ? 'the instruction' : `the ${asks.length} instructions`;
    return {
        result: 'dry-run',
        reason: `Dry run: nothing was sent. The summary shows ${shown} and the address.`,
        records: table.entries,
        warnings,
        address: ports.openService({ ...inputs, deadline }).sendAddress().href,
    };
}
function nothing(result, reason) {
    return { result, reason, records: [], warnings: [] };
}
function announce({ entries, maxParallel, maxJobs, timeout }) {
    const asks = entries.filter(isToAsk).length;
    const watches = entries.filter(isToWatch).length;
    return (`${countEntries(entries)}: ${asks} to ask (at most ${maxJobs} in this run), ` +
        `${watches} to watch, ${maxParallel} at a time (deadline after ${(0,time/* formatDuration */.a3)(timeout)}).`);
}


/***/ })

};
