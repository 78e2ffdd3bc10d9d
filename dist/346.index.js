export const id = 346;
export const ids = [346];
export const modules = {

/***/ 7346:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  visitorsAction: () => (/* binding */ visitorsAction)
});

// EXTERNAL MODULE: ./build/event/trusted-event.js
var trusted_event = __webpack_require__(1737);
// EXTERNAL MODULE: ./build/model/request-result.js
var request_result = __webpack_require__(2433);
// EXTERNAL MODULE: ./build/text/time.js
var time = __webpack_require__(5853);
// EXTERNAL MODULE: ./build/inputs/fields.js
var fields = __webpack_require__(4347);
// EXTERNAL MODULE: ./build/inputs/read-inputs.js
var read_inputs = __webpack_require__(5262);
;// CONCATENATED MODULE: ./build/visitors/period.js

function readDate(text, now) {
    const [relative, count = 0, unit] = /^(?:today|(\d{1,4})(d|w|mo))$/.exec(text) ?? [];
    if (relative !== undefined)
        return before(new Date(now), Number(count), unit);
    return (0,time/* parseTime */.pe)(text);
}
function toDates(from, to) {
    return { from: formatDate(from), to: formatDate(to) };
}
function datesBefore(from, to) {
    const start = from - (to - from);
    return start < 0 ? undefined : toDates(start, from);
}
function formatDate(at) {
    const [date = '', time = ''] = new Date(at).toISOString().split('T');
    return time === '00:00:00.000Z' ? date : `${date}T${time.replace('.000Z', 'Z')}`;
}
function before(today, count, unit) {
    const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
    if (unit !== 'mo')
        return Date.UTC(year, month, day - count * (unit === 'w' ? 7 : 1));
    const lastDay = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
    return Date.UTC(year, month - count, Math.min(day, lastDay));
}

// EXTERNAL MODULE: ./build/text/shell-safe.js
var shell_safe = __webpack_require__(2392);
;// CONCATENATED MODULE: ./build/visitors/rows.js

function selectRows(rows, prefix, before, sort) {
    const kept = [...rows].filter(({ path }) => prefix === undefined || isBelow(path, prefix));
    return kept
        .map((row) => (before === undefined ? row : { ...row, ...changeOf(row, before) }))
        .sort((a, b) => byCountThenPath(a, b, sort));
}
function compareCounts(now, before) {
    const change = (name) => {
        const [count, earlier] = [now[name], before?.[name] ?? null];
        return count === null || earlier === null ? null : count - earlier;
    };
    return { humanChange: change('human'), aiChange: change('ai'), totalChange: change('total') };
}
function changeOf(row, { rows, complete }) {
    return compareCounts(row, rows.get(row.path) ?? (complete ? { human: 0, ai: 0, total: 0 } : undefined));
}
const SORTS = ['total', 'human', 'ai'];
function byCountThenPath(a, b, sort) {
    return (b[sort] ?? -1) - (a[sort] ?? -1) || (a.path < b.path ? -1 : Number(a.path > b.path));
}
function isBelow(path, prefix) {
    if (prefix.endsWith('/'))
        return path.startsWith(prefix);
    return path === prefix || path.startsWith(`${prefix}/`);
}
const FORMATS = ['csv', 'json'];
const COLUMNS = ['path', 'human', 'ai', 'total'];
const CHANGE_COLUMNS = ['humanChange', 'aiChange', 'totalChange'];
function renderRows(rows, format, compared) {
    const columns = compared ? [...COLUMNS, ...CHANGE_COLUMNS] : [...COLUMNS];
    if (format === 'csv') {
        const lines = rows.map((row) => columns.map((name) => toCell(row[name])).join(','));
        return [columns.join(','), ...lines, ''].join('\r\n');
    }
    const lines = rows.map((row) => JSON.stringify(row, columns).replace(/[\u0085\u2028\u2029]/g, shell_safe/* numbered */.jN));
    return rows.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
function toCell(value) {
    if (typeof value !== 'string')
        return String(value ?? '');
    const text = /^[=+\-@'\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
    return `"${text.replaceAll('"', '""')}"`;
}

;// CONCATENATED MODULE: ./build/visitors/inputs.js





const NO_DATE = 'must be a date that exists, like `2026-01-31` or `2026-01-31T12:00:00Z`, or `today`, `7d`, `4w` or `3mo` (back from today)';
function visitorsInputSchema(now) {
    const date = fields/* readAs */.fd((text) => readDate(text, now), NO_DATE);
    return {
        ...fields/* serviceFields */.$D,
        dateFrom: date,
        dateTo: date,
        format: fields/* oneOf */.yL(FORMATS),
        file: fields/* required */.mw,
        top: fields/* wholeNumber */.rD(250),
        sort: fields/* oneOf */.yL(SORTS),
        pagePrefix: fields/* optional */.lq,
        compare: fields/* oneOf */.yL(['none', 'previous']),
        maxRequests: fields/* wholeNumber */.rD(10_000),
        timeout: fields/* timeout */.wR,
    };
}
async function readVisitorsInputs(ports) {
    const { runner, files, clock } = ports;
    const { data, problems } = await (0,read_inputs/* parseInputs */.TL)(visitorsInputSchema(clock.now()), runner);
    if (data === undefined)
        return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
    const periods = readPeriods(data);
    if (typeof periods === 'string')
        problems.push(periods);
    const file = data.file.replaceAll('<format>', data.format);
    const target = await files.checkTarget(file);
    if (!target.ok)
        problems.push(`\`file\`: ${file} ${target.failure}.`);
    if (typeof periods === 'string' || !target.ok || problems.length > 0)
        return (0,request_result/* unsent */.YX)('input-invalid', problems.join(' '));
    return { ...(0,read_inputs/* seal */.od)(data), ...periods, file: target.value };
}
function readPeriods({ dateFrom: from, dateTo: to, compare }) {
    if (from < 0)
        return '`date-from` must not be before 1970.';
    if (from >= to)
        return `\`date-from\` (${formatDate(from)}) must be before \`date-to\` (${formatDate(to)}).`;
    const before = compare === 'previous' ? datesBefore(from, to) : undefined;
    if (compare === 'previous' && before === undefined)
        return '`compare`: the period before would begin before 1970.';
    return { dates: toDates(from, to), before };
}

;// CONCATENATED MODULE: ./build/visitors/read-period.js
const LIMIT = 250;
async function readPeriod({ from: dateFrom, to: dateTo }, { service, cost }) {
    const rows = new Map();
    const read = { totals: undefined, rows, repeated: 0, nameless: 0 };
    for (let pages = 1;; pages += 1) {
        const query = { dateFrom, dateTo, limit: LIMIT, offset: (pages - 1) * LIMIT };
        const answer = await service.getVisitors(query, cost);
        if (!answer.ok)
            return { ...read, failure: answer.failure };
        const { totals, visitors, hasMore } = answer.value;
        read.totals ??= totals;
        const repeated = addRows(rows, visitors.filter(hasPath));
        read.repeated += repeated;
        read.nameless += visitors.filter((row) => !hasPath(row)).length;
        if (!hasMore)
            return read;
        if (repeated === visitors.length) {
            const message = `The service contradicts itself: it reports more rows after page ${pages}, but that page has no new row.`;
            return { ...read, failure: { code: 'answer-unreadable', message } };
        }
        if (cost.uses >= cost.mostUses)
            return { ...read, cut: true };
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
    return before + page.length - rows.size;
}

// EXTERNAL MODULE: ./build/text/markdown.js
var markdown = __webpack_require__(1065);
;// CONCATENATED MODULE: ./build/visitors/visitors-result.js

const VISITORS_RESULTS = {
    exported: 'Unique visitors',
    incomplete: 'Unique visitors: incomplete',
    timeout: 'Unique visitors: the deadline passed',
    interrupted: 'Unique visitors: interrupted',
    error: 'Unique visitors: error',
};
function toVisitorsOutputs(outcome) {
    const { totals, exported, dates } = outcome;
    return {
        human: totals?.human?.toString() ?? '',
        ai: totals?.ai?.toString() ?? '',
        total: totals?.total?.toString() ?? '',
        pages: exported?.pages.toString() ?? '',
        file: exported?.file ?? '',
        topPages: exported === undefined ? '' : (0,shell_safe/* shellSafeJson */.cy)(exported.top),
        topPaths: exported?.top
            .map(({ path }) => path)
            .filter(isSafe)
            .join('\n') ?? '',
        dateFrom: dates?.from ?? '',
        dateTo: dates?.to ?? '',
        complete: String(outcome.result === 'exported'),
        requests: outcome.requests.toString(),
        result: outcome.result,
        reason: (0,shell_safe/* shellSafeText */.pp)(outcome.reason),
        reasonCode: outcome.reasonCode,
    };
}
const isSafe = (path) => /^\/[A-Za-z0-9._~%/-]{0,199}$/.test(path);
function pluralize(count, noun) {
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

;// CONCATENATED MODULE: ./build/visitors/summary.js




const PATH_LIMIT = 100;
const NOTE = 'Counts are approximate. A visitor who came both as a human and as AI counts once in the total, so the shares may add up to more than 100 %.';
function renderVisitorsSummary(outcome, duration) {
    const { dates, totals, exported, requests } = outcome;
    const parts = [`### ${VISITORS_RESULTS[outcome.result]}`];
    if (dates === undefined || totals === undefined || exported === undefined) {
        parts.push((0,markdown/* plain */.pj)(outcome.reason));
    }
    else {
        const { dates: others } = exported.before ?? {};
        const compared = others && `, compared with ${(0,markdown/* code */.aY)(others.from)} up to ${(0,markdown/* code */.aY)(others.to)}`;
        const period = `From ${(0,markdown/* code */.aY)(dates.from)} up to, but not including, ${(0,markdown/* code */.aY)(dates.to)}`;
        parts.push(`${period}${compared ?? ''}.`);
        if (exported.gaps.length > 0)
            parts.push(['> [!WARNING]', ...exported.gaps.map((gap) => `> - ${(0,markdown/* plain */.pj)(gap)}`)].join('\n'));
        parts.push(totalsTable(totals, exported), NOTE, ...topPages(exported));
    }
    const file = exported === undefined ? [] : [`File ${(0,markdown/* code */.aY)(exported.file)}`];
    parts.push([...file, pluralize(requests, 'request'), (0,time/* formatDuration */.a3)(duration)].join(' · '));
    return `${parts.join('\n\n')}\n`;
}
function totalsTable(totals, { before }) {
    const { human, ai, total } = totals;
    const { humanChange, aiChange, totalChange } = compareCounts(totals, before?.totals);
    const numbers = ['Unique visitors', 'Share', ...(before === undefined ? [] : ['Change'])];
    const columns = [{ head: 'Whole site' }, ...numbers.map((head) => ({ head, align: 'right' }))];
    const rows = [
        ['Human', formatCount(human), formatShare(human, total), formatChange(humanChange, human)],
        ['AI', formatCount(ai), formatShare(ai, total), formatChange(aiChange, ai)],
        ['**Total**', formatCount(total), '', formatChange(totalChange, total)],
    ];
    return (0,markdown/* grid */.Vg)(columns, rows.map((cells) => cells.slice(0, columns.length)));
}
function topPages({ top, pages, prefix, before }) {
    const below = prefix === undefined ? '' : ` below ${(0,markdown/* code */.aY)(prefix, PATH_LIMIT)}`;
    if (top.length === 0)
        return [`No page${below} had visitors.`];
    const title = `#### Top ${formatCount(top.length)} of ${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}${below}`;
    return [title, topTable(top, before !== undefined)];
}
function topTable(top, compared) {
    const longest = Math.max(0, ...top.map(({ total }) => total ?? 0));
    const columns = [
        { head: '#', align: 'right', cell: (_row, rank) => String(rank + 1) },
        { head: 'Page', cell: ({ path }) => (0,markdown/* code */.aY)(path, PATH_LIMIT) },
        { head: 'Human', align: 'right', cell: ({ human }) => formatCount(human) },
        { head: 'AI', align: 'right', cell: ({ ai }) => formatCount(ai) },
        { head: 'Total', align: 'right', cell: ({ total }) => formatCount(total) },
        { head: 'Change', align: 'right', cell: ({ totalChange, total }) => formatChange(totalChange, total) },
        { head: '█ human ▒ AI', cell: (row) => renderBar(row, longest) },
    ];
    const shown = columns.filter(({ head }) => compared || head !== 'Change');
    const rows = top.map((row, rank) => shown.map(({ cell }) => cell(row, rank)));
    return (0,markdown/* grid */.Vg)(shown, rows);
}
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
    if (change === 0)
        return '±0';
    const sign = change < 0 ? '−' : '+';
    const before = now - change;
    const percent = Math.round((Math.abs(change) / before) * 1000) / 10;
    const share = before > 0 ? `${sign}${formatCount(percent)}${GAP}%` : 'new';
    return `${sign}${formatCount(Math.abs(change))}${GAP}(${share})`;
}
const BAR_CELLS = 16;
function renderBar({ human, ai, total }, longest) {
    if (!total || longest === 0)
        return '';
    const length = Math.max(1, Math.round((total / longest) * BAR_CELLS));
    const known = human !== null && ai !== null && human + ai > 0;
    const light = known ? Math.round((length * ai) / (human + ai)) : 0;
    return '█'.repeat(length - light) + '▒'.repeat(light);
}

;// CONCATENATED MODULE: ./build/visitors/visitors.js








const visitorsAction = { main: runVisitors };
async function runVisitors(ports) {
    const outcome = await exportVisitors(ports);
    return {
        outputs: toVisitorsOutputs(outcome),
        warnings: outcome.exported?.gaps ?? [],
        reason: outcome.reason,
        summary: renderVisitorsSummary(outcome, ports.clock.now() - ports.startedAt),
    };
}
async function exportVisitors(ports) {
    const inputs = await readVisitorsInputs(ports);
    if ((0,request_result/* isResult */.aI)(inputs))
        return { result: 'error', reasonCode: inputs.reasonCode, reason: inputs.reason, requests: 0 };
    const refusal = (0,trusted_event/* refuseEvent */.DO)(ports.event);
    if (refusal !== undefined)
        return { ...refusal, requests: 0 };
    ports.runner.group('Export');
    return exportPeriods(ports, inputs, ports.startDeadline(inputs.timeout));
}
async function exportPeriods(ports, inputs, deadline) {
    const { dates, before: datesBefore, maxRequests: mostUses, timeout } = inputs;
    const { log } = ports.runner;
    log.info(`Exporting unique visitors from ${dates.from} up to, but not including, ${dates.to}, with at most ` +
        `${pluralize(mostUses, 'request')}. The deadline is ${(0,time/* formatDuration */.a3)(timeout)} after the start.`);
    const cost = { pages: 0, requests: 0, uses: 0, mostUses };
    const reader = { service: ports.openService(inputs.credentials, deadline), cost };
    const main = await readPeriod(dates, reader);
    const compares = main.failure === undefined && datesBefore !== undefined && cost.uses < mostUses;
    const before = compares ? await readPeriod(datesBefore, reader) : undefined;
    const known = { dates, requests: cost.requests, totals: main.totals };
    const failure = main.failure ?? before?.failure;
    if (failure !== undefined) {
        const reason = `${pluralize(cost.pages, 'page')} read, no file written. ${failure.message}`;
        if (deadline.stop.aborted)
            return { ...known, ...(0,request_result/* stopped */.ce)(deadline.stop.reason, `. ${reason}`) };
        return { ...known, result: 'error', reasonCode: failure.code, reason };
    }
    const complete = before !== undefined && !before.cut && before.repeated === 0 && before.nameless === 0;
    const compared = datesBefore && { rows: before?.rows ?? new Map(), complete };
    const rows = selectRows(main.rows.values(), inputs.pagePrefix, compared, inputs.sort);
    const text = renderRows(rows, inputs.format, datesBefore !== undefined);
    const written = await ports.files.write(inputs.file, [text]);
    if (!written.ok) {
        const reason = `No file was written: ${inputs.file} ${written.failure}.`;
        return { ...known, result: 'error', reasonCode: 'file-not-written', reason };
    }
    const gaps = findGaps(main, before, inputs);
    return {
        ...known,
        ...(gaps.length === 0
            ? { result: 'exported', reasonCode: 'exported' }
            : { result: 'incomplete', reasonCode: 'export-incomplete' }),
        reason: [`Exported ${pluralize(rows.length, 'page')} to ${written.value}.`, ...gaps].join(' '),
        exported: {
            file: written.value,
            pages: rows.length,
            top: rows.slice(0, inputs.top),
            gaps,
            prefix: inputs.pagePrefix,
            before: datesBefore && { dates: datesBefore, totals: before?.totals },
        },
    };
}
function findGaps(main, before, { before: datesBefore, maxRequests }) {
    const limit = `\`max-requests\` (${maxRequests}) was reached`;
    const gapsOf = ({ cut, rows, repeated, nameless }, whose) => [
        cut && `${limit}: only ${pluralize(rows.size, 'row')}${whose} were read.`,
        repeated > 0 &&
            `${pluralize(repeated, 'row')}${whose} appeared twice. Rows moved meanwhile, so others may be missing.`,
        nameless > 0 && `Left out: ${pluralize(nameless, 'row')}${whose} without a path.`,
    ];
    const gaps = gapsOf(main, '');
    if (before !== undefined)
        gaps.push(...gapsOf(before, ' of the period before'));
    else if (datesBefore !== undefined)
        gaps.push(`${limit}: the period before was not read.`);
    return gaps.filter((gap) => typeof gap === 'string');
}


/***/ })

};
