export const id = 144;
export const ids = [144];
export const modules = {

/***/ 3144:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runVisitors: () => (/* binding */ runVisitors)
});

// EXTERNAL MODULE: ./build/job/request-result.js
var request_result = __webpack_require__(7183);
// EXTERNAL MODULE: ./build/request/gate.js
var gate = __webpack_require__(2751);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(5666);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
;// CONCATENATED MODULE: ./build/visitors/formats.js

const FORMATS = ['csv', 'json'];
const BATCH = 1_000;
const COLUMNS = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS = ['humanChange', 'aiChange', 'totalChange'];
function render(rows, format, compared) {
    const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
    return format === 'csv' ? renderCsv(rows, columns) : renderJson(rows, columns);
}
function* renderCsv(rows, columns) {
    yield `${columns.join(',')}\r\n`;
    for (const batch of batches(rows))
        yield batch.map((row) => `${columns.map((name) => toCell(row[name])).join(',')}\r\n`).join('');
}
function toCell(value) {
    if (typeof value !== 'string')
        return String(value ?? '');
    const text = /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
    return `"${text.replaceAll('"', '""')}"`;
}
function* renderJson(rows, columns) {
    let before = '[\n';
    for (const batch of batches(rows)) {
        yield before + batch.map((row) => toJson(row, columns)).join(',\n');
        before = ',\n';
    }
    yield rows.length === 0 ? '[]\n' : '\n]\n';
}
function toJson(row, columns) {
    return JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, shell_safe/* numbered */.jN);
}
function* batches(rows) {
    for (let at = 0; at < rows.length; at += BATCH)
        yield rows.slice(at, at + BATCH);
}

// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
;// CONCATENATED MODULE: ./build/visitors/period.js
const EARLIEST = 0;
const TOO_LATE = Date.UTC(10_000, 0, 1);
const FIXED = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;
function readMoment(text, now) {
    const today = new Date(now);
    if (text === 'today')
        return daysBefore(today, 0);
    const [, count, unit] = /^(\d{1,4})(d|w|mo)$/.exec(text) ?? [];
    if (unit === 'd')
        return daysBefore(today, Number(count));
    if (unit === 'w')
        return daysBefore(today, 7 * Number(count));
    if (unit === 'mo')
        return monthsBefore(today, Number(count));
    const at = readFixed(text);
    return at !== undefined && isInRange(at) ? at : undefined;
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
    const [, date, time = '00:00', second = '00', fraction = '0', hours = '+00', minutes = '00'] = FIXED.exec(text) ?? [];
    if (date === undefined)
        return undefined;
    if (new Date(date).getUTCDate() !== Number(date.slice(-2)) || time.startsWith('24'))
        return undefined;
    return Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3)}${hours}:${minutes}`);
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





const NO_DATE = 'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, ' +
    'or `today`, `7d`, `4w` or `3mo` (back from today)';
const moment = fields/* trimmed */.dE.check((0,fields/* refused */.J5)((text) => (readMoment(text, 0) === undefined ? NO_DATE : undefined)));
const visitorsInputSchema = {
    ...fields/* serviceFields */.$D,
    dateFrom: moment,
    dateTo: moment,
    format: (0,fields/* oneOf */.yL)(FORMATS),
    file: fields/* required */.mw,
    top: (0,fields/* wholeNumber */.rD)(250),
    pagePrefix: fields/* optional */.lq,
    compare: (0,fields/* oneOf */.yL)(['none', 'previous']),
    maxRequests: (0,fields/* wholeNumber */.rD)(10_000),
    timeout: fields/* timeout */.wR,
    githubToken: fields/* optional */.lq,
    ...fields/* gateFields */.Xc,
};
async function readVisitorsInputs({ runner, files, clock }) {
    const given = (name) => runner.input(name).trim();
    const { data, error } = await (0,read_inputs/* parseInputs */.TL)(visitorsInputSchema, runner);
    const periods = readPeriods(given('date-from'), given('date-to'), given('compare'), clock.now());
    const problems = (0,read_inputs/* describeIssues */.wF)(error);
    if (typeof periods === 'string')
        problems.push(periods);
    const format = FORMATS.find((name) => name === given('format')) ?? FORMATS[0];
    const file = given('file').replaceAll('<format>', format);
    const target = file === '' ? undefined : await files.checkTarget(file);
    if (target?.ok === false)
        problems.push(`\`file\`: ${file} ${target.failure}.`);
    problems.push(...(0,read_inputs/* findIdleInputs */.Bq)(visitorsInputSchema, runner));
    if (data === undefined || typeof periods !== 'object' || !target?.ok || problems.length > 0)
        return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
    return { ...data, ...periods, file: target.value };
}
function readPeriods(dateFrom, dateTo, compare, now) {
    const from = readMoment(dateFrom, now);
    const to = readMoment(dateTo, now);
    if (from === undefined || to === undefined)
        return undefined;
    if (from >= to)
        return `\`date-from\` (${formatMoment(from)}) must be before \`date-to\` (${formatMoment(to)}).`;
    const before = compare === 'previous' ? periodBefore({ from, to }) : undefined;
    if (compare === 'previous' && before === undefined)
        return '`compare`: the period before would begin before 1970.';
    return { period: { from, to }, before };
}

;// CONCATENATED MODULE: ./build/visitors/pages.js

const LIMIT = 250;
const LOGGED_PAGES = 10;
async function readPeriod(period, { service, log, cost }) {
    const dates = { dateFrom: formatMoment(period.from), dateTo: formatMoment(period.to) };
    const rows = new Map();
    let totals;
    let repeated = 0;
    let nameless = 0;
    for (let pages = 1;; pages += 1) {
        const query = { ...dates, limit: LIMIT, offset: (pages - 1) * LIMIT };
        const answer = await service.getVisitors(query, cost);
        if (!answer.ok)
            return { kind: 'broken', code: answer.failure.code, message: answer.failure.message, totals };
        const page = answer.value;
        totals ??= page.totals;
        const named = page.visitors.filter(hasPath);
        const fresh = addRows(rows, named);
        repeated += named.length - fresh;
        const left = page.visitors.length - named.length;
        nameless += left;
        const end = { kind: 'read', totals, rows, repeated, nameless };
        if (!page.hasMore)
            return { ...end, cut: false };
        if (fresh + left === 0)
            return { kind: 'broken', code: 'answer-unreadable', message: contradiction(page, pages), totals };
        if (cost.uses >= cost.mostUses)
            return { ...end, cut: true };
        if (pages % LOGGED_PAGES === 0)
            log.info(`${rows.size} rows after ${pages} pages.`);
    }
}
function hasPath(row) {
    return typeof row.path === 'string';
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
    const change = (name) => difference(now[name], before?.[name]);
    return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}
function difference(now, before) {
    return now === null || before === null || before === undefined ? null : now - before;
}
function changeOf(row, { rows, complete }) {
    return compareCounts(row, rows.get(row.path) ?? (complete ? { human: 0, ai: 0, total: 0 } : undefined));
}
function byTotalThenPath(a, b) {
    return (b.total ?? -1) - (a.total ?? -1) || (a.path < b.path ? -1 : Number(a.path > b.path));
}
function isBelow(path, prefix) {
    if (prefix.endsWith('/'))
        return path.startsWith(prefix);
    return path === prefix || path.startsWith(`${prefix}/`);
}

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/figures.js
const GAP = '\u00a0';
const UNKNOWN = '–';
function formatCount(count) {
    return count === null ? UNKNOWN : count.toLocaleString('en');
}
function formatShare(part, whole) {
    if (part === null || whole === null || whole === 0)
        return UNKNOWN;
    const percent = (part / whole) * 100;
    return part > 0 && percent < 1 ? `<${GAP}1${GAP}%` : `${Math.round(percent)}${GAP}%`;
}
function formatChange(change, now) {
    if (change === null || change === undefined || now === null)
        return UNKNOWN;
    const before = now - change;
    if (change === 0)
        return '±0';
    const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
    const share = before > 0 ? `${sign(change)}${formatCount(percent)}${GAP}%` : 'new';
    return `${sign(change)}${formatCount(Math.abs(change))}${GAP}(${share})`;
}
const BAR_CELLS = 16;
function bar({ human, ai, total }, longest) {
    if (!total || longest === 0)
        return '';
    const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
    const known = human !== null && ai !== null && human + ai > 0;
    const light = known ? Math.round((length * ai) / (human + ai)) : 0;
    return '█'.repeat(length - light) + '▒'.repeat(light);
}
function sign(change) {
    return change < 0 ? '−' : '+';
}

// EXTERNAL MODULE: ./build/job/to-result.js
var to_result = __webpack_require__(3089);
;// CONCATENATED MODULE: ./build/visitors/visitors-result.js



const TITLES = {
    exported: 'Unique visitors',
    incomplete: 'Unique visitors: incomplete',
    denied: 'Unique visitors: denied',
    timeout: 'Unique visitors: the deadline passed',
    interrupted: 'Unique visitors: interrupted',
    error: 'Unique visitors: error',
};
function failedExport({ code, message }, { pages }, known, { stop }) {
    const reason = `${pluralize(pages, 'page')} read, no file written. ${message}`;
    const end = stop.aborted
        ? (0,to_result/* stopped */.ce)(stop.reason, `. ${reason}`)
        : { result: 'error', reasonCode: code, reason };
    return { ...known, ...end };
}
function findGaps(main, before, { before: periodBefore, maxRequests }) {
    const limit = `\`max-requests\` (${maxRequests})`;
    const gaps = [
        main.cut && `${limit} was reached and there is more: only ${pluralize(main.rows.size, 'row')} were read.`,
        movedWords(main, ''),
        namelessWords(main, ''),
        periodBefore && !before && `The period before was not read: ${limit} was reached.`,
        before?.cut && `The period before was read in part only: ${limit} was reached.`,
        before && movedWords(before, ' of the period before'),
        before && namelessWords(before, ' of the period before'),
    ];
    return gaps.filter((gap) => typeof gap === 'string');
}
function toDates({ from, to }) {
    return { from: formatMoment(from), to: formatMoment(to) };
}
function pluralize(count, noun) {
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
function movedWords({ repeated }, whose) {
    if (repeated === 0)
        return undefined;
    return `${pluralize(repeated, 'row')}${whose} came twice: rows moved between pages while they were read, so others may be missing.`;
}
function namelessWords({ nameless }, whose) {
    if (nameless === 0)
        return undefined;
    return `${pluralize(nameless, 'row')}${whose} came without a path and ${nameless === 1 ? 'was' : 'were'} left out.`;
}
function isFailedExport({ result }) {
    return result === 'timeout' || result === 'interrupted' || result === 'error';
}
function toVisitorsOutputs(outcome) {
    const { totals, exported, dates } = outcome;
    return {
        human: totals?.human?.toString() ?? '',
        ai: totals?.ai?.toString() ?? '',
        total: totals?.total?.toString() ?? '',
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





const PATH_LIMIT = 100;
const NOTE = 'Counts are approximate. Somebody who came as a human and as AI counts once in the total, so the shares may add up to more than 100 %.';
function renderVisitorsSummary(outcome, duration) {
    const { dates, totals, exported } = outcome;
    const parts = [`### ${TITLES[outcome.result]}`];
    if (dates === undefined || totals === undefined || exported === undefined) {
        parts.push((0,markdown/* plain */.pj)(outcome.reason));
    }
    else {
        parts.push(periodLine(dates, exported), ...warning(exported), totalsTable(totals, exported), NOTE);
        parts.push(...pages(exported));
    }
    parts.push(footer(outcome, duration));
    return `${parts.join('\n\n')}\n`;
}
function periodLine({ from, to }, { before }) {
    const compared = before === undefined ? '' : `, compared with ${(0,markdown/* code */.aY)(before.dates.from)} up to ${(0,markdown/* code */.aY)(before.dates.to)}`;
    return `From ${(0,markdown/* code */.aY)(from)} up to, but not including, ${(0,markdown/* code */.aY)(to)}${compared}.`;
}
function warning({ gaps }) {
    return gaps.length === 0 ? [] : [['> [!WARNING]', ...gaps.map((gap) => `> - ${(0,markdown/* plain */.pj)(gap)}`)].join('\n')];
}
const TOTALS_COLUMNS = [
    { head: 'Whole site' },
    { head: 'Unique visitors', align: 'right' },
    { head: 'Share', align: 'right' },
    { head: 'Change', align: 'right' },
];
function totalsTable(totals, { before }) {
    const { human, ai, total } = totals;
    const { humanChange, aiChange, totalChange } = compareCounts(totals, before?.totals);
    const rows = [
        ['Human', formatCount(human), formatShare(human, total), formatChange(humanChange, human)],
        ['AI', formatCount(ai), formatShare(ai, total), formatChange(aiChange, ai)],
        ['**Total**', formatCount(total), '', formatChange(totalChange, total)],
    ];
    const shown = rows.map((cells) => (before === undefined ? cells.slice(0, -1) : cells));
    return (0,markdown/* grid */.Vg)(before === undefined ? TOTALS_COLUMNS.slice(0, -1) : TOTALS_COLUMNS, shown);
}
function pages(exported) {
    const { top, pages: count, prefix, before } = exported;
    const below = prefix === undefined ? '' : ` below ${(0,markdown/* code */.aY)(prefix, PATH_LIMIT)}`;
    if (top.length === 0)
        return [`No page${below} had visitors.`];
    const title = `#### Top ${formatCount(top.length)} of ${formatCount(count)} ${count === 1 ? 'page' : 'pages'}${below}`;
    return [title, topTable(top, before !== undefined), ...describeLeftOut(top)];
}
function topTable(top, compared) {
    const longest = top[0]?.total ?? 0;
    const columns = [
        { head: '#', align: 'right', cell: (_row, rank) => String(rank + 1) },
        { head: 'Page', cell: ({ path }) => (0,markdown/* code */.aY)(path, PATH_LIMIT) },
        { head: 'Human', align: 'right', cell: ({ human }) => formatCount(human) },
        { head: 'AI', align: 'right', cell: ({ ai }) => formatCount(ai) },
        { head: 'Total', align: 'right', cell: ({ total }) => formatCount(total) },
        { head: 'Change', align: 'right', cell: ({ totalChange, total }) => formatChange(totalChange, total) },
        { head: '█ human ▒ AI', cell: (row) => bar(row, longest) },
    ];
    const shown = columns.filter(({ head }) => compared || head !== 'Change');
    const rows = top.map((row, rank) => shown.map(({ cell }) => cell(row, rank)));
    return (0,markdown/* grid */.Vg)(shown, rows);
}
function describeLeftOut(top) {
    const count = top.length - safePaths(top).length;
    if (count === 0)
        return [];
    const paths = count === 1 ? '1 path is' : `${count} paths are`;
    return [`${paths} left out of \`topPaths\`: longer or with other characters than a page's address has.`];
}
function footer({ exported, requests }, duration) {
    const file = exported === undefined ? [] : [`File ${(0,markdown/* code */.aY)(exported.file)}`];
    return [...file, pluralize(requests, 'request'), (0,time/* formatDuration */.a3)(duration)].join(' · ');
}

;// CONCATENATED MODULE: ./build/visitors/export.js










const LIMIT_WORDS = 'the published limit of 100 requests per hour and organization';
async function runVisitors(ports, event) {
    const outcome = await exportVisitors(ports, event);
    return {
        outputs: toVisitorsOutputs(outcome),
        warnings: warningsOf(outcome),
        word: { level: isFailedExport(outcome) ? 'error' : 'info', text: outcome.reason },
        summary: renderVisitorsSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function exportVisitors(ports, { name, payload }) {
    const inputs = await readVisitorsInputs(ports);
    if ((0,request_result/* isResult */.aI)(inputs))
        return notSent('error', inputs.reasonCode, inputs.reason);
    const deadline = ports.startDeadline(inputs.timeout);
    const { log, group } = ports.runner;
    group('Request');
    const { githubToken } = inputs;
    const github = githubToken === undefined ? undefined : ports.openGitHub(githubToken, deadline);
    const request = { event: name, sender: (0,json/* accountAt */.VI)(payload, 'sender') };
    const decision = await (0,gate/* checkPermission */.Yj)(request, inputs, github);
    if (!decision.allowed) {
        const { failed, reason } = decision;
        if (failed)
            return notSent('error', failed, `not sent: ${reason}`);
        return notSent('denied', 'not-permitted', reason);
    }
    log.info(decision.reason);
    log.info(announce(inputs));
    group('Export');
    return perform(ports, inputs, deadline);
}
async function perform(ports, inputs, deadline) {
    const { period, before: periodBefore, maxRequests: mostUses } = inputs;
    const { log } = ports.runner;
    const cost = { pages: 0, requests: 0, uses: 0, mostUses };
    const reader = { service: ports.openService({ ...inputs, deadline }), log, cost };
    const main = await readPeriod(period, reader);
    const compares = main.kind === 'read' && periodBefore !== undefined && cost.uses < mostUses;
    const before = compares ? await readPeriod(periodBefore, reader) : undefined;
    const known = { dates: toDates(period), requests: cost.requests, totals: main.totals };
    if (main.kind === 'broken')
        return failedExport(main, cost, known, deadline);
    if (before?.kind === 'broken')
        return failedExport(before, cost, known, deadline);
    log.info(`The export cost ${pluralize(cost.requests, 'request')} of ${LIMIT_WORDS}.`);
    const complete = before !== undefined && !before.cut && before.repeated === 0 && before.nameless === 0;
    const compared = periodBefore && { rows: before?.rows ?? new Map(), complete };
    const rows = arrange(main.rows.values(), inputs.pagePrefix, compared);
    const written = await ports.files.write(inputs.file, render(rows, inputs.format, periodBefore !== undefined));
    if (!written.ok) {
        const reason = `No file was written: ${inputs.file} ${written.failure}.`;
        return { ...known, result: 'error', reasonCode: 'file-not-written', reason };
    }
    const gaps = findGaps(main, before, inputs);
    const done = `Exported ${pluralize(rows.length, 'page')} to ${written.value}.`;
    return {
        ...known,
        ...(gaps.length === 0
            ? { result: 'exported', reasonCode: 'exported' }
            : { result: 'incomplete', reasonCode: 'export-incomplete' }),
        reason: [done, ...gaps].join(' '),
        exported: {
            file: written.value,
            pages: rows.length,
            sitePages: main.rows.size,
            top: rows.slice(0, inputs.top),
            gaps,
            prefix: inputs.pagePrefix,
            before: periodBefore && { dates: toDates(periodBefore), totals: before?.totals },
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
        `${LIMIT_WORDS}. This step makes at most ${maxRequests}.`);
}
function warningsOf({ exported }) {
    if (exported === undefined)
        return [];
    const { gaps, prefix, pages, sitePages, top } = exported;
    const warnings = [...gaps];
    if (prefix !== undefined && pages === 0 && sitePages > 0) {
        warnings.push(`None of the ${sitePages} pages is below \`page-prefix\` (${prefix}).`);
    }
    return [...warnings, ...describeLeftOut(top)];
}


/***/ })

};
