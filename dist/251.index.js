export const id = 251;
export const ids = [251];
export const modules = {

/***/ 1251:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runVisitors: () => (/* binding */ runVisitors)
});

// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/github/payload.js
var github_payload = __webpack_require__(7692);
// EXTERNAL MODULE: ./build/request/gate.js
var request_gate = __webpack_require__(2751);
;// CONCATENATED MODULE: ./build/visitors/export-gate.js


function askingOf({ name, payload }) {
    const sender = (0,github_payload/* accountAt */.VI)(payload, 'sender');
    return { event: name, sender };
}
async function admitExport(ports, asking, { gate, githubToken }, deadline) {
    const asks = githubToken !== undefined && (0,request_gate/* loginToLookUp */.Xd)(asking, gate) !== undefined;
    return (0,request_gate/* admit */.w4)(asking, gate, asks ? ports.openGitHub(githubToken, deadline) : undefined);
}

// EXTERNAL MODULE: ./node_modules/csv-stringify/lib/sync.js + 7 modules
var sync = __webpack_require__(6789);
;// CONCATENATED MODULE: ./build/visitors/formats.js

const FORMATS = ['csv', 'json', 'ndjson'];
const BATCH = 1_000;
const COLUMNS = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS = ['humanChange', 'aiChange', 'totalChange'];
function* render(rows, format, compared) {
    const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
    switch (format) {
        case 'csv':
            yield* renderCsv(rows, columns);
            break;
        case 'json':
            yield* renderJson(rows, columns);
            break;
        case 'ndjson':
            for (const batch of batches(rows))
                yield batch.map((row) => `${toJson(row, columns)}\n`).join('');
            break;
    }
}
function* renderCsv(rows, columns) {
    const options = { columns, record_delimiter: '\r\n', quote_record_delimiter: true };
    yield (0,sync/* stringify */.A)([], { ...options, header: true });
    for (const batch of batches(rows)) {
        yield (0,sync/* stringify */.A)(batch.map((row) => ({ ...row, path: defuse(row.path) })), options);
    }
}
function* renderJson(rows, columns) {
    let before = '[\n';
    for (const batch of batches(rows)) {
        yield before + batch.map((row) => toJson(row, columns)).join(',\n');
        before = ',\n';
    }
    yield rows.length === 0 ? '[]\n' : '\n]\n';
}
function defuse(cell) {
    return /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}
function toJson(row, columns) {
    return JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
function* batches(rows) {
    for (let at = 0; at < rows.length; at += BATCH)
        yield rows.slice(at, at + BATCH);
}

// EXTERNAL MODULE: ./build/inputs/fields.js
var inputs_fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/idle-inputs.js
var idle_inputs = __webpack_require__(5244);
;// CONCATENATED MODULE: ./build/visitors/period.js
const BACK = {
    d: (today, count) => daysBefore(today, count),
    w: (today, count) => daysBefore(today, 7 * count),
    mo: (today, count) => monthsBefore(today, count),
};
const EARLIEST = 0;
const TOO_LATE = Date.UTC(10_000, 0, 1);
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
function readMoment(text) {
    if (text === 'today')
        return { kind: 'back', count: 0, unit: 'd' };
    const back = /^(\d{1,4})(d|w|mo)$/.exec(text);
    if (back !== null)
        return { kind: 'back', count: Number(back[1]), unit: back[2] };
    const at = readFixed(text);
    return at === undefined || !isInRange(at) ? undefined : { kind: 'at', at };
}
function resolveMoment(moment, now) {
    return moment.kind === 'at' ? moment.at : BACK[moment.unit](new Date(now), moment.count);
}
function periodBefore({ from, to }) {
    const before = { from: from - (to - from), to: from };
    return isInRange(before.from) ? before : undefined;
}
function formatMoment(moment) {
    const [date = '', time = ''] = new Date(moment).toISOString().split('T');
    return time === '00:00:00.000Z' ? date : `${date}T${time.replace('.000Z', 'Z')}`;
}
function isInRange(at) {
    return at >= EARLIEST && at < TOO_LATE;
}
function readFixed(text) {
    const [date = '', time, ...rest] = text.split(/T/i);
    const day = readDay(date);
    if (day === undefined || rest.length > 0)
        return undefined;
    if (time === undefined)
        return day;
    const span = readTime(time);
    return span === undefined ? undefined : day + span;
}
function readDay(text) {
    const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
    if (year === undefined || month === undefined || day === undefined)
        return undefined;
    const at = Date.UTC(year, month - 1, day);
    return new Date(at).toISOString().startsWith(text) ? at : undefined;
}
function readTime(text) {
    const match = TIME.exec(text);
    if (match === null)
        return undefined;
    const [, hour, minute, second = '0', fraction = '', offset = 'Z'] = match;
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
        return undefined;
    const east = readOffset(offset);
    if (east === undefined)
        return undefined;
    const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
    return toSpan(Number(hour), Number(minute)) + Number(second) * 1000 + milliseconds - east;
}
function readOffset(text) {
    if (/^z$/i.test(text))
        return 0;
    const [hour, minute] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))];
    if (hour > 23 || minute > 59)
        return undefined;
    return (text.startsWith('-') ? -1 : 1) * toSpan(hour, minute);
}
function toSpan(hours, minutes) {
    return hours * 3_600_000 + minutes * 60_000;
}
function daysBefore(today, days) {
    return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - days);
}
function monthsBefore(today, months) {
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - months];
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}

;// CONCATENATED MODULE: ./build/visitors/inputs.js





const MOST_TOP = 250;
const MOST_REQUESTS = 10_000;
const moment = (0,inputs_fields/* field */.ZZ)((text) => readMoment(text) ??
    new inputs_fields/* Complaint */._V('must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, ' +
        'or `today`, `7d`, `4w` or `3mo` (back from today)'));
const visitorsInputSchema = {
    ...inputs_fields/* serviceFields */.$D,
    'date-from': moment,
    'date-to': moment,
    format: oneOf(FORMATS),
    file: (0,inputs_fields/* field */.ZZ)((text) => (text === '' ? new inputs_fields/* Complaint */._V('is empty') : text)),
    top: (0,inputs_fields/* wholeNumber */.rD)(MOST_TOP),
    'page-prefix': inputs_fields/* optional */.lq,
    compare: oneOf(['none', 'previous']),
    'max-requests': (0,inputs_fields/* wholeNumber */.rD)(MOST_REQUESTS),
    timeout: inputs_fields/* timeout */.wR,
    'github-token': inputs_fields/* optional */.lq,
    permission: oneOf(request_gate/* REQUIRABLE */.zl),
    'allow-users': inputs_fields/* logins */.NB,
    'allow-bots': inputs_fields/* logins */.NB,
};
async function readVisitorsInputs({ runner, files, clock }) {
    const given = (name) => runner.input(name).trim();
    const { fields, problems } = (0,inputs_fields/* parseFields */.L5)(visitorsInputSchema, runner);
    const periods = readPeriods(given('date-from'), given('date-to'), given('compare'), clock.now());
    const target = await readTarget(files, given('file'), given('format'));
    const idle = (0,idle_inputs/* findIdleInputs */.B)(visitorsInputSchema, runner);
    const all = [...problems, ...periods.problems, ...target.problems, ...idle];
    const { period, before } = periods;
    if (fields === undefined || period === undefined || all.length > 0)
        return { ok: false, problems: all };
    return { ok: true, inputs: toInputs(fields, period, before, target.path) };
}
function readPeriods(dateFrom, dateTo, compare, now) {
    const [from, to] = [readMoment(dateFrom), readMoment(dateTo)];
    if (from === undefined || to === undefined)
        return { problems: [] };
    const period = { from: resolveMoment(from, now), to: resolveMoment(to, now) };
    if (period.from >= period.to) {
        const order = `\`date-from\` (${formatMoment(period.from)}) must be before \`date-to\` (${formatMoment(period.to)}).`;
        return { problems: [order] };
    }
    if (compare !== 'previous')
        return { period, problems: [] };
    const before = periodBefore(period);
    return before === undefined
        ? { problems: ['`compare`: the period before would begin before 1970.'] }
        : { period, before, problems: [] };
}
async function readTarget(files, file, format) {
    const known = FORMATS.find((name) => name === format) ?? FORMATS[0];
    const path = file.replaceAll('<format>', known);
    if (path === '')
        return { path, problems: [] };
    const target = await files.checkTarget(path);
    return target.ok
        ? { path: target.path, problems: [] }
        : { path, problems: [`\`file\`: ${path} ${target.problem}.`] };
}
function toInputs(fields, period, before, file) {
    const { 'page-prefix': prefix, 'github-token': githubToken } = fields;
    return {
        baseUrl: fields['base-url'],
        apiKey: fields['api-key'],
        projectId: fields['project-id'],
        period,
        before,
        format: fields.format,
        file,
        top: fields.top,
        prefix,
        maxRequests: fields['max-requests'],
        timeout: fields.timeout,
        githubToken,
        gate: {
            required: fields.permission,
            allowUsers: fields['allow-users'],
            allowBots: fields['allow-bots'],
        },
    };
}
function oneOf(choices) {
    return (0,inputs_fields/* field */.ZZ)((text) => {
        const list = choices.map((choice) => `\`${choice}\``);
        return (choices.find((choice) => choice === text) ??
            new inputs_fields/* Complaint */._V(`must be ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`));
    });
}

;// CONCATENATED MODULE: ./build/visitors/pages.js

const LIMIT = 250;
const TOLD_PAGES = 10;
async function readPeriod(period, mostUses, { service, log }) {
    const dates = { dateFrom: formatMoment(period.from), dateTo: formatMoment(period.to) };
    const rows = new Map();
    let cost = { pages: 0, requests: 0, uses: 0 };
    let totals;
    let repeated = 0;
    for (let offset = 0;; offset += LIMIT) {
        const priced = await service.getVisitors({ ...dates, limit: LIMIT, offset }, mostUses - cost.uses);
        cost = addCost(cost, priced);
        const { answer } = priced;
        if (!answer.ok)
            return { kind: 'failed', failure: answer.failure, cost, totals };
        const page = answer.value;
        totals ??= page.totals;
        const fresh = addRows(rows, page.visitors);
        repeated += page.visitors.length - fresh;
        const end = { cost, totals, rows, repeated };
        if (!page.hasMore)
            return { kind: 'read', ...end, cut: false };
        if (fresh === 0)
            return { kind: 'contradiction', problem: contradiction(page, cost.pages), cost, totals };
        if (cost.uses >= mostUses)
            return { kind: 'read', ...end, cut: true };
        if (cost.pages % TOLD_PAGES === 0)
            log.info(`${rows.size} rows after ${cost.pages} pages.`);
    }
}
function addCost(cost, { answer, requests, uses }) {
    return {
        pages: cost.pages + Number(answer.ok),
        requests: cost.requests + requests,
        uses: cost.uses + uses,
    };
}
function addRows(rows, page) {
    const before = rows.size;
    for (const row of page)
        if (!rows.has(row.path))
            rows.set(row.path, row);
    return rows.size - before;
}
function contradiction({ visitors }, pages) {
    const what = visitors.length === 0 ? 'has no rows' : 'has only rows that came before';
    return `The service contradicts itself: it says that there is more after page ${pages}, but that page ${what}.`;
}

;// CONCATENATED MODULE: ./build/visitors/rows.js
function arrange(rows, prefix, before) {
    const kept = [];
    for (const row of rows) {
        if (prefix !== undefined && !isBelow(row.path, prefix))
            continue;
        kept.push(before === undefined ? row : { ...row, ...changeOf(row, before) });
    }
    return kept.sort(byTotalThenPath);
}
function compareCounts(now, before) {
    const change = (name) => (before === undefined ? null : now[name] - before[name]);
    return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}
function changeOf(row, { rows, complete }) {
    return compareCounts(row, rows.get(row.path) ?? (complete ? { human: 0, ai: 0, total: 0 } : undefined));
}
function byTotalThenPath(a, b) {
    return b.total - a.total || (a.path < b.path ? -1 : Number(a.path > b.path));
}
function isBelow(path, prefix) {
    if (prefix.endsWith('/'))
        return path.startsWith(prefix);
    return path === prefix || path.startsWith(`${prefix}/`);
}

// EXTERNAL MODULE: ./build/job/to-result.js
var to_result = __webpack_require__(3089);
;// CONCATENATED MODULE: ./build/visitors/to-visitors-result.js


function knownOf(reads, { period }) {
    const { totals } = reads.main;
    return { dates: toDates(period), requests: requestsOf(reads), totals };
}
function failedExport(reads, inputs, { stop }) {
    const broken = reads.before ?? reads.main;
    const progress = `${countWords(sum(reads, 'pages'), 'page')} read, no file written.`;
    const words = [progress, wordsOf(broken)];
    if (!stop.aborted) {
        const reasonCode = broken.kind === 'failed' ? broken.failure.code : 'answer-unreadable';
        return { ...knownOf(reads, inputs), result: 'error', reasonCode, reason: words.join(' ') };
    }
    const why = stop.reason;
    return {
        ...knownOf(reads, inputs),
        result: (0,to_result/* stopResult */.mO)(why),
        reasonCode: (0,to_result/* stopCode */.Ev)(why),
        reason: [stopWords(why), ...words].join(' '),
    };
}
function findGaps(main, before, { before: asked, maxRequests }) {
    const limit = `\`max-requests\` (${maxRequests})`;
    const gaps = [
        main.cut &&
            `${limit} was reached and there is more: only ${countWords(main.rows.size, 'row')} were read.`,
        movedWords(main, ''),
        asked && !before && `The period before was not read: ${limit} was reached.`,
        before?.cut && `The period before was read in part only: ${limit} was reached.`,
        before && movedWords(before, ' of the period before'),
    ];
    return gaps.filter((gap) => typeof gap === 'string');
}
function requestsOf(reads) {
    return sum(reads, 'requests');
}
function toDates({ from, to }) {
    return { from: formatMoment(from), to: formatMoment(to) };
}
function countWords(count, noun) {
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
function sum({ main, before }, name) {
    return main.cost[name] + (before?.cost[name] ?? 0);
}
function movedWords({ repeated }, whose) {
    if (repeated === 0)
        return undefined;
    return `${countWords(repeated, 'row')}${whose} came twice: rows moved between pages while they were read, so others may be missing.`;
}
function wordsOf(read) {
    if (read.kind === 'failed')
        return read.failure.message;
    return read.kind === 'contradiction' ? read.problem : '';
}
function stopWords(stop) {
    return stop.by === 'interrupt'
        ? `The step was interrupted (${stop.signal}).`
        : "The step's deadline passed.";
}

;// CONCATENATED MODULE: ./build/visitors/export.js







const LIMIT_WORDS = 'the published limit of 100 requests per hour and organization';
async function exportVisitors(ports, asking) {
    const read = await readVisitorsInputs(ports);
    if (!read.ok)
        return notSent('error', 'input-invalid', `not sent: ${read.problems.join(' ')}`);
    const { inputs } = read;
    const deadline = ports.startDeadline(inputs.timeout);
    const { log, group } = ports.runner;
    group('Request');
    const decision = await admitExport(ports, asking, inputs, deadline);
    if (!decision.allowed)
        return notSent('denied', 'not-permitted', decision.reason);
    log.info(decision.reason);
    log.info(announce(inputs));
    group('Export');
    const reads = await readAll(inputs, { service: ports.openService({ ...inputs, deadline }), log });
    const { main, before } = reads;
    if (main.kind !== 'read' || (before !== undefined && before.kind !== 'read')) {
        return failedExport(reads, inputs, deadline);
    }
    log.info(`The export cost ${countWords(requestsOf(reads), 'request')} of ${LIMIT_WORDS}.`);
    const compared = inputs.before !== undefined;
    const rows = arrangeRows(inputs, main, before);
    const written = await ports.files.write(inputs.file, render(rows, inputs.format, compared));
    if (!written.ok) {
        const reason = `No file was written: ${inputs.file} ${written.problem}.`;
        return { ...knownOf(reads, inputs), result: 'error', reasonCode: 'file-not-written', reason };
    }
    const gaps = findGaps(main, before, inputs);
    const done = `Exported ${countWords(rows.length, 'page')} to ${written.path}.`;
    return {
        ...knownOf(reads, inputs),
        ...(gaps.length === 0
            ? { result: 'exported', reasonCode: 'exported' }
            : { result: 'incomplete', reasonCode: 'export-incomplete' }),
        reason: [done, ...gaps].join(' '),
        exported: {
            file: written.path,
            pages: rows.length,
            sitePages: main.rows.size,
            top: rows.slice(0, inputs.top),
            gaps,
            prefix: inputs.prefix,
            before: inputs.before && { dates: toDates(inputs.before), totals: before?.totals },
        },
    };
}
function notSent(result, reasonCode, reason) {
    return { result, reasonCode, reason, requests: 0 };
}
function announce({ period, before, maxRequests, timeout }) {
    const { from, to } = toDates(period);
    const compared = before === undefined ? '' : `, and the period before from ${toDates(before).from}`;
    return (`Asking for unique visitors from ${from} up to, but not including, ${to}${compared} ` +
        `(deadline after ${(0,time/* formatDuration */.a3)(timeout)}). A request brings 250 rows at most and counts towards ` +
        `${LIMIT_WORDS}; this step makes at most ${maxRequests}.`);
}
async function readAll(inputs, reader) {
    const main = await readPeriod(inputs.period, inputs.maxRequests, reader);
    const left = inputs.maxRequests - main.cost.uses;
    if (main.kind !== 'read' || inputs.before === undefined || left < 1)
        return { main };
    return { main, before: await readPeriod(inputs.before, left, reader) };
}
function arrangeRows({ prefix, before: asked }, main, before) {
    if (asked === undefined)
        return arrange(main.rows.values(), prefix, undefined);
    const complete = before !== undefined && !before.cut && before.repeated === 0;
    return arrange(main.rows.values(), prefix, { rows: before?.rows ?? new Map(), complete });
}

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/chart.js
const MOST_BARS = 20;
const LOOK = {
    xyChart: { width: 900, height: 380 },
    themeVariables: {
        xyChart: { backgroundColor: 'transparent', plotColorPalette: '#4c8bf5, #f2a33a, #d1495b' },
    },
};
const LEGEND = 'Bars: all visitors, the orange part AI.';
const LINE_LEGEND = 'Red line: all visitors in the period before.';
function renderChart(rows) {
    const shown = rows.slice(0, MOST_BARS);
    const before = shown.map(totalBefore).filter((total) => total !== undefined);
    const compared = before.length === shown.length;
    const highest = Math.max(1, ...shown.map(({ total }) => total), ...before);
    const series = [
        `  bar [${shown.map(({ total }) => total).join(', ')}]`,
        `  bar [${shown.map(({ ai, total }) => Math.min(ai, total)).join(', ')}]`,
        ...(compared ? [`  line [${before.join(', ')}]`] : []),
    ];
    return [
        '```mermaid',
        `%%{init: ${JSON.stringify(LOOK)}}%%`,
        'xychart-beta',
        `  x-axis "Rank of the page" [${shown.map((_, rank) => `"${rank + 1}"`).join(', ')}]`,
        `  y-axis "Unique visitors" 0 --> ${highest}`,
        ...series,
        '```',
        '',
        compared ? `${LEGEND} ${LINE_LEGEND}` : LEGEND,
    ].join('\n');
}
function totalBefore({ total, totalChange }) {
    return totalChange === undefined || totalChange === null ? undefined : total - totalChange;
}

;// CONCATENATED MODULE: ./build/visitors/figures.js
const GAP = '\u00a0';
function formatCount(count) {
    return count.toLocaleString('en');
}
function formatShare(part, whole) {
    if (whole === 0)
        return '–';
    const percent = (part / whole) * 100;
    return part > 0 && percent < 1 ? `<${GAP}1${GAP}%` : `${Math.round(percent)}${GAP}%`;
}
function formatChange(change, now) {
    if (change === null || change === undefined)
        return '–';
    const before = now - change;
    if (change === 0)
        return '±0';
    const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
    const share = before > 0 ? `${sign(change)}${formatCount(percent)}${GAP}%` : 'new';
    return `${sign(change)}${formatCount(Math.abs(change))}${GAP}(${share})`;
}
const BAR_CELLS = 16;
function bar({ human, ai, total }, longest) {
    if (total === 0 || longest === 0)
        return '';
    const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
    const light = human + ai === 0 ? 0 : Math.round((length * ai) / (human + ai));
    return '█'.repeat(length - light) + '▒'.repeat(light);
}
function sign(change) {
    return change < 0 ? '−' : '+';
}

// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
;// CONCATENATED MODULE: ./build/visitors/visitors-result.js

const VISITORS_RESULTS = (/* unused pure expression or super */ null && ([
    'exported',
    'incomplete',
    'skipped',
    'denied',
    'timeout',
    'interrupted',
    'error',
]));
const VISITORS_OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    'human',
    'ai',
    'total',
    'pages',
    'file',
    'topPages',
    'topPaths',
    'dateFrom',
    'dateTo',
    'complete',
    'requests',
    'result',
    'reason',
    'reasonCode',
]));
function isFailedExport({ result }) {
    return result === 'timeout' || result === 'interrupted' || result === 'error';
}
function toVisitorsOutputs(outcome) {
    const { totals, exported, dates } = outcome;
    return {
        human: totals?.human.toString() ?? '',
        ai: totals?.ai.toString() ?? '',
        total: totals?.total.toString() ?? '',
        pages: exported?.pages.toString() ?? '',
        file: exported?.file ?? '',
        topPages: exported === undefined ? '' : (0,shell_safe/* shellSafeJson */.cy)(exported.top),
        topPaths: safePaths(exported?.top ?? []).join('\n'),
        dateFrom: dates?.from ?? '',
        dateTo: dates?.to ?? '',
        complete: String(outcome.result === 'exported'),
        requests: outcome.requests.toString(),
        result: outcome.result,
        reason: (0,shell_safe/* shellSafeText */.pp)(outcome.reason),
        reasonCode: outcome.reasonCode,
    };
}
const SAFE_PATH = /^\/[A-Za-z0-9._~%/-]{0,199}$/;
function safePaths(rows) {
    return rows.map(({ path }) => path).filter((path) => SAFE_PATH.test(path));
}

;// CONCATENATED MODULE: ./build/visitors/summary.js







const TITLES = {
    exported: 'Unique visitors',
    incomplete: 'Unique visitors: incomplete',
    denied: 'Unique visitors: denied',
    timeout: 'Unique visitors: the deadline passed',
    interrupted: 'Unique visitors: interrupted',
    error: 'Unique visitors: error',
};
const PATH_LIMIT = 100;
const NOTE = 'Counts are approximate. Somebody who came as a human and as AI counts once in the total, so the shares may add up to more than 100 %.';
function renderVisitorsSummary(outcome, duration) {
    const { totals, exported } = outcome;
    const parts = [`### ${TITLES[outcome.result]}`];
    if (exported === undefined || totals === undefined)
        parts.push((0,markdown/* plain */.pj)(outcome.reason));
    else
        parts.push(periodLine(outcome), ...warning(exported), totalsTable(totals, exported), NOTE, ...pages(exported));
    parts.push(footer(outcome, duration));
    return `${parts.join('\n\n')}\n`;
}
function periodLine({ dates, exported }) {
    const before = exported?.before;
    const compared = before === undefined ? '' : `, compared with ${(0,markdown/* code */.aY)(before.dates.from)} up to ${(0,markdown/* code */.aY)(before.dates.to)}`;
    return `From ${(0,markdown/* code */.aY)(dates?.from ?? '')} up to, but not including, ${(0,markdown/* code */.aY)(dates?.to ?? '')}${compared}.`;
}
function warning({ gaps }) {
    return gaps.length === 0 ? [] : [['> [!WARNING]', ...gaps.map((gap) => `> - ${(0,markdown/* plain */.pj)(gap)}`)].join('\n')];
}
function totalsTable(totals, { before }) {
    const columns = [
        { head: 'Whole site' },
        { head: 'Unique visitors', align: 'right' },
        { head: 'Share', align: 'right' },
    ];
    if (before !== undefined)
        columns.push({ head: 'Change', align: 'right' });
    const changes = compareCounts(totals, before?.totals);
    const row = (name, count, share, change) => [
        name,
        formatCount(count),
        share,
        ...(before === undefined ? [] : [formatChange(change, count)]),
    ];
    return (0,markdown/* grid */.Vg)(columns, [
        row('Human', totals.human, formatShare(totals.human, totals.total), changes.humanChange),
        row('AI', totals.ai, formatShare(totals.ai, totals.total), changes.aiChange),
        row('**Total**', totals.total, '', changes.totalChange),
    ]);
}
function pages(exported) {
    const { top, pages: count, prefix, before } = exported;
    const below = prefix === undefined ? '' : ` below ${(0,markdown/* code */.aY)(prefix, PATH_LIMIT)}`;
    if (top.length === 0)
        return [`No page${below} had visitors.`];
    const title = `#### Top ${formatCount(top.length)} of ${formatCount(count)} ${count === 1 ? 'page' : 'pages'}${below}`;
    return [title, renderChart(top), topTable(top, before !== undefined), ...leftOut(top)];
}
function topTable(top, compared) {
    const columns = [
        { head: '#', align: 'right' },
        { head: 'Page' },
        { head: 'Human', align: 'right' },
        { head: 'AI', align: 'right' },
        { head: 'Total', align: 'right' },
        ...(compared ? [{ head: 'Change', align: 'right' }] : []),
        { head: '█ human ▒ AI' },
    ];
    const longest = top[0]?.total ?? 0;
    const rows = top.map((row, rank) => [
        String(rank + 1),
        (0,markdown/* code */.aY)(row.path, PATH_LIMIT),
        formatCount(row.human),
        formatCount(row.ai),
        formatCount(row.total),
        ...(compared ? [formatChange(row.totalChange, row.total)] : []),
        bar(row, longest),
    ]);
    return (0,markdown/* grid */.Vg)(columns, rows);
}
function leftOut(top) {
    const count = top.length - safePaths(top).length;
    return count === 0 ? [] : [leftOutWords(count)];
}
function leftOutWords(count) {
    return `${count === 1 ? '1 path is' : `${count} paths are`} left out of \`topPaths\`: longer or with other characters than a page's address has.`;
}
function footer({ exported, requests }, duration) {
    const file = exported === undefined ? [] : [`File ${(0,markdown/* code */.aY)(exported.file)}`];
    return [...file, countWords(requests, 'request'), (0,time/* formatDuration */.a3)(duration)].join(' · ');
}

;// CONCATENATED MODULE: ./build/visitors/step.js




async function runVisitors(ports, event) {
    const outcome = await exportVisitors(ports, askingOf(event));
    return {
        outputs: toVisitorsOutputs(outcome),
        warnings: warningsOf(outcome),
        word: { level: isFailedExport(outcome) ? 'error' : 'info', text: outcome.reason },
        summary: renderVisitorsSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
function warningsOf({ exported }) {
    if (exported === undefined)
        return [];
    const { gaps, prefix, pages, sitePages, top } = exported;
    const leftOut = top.length - safePaths(top).length;
    const warnings = [...gaps];
    if (prefix !== undefined && pages === 0 && sitePages > 0) {
        warnings.push(`None of the ${sitePages} pages is below \`page-prefix\` (${prefix}).`);
    }
    if (leftOut > 0)
        warnings.push(leftOutWords(leftOut));
    return warnings;
}


/***/ })

};
