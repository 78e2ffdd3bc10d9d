export const id = 918;
export const ids = [918];
export const modules = {

/***/ 6918:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  batchAction: () => (/* binding */ batchAction)
});

// EXTERNAL MODULE: ./build/pull-request/finish-pull-request.js + 3 modules
var finish_pull_request = __webpack_require__(2820);
// EXTERNAL MODULE: ./build/pull-request/missing-pull-request.js
var missing_pull_request = __webpack_require__(9820);
// EXTERNAL MODULE: ./build/request/trusted-event.js
var trusted_event = __webpack_require__(9076);
// EXTERNAL MODULE: ./build/request-result.js
var request_result = __webpack_require__(6459);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(4343);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/text/line.js
var line = __webpack_require__(8194);
// EXTERNAL MODULE: ./build/text/url.js
var url = __webpack_require__(1691);
;// CONCATENATED MODULE: ./build/batch/entry.js




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
const entryName = schemas/* string */.YjP(`must be ${NAME_RULE}`).check(schemas/* refine */.YPB(isName, `must be ${NAME_RULE}`));
function isName(text) {
    const { length } = text.trim();
    return length > 0 && length <= 200 && (0,line/* withoutUnseen */.zG)(text) === text && !/[\r\n\t]/.test(text);
}
const entry_text = schemas/* _default */.Rvf(schemas/* string */.YjP('must be text'), '');
const entrySchema = schemas/* strictObject */.rej({
    name: entryName,
    promptFile: entry_text,
    jobId: (0,fields/* converted */.H$)(schemas/* pipe */.FsL(entry_text, fields.id), (jobId) => jobId ?? ''),
    result: schemas/* _default */.Rvf(schemas/* enum */.k5n(['', ...ENTRY_RESULTS], 'is not a known result'), ''),
    reason: entry_text,
    prLink: (0,fields/* converted */.H$)(entry_text, (link) => (0,url/* readUrl */.wo)(link) ?? ''),
    duration: schemas/* _default */.Rvf(schemas/* nullable */.mee(schemas/* number */.aig('must be a number')), null),
    sentAt: schemas/* optional */.lqM(schemas/* number */.aig()),
    promptHash: schemas/* optional */.lqM(schemas/* string */.YjP()),
    prompt: schemas/* optional */.lqM(schemas/* string */.YjP('must be text')),
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

;// CONCATENATED MODULE: ./build/batch/batch-result.js


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
function toBatchOutputs(outcome) {
    const { entries } = outcome;
    const links = new Set(entries.map(({ prLink }) => prLink).filter((link) => link !== ''));
    return {
        jobs: (0,shell_safe/* shellSafeJson */.cy)(entries.map(({ prompt: _, promptHash: __, sentAt: ___, ...entry }) => entry)),
        file: outcome.file ?? '',
        prLinks: (0,shell_safe/* shellSafeJson */.cy)([...links]),
        succeeded: String(entries.filter((entry) => statusOf(entry) === 'succeeded').length),
        failed: String(entries.filter(hasFailed).length),
        remaining: (0,shell_safe/* shellSafeJson */.cy)(entries.filter(isNotRequested).map(({ name }) => name)),
        result: outcome.result,
        reason: (0,shell_safe/* shellSafeText */.pp)(outcome.reason),
        reasonCode: outcome.reasonCode ?? BATCH_RESULTS[outcome.result].reasonCode,
        commentUrl: outcome.commentUrl ?? '',
    };
}

// EXTERNAL MODULE: ./build/inputs/change-fields.js
var change_fields = __webpack_require__(4558);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
// EXTERNAL MODULE: ./build/prompt/prompt.js
var prompt_prompt = __webpack_require__(5821);
// EXTERNAL MODULE: ./build/text/signed-note.js
var signed_note = __webpack_require__(205);
// EXTERNAL MODULE: ./node_modules/js-yaml/dist/js-yaml.mjs
var js_yaml = __webpack_require__(3243);
// EXTERNAL MODULE: ./build/inputs/list.js
var list = __webpack_require__(3666);
// EXTERNAL MODULE: ./build/text/front-matter.js
var front_matter = __webpack_require__(6863);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
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
    const file = await files.readInput(text, ENTRIES_LIMIT);
    return file.ok ? readEntryList(file.value, files) : [`${(0,line/* cut */.Jj)(text, 200)} ${file.failure}`];
}
function findEmpty(entries) {
    const empty = entries.filter((entry) => needsJob(entry) && entry.prompt.trim() === '');
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
    const { success, data: entry, error } = entrySchema.safeParse(item);
    if (!success)
        return listProblems(subject, error);
    const { name, promptFile, jobId, sentAt, promptHash, prompt = '' } = entry;
    const reset = { ...BLANK, name, promptFile, jobId };
    switch (nextStep(entry)) {
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
    name: schemas/* optional */.lqM(entryName),
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
    if (!entryName.safeParse(name).success)
        return [`${subject} needs a \`name\` in front matter, because its path is not ${NAME_RULE}`];
    const entry = { ...BLANK, name, promptFile: path };
    if (skip)
        return [{ ...entry, result: 'skipped', reason: 'Its front matter sets `skip`.' }];
    return [{ ...entry, prompt: parts.body }];
}
function listProblems(subject, { issues }) {
    return issues.map(({ path, message }) => path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`);
}

;// CONCATENATED MODULE: ./build/batch/inputs.js







const MOST_OPEN = 30;
function batchInputSchema({ runner, files }) {
    return {
        ...fields/* serviceFields */.$D,
        prompts: fields/* optional */.lq,
        promptsJson: fields/* optional */.lq,
        resume: fields/* optional */.lq,
        rulesFile: fields/* textFile */.Ex(files, runner),
        prLabels: change_fields/* changeFields */.Q.prLabels,
        prRepository: change_fields/* changeFields */.Q.prRepository,
        maxOpen: fields/* count */.U9,
        maxParallel: fields/* wholeNumber */.rD(MOST_OPEN),
        maxJobs: fields/* wholeNumber */.rD(100),
        timeout: fields/* timeout */.wR,
        wait: fields/* boolean */.zM,
        dryRun: fields/* boolean */.zM,
        file: fields/* required */.mw,
        githubToken: fields/* githubToken */.bU,
        prToken: change_fields/* changeFields */.Q.prToken,
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
        identify: (text) => (0,signed_note/* signText */.X8)('entry', [workflowRun.repositoryId, text], sealed.key),
        openRule: labels.length === 0 ? undefined : { labels, repository },
    };
}
function checkOpenRule({ prLabels, prRepository, prToken, comment }) {
    const problems = [];
    if (prRepository !== undefined && prToken === undefined)
        problems.push(change_fields/* PR_TOKEN_MISSING */.i);
    if (prLabels.length > 0 && comment === 'never')
        problems.push('`pr-labels` needs the marker of each pull request, which `comment: never` leaves out.');
    return problems;
}

// EXTERNAL MODULE: ./build/github/edit-comment.js
var edit_comment = __webpack_require__(3684);
// EXTERNAL MODULE: ./build/intervals.js
var intervals = __webpack_require__(1722);
// EXTERNAL MODULE: ./build/runner/bootstrap.js
var bootstrap = __webpack_require__(6757);
// EXTERNAL MODULE: ./build/runner/clock.js
var runner_clock = __webpack_require__(453);
// EXTERNAL MODULE: ./build/runner/step-state.js
var step_state = __webpack_require__(8029);
// EXTERNAL MODULE: ./build/report/own-comment.js
var own_comment = __webpack_require__(2123);
// EXTERNAL MODULE: ./build/text/comment-text.js + 1 modules
var comment_text = __webpack_require__(948);
// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/batch/summary.js








const COLUMNS = [
    { head: 'Name' },
    { head: 'Result' },
    { head: 'Pull request or job' },
    { head: 'Duration', align: 'right' },
    { head: 'Reason' },
];
const IN_ORDER = Object.keys(STATUSES);
function countByStatus(entries) {
    const groups = Object.groupBy(entries, statusOf);
    const counts = IN_ORDER.flatMap((status) => (groups[status] ? `${groups[status].length} ${status}` : []));
    return `${countEntries(entries)}: ${counts.join(', ')}.`;
}
function countEntries({ length }) {
    return length === 1 ? '1 entry' : `${length} entries`;
}
function renderComment(entries, { title, duration, runUrl }) {
    const text = [
        `**Documentation batch: ${title}**`,
        (0,markdown/* plain */.pj)(countByStatus(entries)),
        renderTable(entries, entries.length > 50 ? 80 : 240),
        `${(0,time/* formatDuration */.a3)(duration)} · ${(0,markdown/* link */.nf)(runUrl, 'log')}`,
    ].join('\n\n');
    return `${(0,own_comment/* shorten */.ml)(text, own_comment/* COMMENT_LIMIT */.W$ - comment_text/* OWN_COMMENT */.FO.length - 2)}\n\n${comment_text/* OWN_COMMENT */.FO}`;
}
function renderBatchSummary(outcome, duration) {
    const { result, reason, entries, url } = outcome;
    const parts = [`### Documentation batch: ${BATCH_RESULTS[result].title}`, (0,markdown/* plain */.pj)(reason)];
    if (entries.length > 0)
        parts.push(renderTable(entries, 240));
    parts.push((0,time/* formatDuration */.a3)(duration));
    const left = resumeEntries(entries);
    if (url !== undefined) {
        parts.push(`The action would send these instructions to ${(0,markdown/* code */.aY)(url)}, each as a job:`);
        for (const { name, result, prompt = '' } of entries)
            if (result === 'dry-run')
                parts.push((0,markdown/* code */.aY)(name), (0,markdown/* codeBlock */.DV)(prompt));
    }
    else if (left.length > 0) {
        parts.push('To continue with the rest, pass this as `resume`:', (0,markdown/* codeBlock */.DV)(toLines(left)));
    }
    return (0,own_comment/* shorten */.ml)(`${parts.join('\n\n')}\n`, own_comment/* SUMMARY_LIMIT */.Jt);
}
function renderTable(entries, longestReason) {
    const groups = Object.groupBy(entries, statusOf);
    const sorted = IN_ORDER.flatMap((status) => groups[status] ?? []);
    return (0,markdown/* grid */.Vg)(COLUMNS, sorted.map((entry) => {
        const { name, result, prLink, jobId, duration, reason } = entry;
        return [
            (0,markdown/* code */.aY)(name, 80),
            `${STATUSES[statusOf(entry)]} ${result === '' ? 'not started' : result.replaceAll('-', ' ')}`,
            prLink !== '' && nextStep(entry) !== 'watch' ? (0,markdown/* link */.nf)(prLink) : (0,markdown/* code */.aY)(jobId),
            duration === null ? '' : (0,time/* formatDuration */.a3)(duration * 1000),
            result === 'pull-request' ? '' : (0,markdown/* plain */.pj)((0,line/* cut */.Jj)(reason, longestReason)),
        ];
    }));
}
function resumeEntries(entries) {
    return entries.flatMap((entry) => {
        const next = nextStep(entry);
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
        .replace(/[^ -~]/gu, (sign) => ((0,line/* withoutUnseen */.zG)(sign) === sign ? sign : (0,shell_safe/* numbered */.jN)(sign)))
        .replaceAll('##[', '#\\u0023[');
}

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
    const reason = `${CUT_OFF} ${countByStatus(entries)} Open jobs continue without being watched.`;
    runner.log.warning(reason);
    printResume(entries, batch.file, runner);
    const duration = clock.now() - startedAt;
    await runner.summarize(renderBatchSummary({ result: 'interrupted', reason, entries, warnings: [] }, duration));
    return renderComment(entries, { title: 'cut off', duration, runUrl: workflowRun.url });
}
async function readCutOff({ files }, { file, open }) {
    const read = await files.readInput(file, ENTRIES_LIMIT);
    const { data } = schemas/* array */.YOg(entrySchema).safeParse(read.ok ? (0,json/* parseJson */.qF)(read.value) : undefined);
    const jobIds = new Map(open.map(({ name, jobId }) => [name, jobId]));
    return (data ?? open.map(({ name }) => ({ ...BLANK, name }))).map((entry) => {
        const jobId = entry.jobId || (jobIds.get(entry.name) ?? '');
        if (statusOf(entry) !== 'in progress' && !jobIds.has(entry.name))
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
        const written = await files.write(file, [`${toLines(lines)}\n`]);
        if (written.ok)
            return undefined;
        const problem = `${file} ${written.failure}.`;
        if (!warned)
            log.warning(`${problem} Until the step ends, only the log has the job IDs.`);
        warned = true;
        return problem;
    }
    function render(title) {
        stale = false;
        return renderComment(entries(), { title, duration: clock.now() - startedAt, runUrl: workflowRun.url });
    }
    async function update() {
        const updated = await comment?.writer.tryWrite(() => render('in progress'));
        stale ||= updated === false;
    }
    async function report(done) {
        for (let ticks = 1; await (0,runner_clock/* slept */.j)(intervals/* PROGRESS_SPACING */.kj, clock, done); ticks += 1) {
            if (stale)
                void update();
            if ((ticks * intervals/* PROGRESS_SPACING */.kj) % intervals/* SIGN_OF_LIFE */.j === 0)
                log.info(countByStatus(entries()));
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
        async openComment(github, thread, deadline) {
            const answer = await github.createComment(thread, render('starting'));
            (0,edit_comment/* warnOfComment */.Tr)(answer, 'The status comment could not be written', log);
            if (!answer.ok)
                return;
            const { id, html_url: url } = answer.value;
            comment = { id, url, writer: (0,edit_comment/* openCommentWriter */.Bg)(github, id, { clock, deadline, log }) };
            saveState();
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

// EXTERNAL MODULE: ./build/job/send.js
var send = __webpack_require__(7096);
// EXTERNAL MODULE: ./build/job/watch.js
var watch = __webpack_require__(9971);
// EXTERNAL MODULE: ./build/pull-request/when-open.js
var when_open = __webpack_require__(7297);
;// CONCATENATED MODULE: ./build/batch/run-entries.js







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
        if ((0,request_result/* isFailure */.N6)(finished) && finished.reasonCode !== end.result.reasonCode)
            problems.push(`${entry.name}: ${finished.warning ?? finished.reason}`);
    }
    for (const entry of table.entries.filter((one) => nextStep(one) === 'watch')) {
        await waitForRoom(MOST_OPEN);
        if (!stop.aborted)
            finishing.push(finish(entry, resumeEntry(turnOf(entry))));
    }
    await waitForRoom(inputs.wait ? MOST_OPEN : 1);
    await skipKnown(table.entries.filter(needsJob).map(turnOf));
    for (const entry of table.entries.filter(needsJob)) {
        await waitForRoom(Math.min(inputs.maxParallel, openLimit?.most ?? MOST_OPEN));
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
    const withoutLabels = await (0,when_open/* createLabels */.mp)(context);
    const open = withoutLabels ?? (await (0,when_open/* listLabeled */.Co)(context));
    if ((0,request_result/* isResult */.aI)(open))
        return run_entries_close(first, haltBy(open, first));
    first.creating.listed += open.length;
    const marked = await (0,when_open/* findMarked */.Em)(open, context);
    if ((0,request_result/* isResult */.aI)(marked))
        return run_entries_close(first, haltBy(marked, first));
    const left = new Map(turns.map((turn) => [identify(turn.entry.name), turn]));
    const skip = (name = '', prLink, reason) => {
        const turn = left.get(name);
        left.delete(name);
        return turn && run_entries_close(turn, { result: 'skipped', reason, prLink, prompt: undefined });
    };
    for (const { entry, url } of marked)
        skip(entry?.name, url, 'Its pull request is still open.');
    const [next] = left.values();
    if (next === undefined)
        return;
    const isSame = ({ name, prompt }) => prompt === identify(left.get(name)?.entry.prompt ?? '');
    const declined = await (0,when_open/* findDeclined */.sF)(isSame, context);
    if ((0,request_result/* isResult */.aI)(declined))
        return run_entries_close(next, haltBy(declined, next));
    for (const { entry, url, number } of declined)
        skip(entry?.name, url, `Declined in #${number}. Change the instruction to send it again.`);
}
function leaveRest({ table, deadline: { stop } }, { halted }) {
    const rest = table.entries.filter(({ result }) => result === '');
    const end = stop.aborted ? (0,request_result/* stopped */.ce)(stop.reason, ' before this entry had its turn.') : undefined;
    const { create = [], watch = [] } = Object.groupBy(rest, nextStep);
    table.set(create, { result: 'remaining', reason: halted ?? end?.reason ?? '' });
    if (end !== undefined)
        table.set(watch, { result: end.result, reason: end.reason });
}
async function resumeEntry(turn) {
    const { creating, entry, table } = turn;
    table.set([entry], { result: 'working' });
    creating.withoutLabels.add(entry);
    return watchEntry(turn, await (0,watch/* findJob */.pC)(entry, turn));
}
async function createJob(turn, prompt) {
    const { clock, creating, deadline, entry, inputs, log, saved, table } = turn;
    const isOver = () => deadline.stop.aborted || creating.halted !== undefined;
    const { maxJobs, maxParallel } = inputs;
    const working = table.entries.filter(({ result }) => result === 'working');
    if (deadline.stop.aborted)
        return undefined;
    if (creating.sent >= maxJobs)
        return run_entries_close(turn, overLimit('max-jobs', maxJobs));
    if (working.length >= maxParallel)
        return run_entries_close(turn, overLimit('max-parallel', maxParallel));
    for (let limits = 0; !isOver(); limits += 1) {
        const enough = await findEnoughOpen(turn);
        if (enough !== undefined)
            return run_entries_close(turn, enough);
        if (isOver())
            return undefined;
        table.set([entry], { result: 'asking', reason: '', promptHash: inputs.identify(prompt) });
        const problem = await saved();
        if (problem !== undefined) {
            creating.halted ??= problem;
            return run_entries_close(turn, { result: 'error', reason: problem });
        }
        log.info('Sending the instruction.');
        const delivery = await (0,send/* send */.t)(inputs.compose(prompt), {}, limits, turn);
        countSend(delivery, creating);
        if ((0,request_result/* isResult */.aI)(delivery))
            return reportRefusal(turn, delivery);
        if (delivery.kind === 'sent') {
            table.set([entry], { result: 'working', jobId: delivery.job.id, sentAt: delivery.turn.sentAt });
            creating.withoutLabels.add(entry);
            return delivery;
        }
        table.set([entry], { result: '', reason: delivery.reason });
        await (0,runner_clock/* slept */.j)(delivery.until - clock.now(), clock, deadline.stop);
    }
    return undefined;
}
function countSend(delivery, creating) {
    const isUnknown = (0,request_result/* isResult */.aI)(delivery) && delivery.outcome === 'unknown';
    creating.unknown = isUnknown ? creating.unknown + 1 : 0;
    if (isUnknown || (!(0,request_result/* isResult */.aI)(delivery) && delivery.kind === 'sent'))
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
    const open = await (0,when_open/* listLabeled */.Co)(openLimit.context);
    if ((0,request_result/* isResult */.aI)(open))
        return haltBy(open, turn);
    creating.listed = open.length;
    if (!isEnough())
        return undefined;
    const { reason } = (0,when_open/* skipWhileOpen */.Fd)(open, openLimit.context);
    return { result: 'skipped', reason: `${reason} (jobs in progress: ${withoutLabels.size})` };
}
function haltBy({ reason }, { creating, deadline, entry }) {
    if (deadline.stop.aborted)
        return { result: 'remaining', reason };
    creating.halted ??= concernsAll(entry);
    return { result: 'error', reason };
}
async function watchEntry(turn, job, sent = {}) {
    const { clock, entry, inputs, log } = turn;
    const startedAt = clock.now();
    const end = (0,request_result/* isResult */.aI)(job) ? job : await (0,watch/* watchJob */.LA)(job, sent, turn, { wait: inputs.wait });
    if (end.result === 'started')
        return undefined;
    const { reason, pullRequest, warning } = end;
    const result = ENTRY_RESULTS.find((known) => known === end.result) ?? 'error';
    const duration = Math.round((clock.now() - startedAt) / 1000);
    run_entries_close(turn, { result, reason, prLink: pullRequest?.link ?? '', duration });
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
    run_entries_close(turn, { result: isUnknown ? 'unknown' : LATER.has(reasonCode) ? 'remaining' : 'error', reason });
}
function concernsAll({ name }) {
    return `\`${name}\` had a problem that concerns every job.`;
}
function run_entries_close({ entry, log, table }, known) {
    table.set([entry], known);
    const { result, reason, prLink } = entry;
    log.info(`${result}. ${reason} ${prLink}`);
}

;// CONCATENATED MODULE: ./build/batch/batch.js












const batchAction = { main: runBatch, post: closeBatch };
async function runBatch(ports) {
    const outcome = await decideBatch(ports);
    return {
        outputs: toBatchOutputs(outcome),
        unwritten: outcome.unwritten,
        warnings: outcome.warnings,
        reason: outcome.reason,
        summary: renderBatchSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function decideBatch(ports) {
    const inputs = await readBatchInputs(ports);
    if ((0,request_result/* isResult */.aI)(inputs))
        return { result: 'error', reason: inputs.reason, ...NOTHING };
    const refusal = (0,trusted_event/* refuseEvent */.DO)(ports.event);
    if (refusal !== undefined)
        return { ...refusal, ...NOTHING };
    const { dryRun, entries, maxParallel, timeout } = inputs;
    if (ports.workflowRun.attempt > 1 && !dryRun && entries.some(needsJob))
        return { ...REPEATED, ...NOTHING };
    const deadline = ports.startDeadline(timeout);
    ports.runner.log.info(`${countEntries(entries)}, ${maxParallel} at a time. The deadline is ${(0,time/* formatDuration */.a3)(timeout)} after the start.`);
    return dryRun ? dryRunBatch(ports, inputs, deadline) : performBatch(ports, inputs, deadline);
}
async function performBatch(ports, inputs, deadline) {
    const { runner } = ports;
    const { credentials, file, issueNumber: thread, openRule } = inputs;
    const table = openEntryTable(inputs.entries, () => progress.changed());
    const progress = openProgress(ports, file, table.records);
    runner.group('Jobs');
    runner.saveState('stage', 'job');
    runner.output('file', file);
    progress.changed();
    const tools = ports.openJobTools(credentials, deadline);
    const access = ports.openAccess(inputs, tools);
    if (inputs.comment === 'auto' && thread)
        await progress.openComment(access.github, thread, deadline);
    const context = {
        ...access,
        marks: inputs.comment === 'auto',
        metadata: { prLabels: inputs.prLabels, prReviewers: [] },
        openRule,
    };
    const problems = await progress.during(runEntries({
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
    printResume(entries, file, runner);
    const result = batchOutcome(entries, problems, deadline);
    const comment = await progress.close(BATCH_RESULTS[result].title);
    const end = deadline.stop.aborted ? ' The step ended before all jobs did.' : '';
    const warnings = [...problems];
    const rest = entries.filter(isNotRequested);
    if (rest[0])
        warnings.push(`Not requested: ${countEntries(rest)}. Reason of the first one: ${rest[0].reason}`);
    return { result, reason: `${countByStatus(entries)}${end}`, entries, file, warnings, ...comment };
}
function batchOutcome(entries, problems, { stop }) {
    if (stop.aborted && stop.reason.by === 'interrupt')
        return 'interrupted';
    if (stop.aborted && entries.some((entry) => nextStep(entry) === 'watch'))
        return 'timeout';
    if (entries.some(hasFailed) || problems.length > 0)
        return 'failed';
    if (entries.some((entry) => nextStep(entry) === 'watch'))
        return 'started';
    return entries.some(isNotRequested) ? 'incomplete' : 'completed';
}
function dryRunBatch(ports, inputs, deadline) {
    const { entries, compose, credentials, maxJobs } = inputs;
    const table = openEntryTable(entries);
    const toCreate = table.entries.filter(needsJob);
    for (const entry of toCreate.slice(0, maxJobs))
        table.set([entry], { result: 'dry-run', prompt: compose(entry.prompt) });
    table.set(toCreate.slice(maxJobs), overLimit('max-jobs', maxJobs));
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
const NOTHING = { entries: [], warnings: [] };


/***/ })

};
