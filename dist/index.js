import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 6982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 99:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:sqlite");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 7830:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream/web");

/***/ }),

/***/ 7997:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 3193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 4404:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ readRelease),
/* harmony export */   j: () => (/* binding */ readPush)
/* harmony export */ });
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5666);

function readPush(payload) {
    const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec((0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, 'ref') ?? '') ?? [];
    if (kind === undefined || name === undefined)
        return undefined;
    return {
        kind: 'push',
        ref: { kind: kind === 'tags' ? 'tag' : 'branch', name },
        before: commitAt(payload, 'before'),
        after: commitAt(payload, 'after'),
        forced: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, 'forced') === true,
        defaultBranch: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, 'repository', 'default_branch'),
    };
}
function readRelease(payload) {
    const release = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, 'release');
    const tag = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(release, 'tag_name');
    if (tag === undefined)
        return undefined;
    const publishedAt = Date.parse((0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(release, 'published_at') ?? '');
    return {
        kind: 'release',
        tag,
        action: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, 'action') ?? '',
        prerelease: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(release, 'prerelease') === true,
        publishedAt: Number.isNaN(publishedAt) ? undefined : publishedAt,
        name: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(release, 'name') ?? '',
        notes: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(release, 'body') ?? '',
        url: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .urlAt */ .$Q)(release, 'html_url'),
    };
}
function commitAt(payload, name) {
    const sha = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, name) ?? '';
    return /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined;
}


/***/ }),

/***/ 3813:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   RM: () => (/* binding */ parseCommand),
/* harmony export */   l7: () => (/* binding */ OPEN_COMMENT),
/* harmony export */   oD: () => (/* binding */ readWhole)
/* harmony export */ });
/* unused harmony export FLAGS */
/* harmony import */ var _text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(948);

const FLAGS = ['new', 'status', 'skip', 'help'];
const WORD = /^[\s\p{P}`<]*(?:(help|-h|[?？]|cancel|stop|abort|hi|hello|ping|test|retry|thanks|thank you)|status)[\s\p{P}`>]*$/iu;
function parseCommand(text, phrase) {
    const lines = (0,_text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(text).split('\n');
    const first = lines.findIndex((line) => line.trim() !== '');
    const rest = afterPhrase(lines[first] ?? '', phrase);
    if (rest === undefined)
        return undefined;
    const { flags, unknown, line } = takeFlags(rest);
    if (unknown !== undefined)
        return mistake(unknownFlag(unknown));
    const [flag, other] = flags;
    if (other !== undefined)
        return mistake(`\`--${flag}\` and \`--${other}\` exclude each other.`);
    const written = trimBlankLines([line, ...lines.slice(first + 1)]);
    const [word, help] = (flag === undefined && WORD.exec(written)) || [];
    if (word !== undefined)
        return { kind: help === undefined ? 'status' : 'help', unsent: '' };
    return toCommand(flag, written, text);
}
function readWhole(text) {
    return toCommand(undefined, trimBlankLines((0,_text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(text).split('\n')), text);
}
function toCommand(flag, text, original) {
    if (flag !== undefined && flag !== 'new')
        return { kind: flag, unsent: text };
    if ((0,_text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__/* .hasOpenComment */ .G0)(original))
        return OPEN_COMMENT;
    if ((0,_text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__/* .hasUnclearQuote */ .Tk)(original))
        return UNCLEAR_QUOTE;
    const isCut = (0,_text_comment_text_js__WEBPACK_IMPORTED_MODULE_0__/* .hasHtmlComment */ .LM)(original);
    const isNew = flag === 'new';
    const read = { isNew, ...(isCut && { isCut }) };
    return text === '' ? { kind: 'empty', ...read } : { kind: 'instruction', ...read, instruction: text };
}
function afterPhrase(line, phrase) {
    const unindented = line.replace(/^ {1,3}/, '');
    const rest = unindented.slice(phrase.length);
    const matches = foldCase(unindented.slice(0, phrase.length)) === foldCase(phrase);
    const [end] = /^(?:[:,;.!?]?(?=\s|$)|[：，、；。！？])/.exec(rest) ?? [];
    return matches && end !== undefined ? rest.slice(end.length) : undefined;
}
const foldCase = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
function takeFlags(text) {
    const flags = new Set();
    for (let line = text.trimStart();;) {
        const [word = ''] = /^\S*/.exec(line) ?? [];
        const name = flagName(word);
        const flag = FLAGS.find((known) => known === name);
        if (flag === undefined)
            return { flags: [...flags], unknown: name && word, line };
        flags.add(flag);
        line = line.slice(word.length).trimStart();
    }
}
function flagName(word) {
    const name = /^(?:--|[\u2012-\u2015])(\p{L}.*)$/su.exec(word)?.[1];
    if (name !== undefined)
        return foldCase(name);
    const short = foldCase(word.replace(/^-/, ''));
    return word.startsWith('-') && FLAGS.some((flag) => flag === short) ? short : undefined;
}
function unknownFlag(word) {
    const name = /^(?:--|.)([A-Za-z][A-Za-z-]{0,30})$/u.exec(word)?.[1];
    const problem = name === undefined ? 'One of the flags is unknown.' : `\`--${name}\` is not a flag.`;
    return `${problem} The flags are ${FLAGS.map((flag) => `\`--${flag}\``).join(', ')}.`;
}
function trimBlankLines(lines) {
    const text = lines.join('\n').trimEnd();
    return text.replace(/^(?:[^\S\n]*\n)+/, '');
}
const UNCLEAR_QUOTE = mistake('The comment looks like a reply by email, and it is unclear where its quote begins. Remove the quote.');
const OPEN_COMMENT = mistake('An HTML comment in the text has no end, perhaps in code, so the rest would be lost. End it with `-->`, or remove it.');
function mistake(problem) {
    return { kind: 'mistake', problem };
}


/***/ }),

/***/ 6194:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ rowOf),
/* harmony export */   j: () => (/* binding */ hasTrait)
/* harmony export */ });
/* harmony import */ var _change_change_event_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4404);

const text = (action, part, comment, ...is) => {
    return { request: 'text', action, part, comment, is };
};
const checks = (part, action) => ({ request: 'checks', action, part, is: [] });
const other = (is, more = {}) => {
    return { action: 'opened', part: 'pull_request', is, ...more };
};
const EVENTS = new Map([
    ['issue_comment', text('created', 'comment', 'issue-comment')],
    ['pull_request_review_comment', text('created', 'comment', 'review-comment', 'no-fork-secrets')],
    ['pull_request_review', text('submitted', 'review', 'review', 'no-fork-secrets')],
    ['issues', text('opened', 'issue')],
    ['discussion', other([], { request: 'never' })],
    ['discussion_comment', other([], { request: 'never' })],
    ['commit_comment', other([], { request: 'never' })],
    ['workflow_run', checks('workflow_run', 'completed')],
    ['check_run', checks('check_run', 'completed')],
    ['status', checks('commit')],
    ['pull_request', other(['trusted-branch', 'no-fork-secrets'])],
    ['merge_group', other(['trusted-merge'])],
    ['push', other(['trusted'], { readChange: _change_change_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readPush */ .j })],
    ['release', other(['trusted'], { readChange: _change_change_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readRelease */ .i })],
    ['schedule', other(['trusted', 'by-hand'])],
    ['workflow_dispatch', other(['trusted', 'by-hand'])],
    ['repository_dispatch', other(['trusted'])],
    ['workflow_call', other(['trusted'])],
]);
const rowOf = (event) => EVENTS.get(event) ?? other([]);
const hasTrait = (event, trait) => rowOf(event).is.includes(trait);


/***/ }),

/***/ 8018:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ readLines)
/* harmony export */ });
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5666);

function readLines(comment) {
    const path = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(comment, 'path');
    if (path === undefined)
        return undefined;
    const line = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(comment, 'line') ?? (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(comment, 'original_line');
    const startLine = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(comment, 'start_line') ?? (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(comment, 'original_start_line');
    const side = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(comment, 'side') === 'LEFT' ? 'LEFT' : undefined;
    return {
        path,
        line,
        startLine: startLine === line ? undefined : startLine,
        side,
        hunk: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(comment, 'diff_hunk') ?? '',
        thread: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(comment, 'in_reply_to_id'),
    };
}


/***/ }),

/***/ 1737:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   DO: () => (/* binding */ refuseEvent),
/* harmony export */   Sj: () => (/* binding */ lacksSecrets)
/* harmony export */ });
/* unused harmony export isTrusted */
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5666);
/* harmony import */ var _events_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6194);


function isTrusted({ name, payload }) {
    const run = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, 'workflow_run');
    const isRun = name === 'workflow_run';
    const cause = isRun ? ((0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(run, 'event') ?? '') : name;
    const head = isRun ? (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(run, 'head_repository') : (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, 'pull_request', 'head', 'repo');
    const id = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(head, 'id');
    const isOwn = id !== undefined && id === (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(payload, 'repository', 'id');
    return (0,_events_js__WEBPACK_IMPORTED_MODULE_1__/* .hasTrait */ .j)(cause, 'trusted') ? isOwn || !isRun : (0,_events_js__WEBPACK_IMPORTED_MODULE_1__/* .hasTrait */ .j)(cause, 'trusted-branch') && isOwn;
}
function refuseEvent(event) {
    if (isTrusted(event))
        return undefined;
    const reason = "Nothing was sent: people without write access can cause this event, and this action doesn't check permissions. Run it on `schedule`, `workflow_dispatch`, `push`, `release`, `repository_dispatch`, or `pull_request` for a branch of this repository.";
    return { result: 'error', reasonCode: 'event-untrusted', reason };
}
const DEPENDABOT = 'dependabot[bot]';
function lacksSecrets({ name, payload }, actor) {
    if (actor === DEPENDABOT || (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, 'sender', 'login') === DEPENDABOT)
        return 'GitHub gives no secrets to runs by Dependabot. Comment in the conversation instead, or store the key as a Dependabot secret too.';
    if (!(0,_events_js__WEBPACK_IMPORTED_MODULE_1__/* .hasTrait */ .j)(name, 'no-fork-secrets'))
        return undefined;
    const repository = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, 'pull_request', 'head', 'repo');
    const id = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(repository, 'id');
    if (repository !== null && (id === undefined || id === (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(payload, 'repository', 'id')))
        return undefined;
    const whose = repository === null ? 'whose repository is gone' : 'from a fork';
    return `GitHub gives this event no secrets on a pull request ${whose}. Comment in the conversation instead (the event \`issue_comment\`), or run on \`push\` after the merge.`;
}


/***/ }),

/***/ 4165:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   KA: () => (/* binding */ isPerson),
/* harmony export */   VI: () => (/* binding */ accountAt),
/* harmony export */   W5: () => (/* binding */ isLogin)
/* harmony export */ });
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5666);

function isPerson(account) {
    return account?.type === 'User';
}
function isLogin(text) {
    return /^[\w.-]{1,100}(?:\[bot\])?$/.test(text);
}
function accountAt(json, ...path) {
    const login = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(json, ...path, 'login');
    const id = (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .idAt */ .jj)(json, ...path, 'id');
    if (login === undefined || id === undefined || !isLogin(login))
        return undefined;
    const [, app] = /\/apps\/([\w-]+)$/.exec((0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(json, ...path, 'html_url') ?? '') ?? [];
    return { login, id, type: (0,_text_json_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(json, ...path, 'type') ?? '', app };
}


/***/ }),

/***/ 6757:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ks: () => (/* binding */ skipStep),
/* harmony export */   NW: () => (/* binding */ readStage),
/* harmony export */   Qb: () => (/* binding */ setEmpty),
/* harmony export */   R5: () => (/* binding */ readInput),
/* harmony export */   j_: () => (/* binding */ readEvent),
/* harmony export */   jh: () => (/* binding */ appendOutputs)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var _text_shell_safe_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2392);


function readEvent(env) {
    const name = env['GITHUB_EVENT_NAME'] ?? '';
    try {
        return { name, payload: JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(env['GITHUB_EVENT_PATH'] ?? '', 'utf8')) };
    }
    catch {
        return { name, payload: undefined };
    }
}
function setEmpty(env, variables) {
    for (const [name, value] of Object.entries(variables))
        if (!env[name]?.trim())
            env[name] = value;
}
function readInput(name, env) {
    return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}
function readStage(env) {
    return env['STATE_stage'] ?? '';
}
function skipStep(host, code, reason) {
    appendOutputs(host, { result: 'skipped', reason: (0,_text_shell_safe_js__WEBPACK_IMPORTED_MODULE_1__/* .shellSafeText */ .pp)(reason), reasonCode: code });
    host.print(`${reason}\n`);
}
function appendOutputs({ env, print }, outputs) {
    const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(env['GITHUB_OUTPUT'] ?? '', lines.join(''));
    }
    catch (error) {
        const { code } = error;
        print(`::warning::The outputs could not be written to the file in GITHUB_OUTPUT (${code})\n`);
    }
}


/***/ }),

/***/ 3801:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ PROCESS)
/* harmony export */ });
const PROCESS = { env: process.env, print: (text) => void process.stdout.write(text) };


/***/ }),

/***/ 948:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Km: () => (/* binding */ MARKER_PREFIX),
  FO: () => (/* binding */ OWN_COMMENT),
  S9: () => (/* binding */ carriesOwnMarker),
  LM: () => (/* binding */ hasHtmlComment),
  G0: () => (/* binding */ hasOpenComment),
  Tk: () => (/* binding */ hasUnclearQuote),
  vm: () => (/* binding */ phraseProblem),
  yy: () => (/* binding */ visibleCode),
  Q6: () => (/* binding */ visibleText)
});

;// CONCATENATED MODULE: ./build/text/email-quote.js
const ADDRESS = /\*{3}@\*{3}\.\*{3}|@(?:no)?reply\.github\.|notifications@github\./;
const NOTIFICATION = /reply to this email directly|you are receiving this because|\/notifications\/(?:unsubscribe|beacon)|left a comment \([\w.-]+\/[\w.-]+#\d+\)/i;
const SEPARATOR = /\n---.*---$/;
const isQuote = (paragraph = '') => /^\s*>/m.test(paragraph);
const isOpen = (text) => /[:：]\s*$/.test(text);
const isNotification = (text) => NOTIFICATION.test(text.replace(/[\s>]+/g, ' '));
function cutEmailQuote(text) {
    const paragraphs = text.split(/\n\s*\n/);
    const [, ...later] = paragraphs;
    if (!isNotification(text) && !later.some((one) => ADDRESS.test(one)))
        return { shown: text, isUnclear: false };
    const start = later.findIndex((one) => ADDRESS.test(one) || isQuote(one)) + 1;
    if (start === 0)
        return { shown: text, isUnclear: true };
    const shown = paragraphs.slice(0, start).join('\n\n').replace(SEPARATOR, '');
    const [head = '', next, ...rest] = paragraphs.slice(start);
    const isHead = isQuote(head) || isQuote(next) || isOpen(head);
    const answer = [next, ...rest].findIndex((one) => one !== undefined && !isQuote(one));
    const isAnswered = answer >= 0 && rest.slice(answer).some(isQuote);
    const isLeft = isQuote(shown) || isNotification(shown) || isOpen(shown);
    return { shown, isUnclear: !isHead || isAnswered || isLeft };
}

// EXTERNAL MODULE: ./build/text/line.js
var line = __nccwpck_require__(8194);
;// CONCATENATED MODULE: ./build/text/comment-text.js


function visibleText(text) {
    const { shown } = cutEmailQuote(withoutClosedComments(text));
    const rest = shown.indexOf('<!--');
    return rest === -1 ? shown : shown.slice(0, rest);
}
function hasOpenComment(text) {
    return withoutClosedComments(text).includes('<!--');
}
function hasUnclearQuote(text) {
    return cutEmailQuote(withoutClosedComments(text)).isUnclear;
}
function withoutClosedComments(text) {
    return visibleCode(text).replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.length >= '<!---->'.length && comment.endsWith('-->') ? '' : comment);
}
function hasHtmlComment(text) {
    return visibleCode(text).includes('<!--');
}
function visibleCode(text) {
    return (0,line/* withoutUnseen */.zG)(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'));
}
const MARKER_PREFIX = '<!-- docs-agent-action:';
const OWN_COMMENT = `${MARKER_PREFIX}note -->`;
function carriesOwnMarker(text) {
    return /<!--\s*docs-agent-action:/i.test(text);
}
const NOT_A_PHRASE = /^(?:\[?["']|- |\/?\^|([/@!]).*[\s,;|]\1|[^*]+\*$|\/.*\/i?$)|\S\|\S|\\/;
function phraseProblem(phrase) {
    if (phrase.trim() === '')
        return 'is empty';
    if (phrase !== phrase.trim() || /[^\S ]/.test(phrase))
        return 'must be one line without white space around it';
    if (phrase.length > 100)
        return 'must be at most 100 characters';
    if (visibleText(phrase) !== phrase)
        return 'must not contain invisible characters';
    if (/^(?:[>`]|~~~)/.test(phrase))
        return 'must not begin like a quote or code';
    return NOT_A_PHRASE.test(phrase)
        ? 'must be the words themselves, like `/docs`. Several ones or a regular expression are not possible'
        : undefined;
}


/***/ }),

/***/ 5666:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   $Q: () => (/* binding */ urlAt),
/* harmony export */   at: () => (/* binding */ at),
/* harmony export */   jj: () => (/* binding */ idAt),
/* harmony export */   qF: () => (/* binding */ parseJson)
/* harmony export */ });
/* harmony import */ var _url_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1691);

function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function at(json, ...path) {
    const fieldOf = (value, name) => Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
    return path.reduce(fieldOf, json);
}
function textAt(json, ...path) {
    const value = at(json, ...path);
    return typeof value === 'string' ? value : undefined;
}
function idAt(json, ...path) {
    const value = at(json, ...path);
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
function urlAt(json, ...path) {
    return (0,_url_js__WEBPACK_IMPORTED_MODULE_0__/* .readUrl */ .wo)(textAt(json, ...path) ?? '');
}


/***/ }),

/***/ 8194:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   BP: () => (/* binding */ logLine),
/* harmony export */   Jj: () => (/* binding */ cut),
/* harmony export */   i2: () => (/* binding */ LONGEST_LINE),
/* harmony export */   tQ: () => (/* binding */ quoteLine),
/* harmony export */   zG: () => (/* binding */ withoutUnseen)
/* harmony export */ });
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/u;
const JOINING = 'Adlm Arab Beng Deva Gujr Guru Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Rohg Sinh Syrc Taml Telu Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const JOINED = `(?!\\p{Default_Ignorable_Code_Point})[${JOINING}]`;
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?';
const EMOJI = `${PICTURE}(?:\\u200d${PICTURE})*|[\\d#*]\\ufe0f(?=\\u20e3)`;
const SEEN_OR_UNSEEN = new RegExp(`(${EMOJI}|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED}))|${UNSEEN.source}`, 'gu');
function withoutUnseen(text) {
    return text.toWellFormed().replace(SEEN_OR_UNSEEN, '$1');
}
const LONGEST_LINE = 300_000;
function logLine(text, limit = 500) {
    const line = withoutUnseen(text.replace(/\r\n?|\n|\t|\u2028|\u2029/g, ' ')).trim();
    return cut(line.replaceAll('##[', '# #[').replace(/^::/, ': :'), limit);
}
function quoteLine(text, limit) {
    return JSON.stringify(logLine(text, limit));
}
function cut(text, limit) {
    if (text.length <= limit)
        return text;
    const end = /[\ud800-\udbff]/.test(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
    return `${text.slice(0, end)}…`;
}


/***/ }),

/***/ 2392:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   cy: () => (/* binding */ shellSafeJson),
/* harmony export */   jN: () => (/* binding */ numbered),
/* harmony export */   pp: () => (/* binding */ shellSafeText)
/* harmony export */ });
/* harmony import */ var _line_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8194);

const STAND_INS = {
    '(': '[',
    ')': ']',
    '<': '[',
    '>': ']',
    ';': ',',
    '|': '/',
    '&': '+',
    $: '\uff04',
};
function shellSafeText(text) {
    const safe = (0,_line_js__WEBPACK_IMPORTED_MODULE_0__/* .logLine */ .BP)(text, Number.POSITIVE_INFINITY).replace(/[`"\u2018-\u201e()<>;|&$]/g, (sign) => STAND_INS[sign] ?? "'");
    return safe.replace(/\\+$/, '');
}
function shellSafeJson(value) {
    return (JSON.stringify(value) ?? '')
        .replace(/\\(["\\])/g, (_escape, sign) => numbered(sign))
        .replace(/[ `'$;|&<>()\u2018-\u201e\u007f-\u009f\ufff9-\ufffb\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, numbered);
}
function numbered(sign) {
    return sign.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}


/***/ }),

/***/ 1691:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   U9: () => (/* binding */ isLoopback),
/* harmony export */   a: () => (/* binding */ percentEncode),
/* harmony export */   wo: () => (/* binding */ readUrl)
/* harmony export */ });
/* harmony import */ var _line_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8194);

const LONGEST = 2_048;
function readUrl(text) {
    if (text.length > LONGEST || (0,_line_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutUnseen */ .zG)(text) !== text || /[\s\\]/.test(text))
        return undefined;
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    if (url === null || url.username !== '' || url.password !== '')
        return undefined;
    if (!/^([\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname) || /[!$&'()*;]/.test(url.href))
        return undefined;
    const href = url.href.replace(/[^\w.~:/?#@=+,%[\]-]/g, percentEncode);
    return href.length > LONGEST ? undefined : href;
}
function isLoopback(hostname) {
    return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
function percentEncode(sign) {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		id: moduleId,
/******/ 		loaded: false,
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Flag the module as loaded
/******/ 	module.loaded = true;
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/node module decorator */
/******/ (() => {
/******/ 	__nccwpck_require__.nmd = (module) => {
/******/ 		module.paths = [];
/******/ 		if (!module.children) module.children = [];
/******/ 		return module;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
var __webpack_exports__ = {};

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  A: () => (/* reexport */ runner_host/* PROCESS */.A),
  q: () => (/* binding */ launch)
});

// EXTERNAL MODULE: ./build/event/events.js
var events = __nccwpck_require__(6194);
// EXTERNAL MODULE: ./build/github/account.js
var account = __nccwpck_require__(4165);
// EXTERNAL MODULE: ./build/text/comment-text.js + 1 modules
var comment_text = __nccwpck_require__(948);
// EXTERNAL MODULE: ./build/text/json.js
var json = __nccwpck_require__(5666);
// EXTERNAL MODULE: ./build/event/command.js
var event_command = __nccwpck_require__(3813);
// EXTERNAL MODULE: ./build/event/request.js
var request = __nccwpck_require__(8018);
;// CONCATENATED MODULE: ./build/event/trigger.js






function readTrigger(event, settings) {
    const { name, payload } = event;
    const needsText = settings.instruction === 'text';
    const { action, part, request } = (0,events/* rowOf */.O)(name);
    const isNew = (0,json/* textAt */.$6)(payload, 'action') === action;
    const ignored = findIgnored(name, needsText, isNew) ?? findNothingNew(payload);
    if (ignored !== undefined)
        return ignored;
    const text = isNew ? ((0,json/* textAt */.$6)(payload, part, 'body') ?? '') : '';
    if ((0,comment_text/* carriesOwnMarker */.S9)(text))
        return none('own-comment', 'The action wrote the text itself.');
    if (needsText && request === 'checks')
        return readChecks(event);
    return isNew && request === 'text' ? readRequestText(text, event, settings) : toRequest(event);
}
function findIgnored(name, needsText, isNew) {
    const { action, comment, request } = (0,events/* rowOf */.O)(name);
    const ignore = (what) => none('event-ignored', what);
    if (request === 'never')
        return ignore(`Texts of the event \`${name}\` are never a request.`);
    if (request === undefined && needsText)
        return ignore(`The event \`${name}\` is only a request with an instruction in \`prompt\`.`);
    if (isNew || !(needsText || comment !== undefined || request === 'checks'))
        return undefined;
    return ignore(`Only the action \`${action}\` of the event \`${name}\` counts.`);
}
function findNothingNew(payload) {
    if ((0,json.at)(payload, 'changes', 'old_issue') !== undefined)
        return none('event-ignored', 'The issue was transferred from another repository. Comment with the phrase to request here.');
    const pull = (0,json.at)(payload, 'pull_request');
    if (pull === undefined || (0,json/* textAt */.$6)(payload, 'action') !== 'closed' || (0,json.at)(pull, 'merged') === true)
        return undefined;
    return none('nothing-changed', 'The pull request was closed without a merge. To request for such ones, run on a label (`types: [labeled]`).');
}
function readChecks({ name, payload }) {
    const status = { ...Object(payload), creator: (0,json.at)(payload, 'sender') };
    const check = name === 'status' ? status : (0,json.at)(payload, name);
    const sha = (0,json/* textAt */.$6)(check, 'head_sha') ?? (0,json/* textAt */.$6)(check, 'sha');
    if (sha === undefined)
        return unreadable(name);
    if ((0,json/* textAt */.$6)(check, 'state') === 'pending')
        return none('checks-running', 'The status is pending. The event of its result continues here.');
    const repository = (0,json/* textAt */.$6)(check, 'head_repository', 'full_name');
    if (name === 'workflow_run' && repository !== (0,json/* textAt */.$6)(payload, 'repository', 'full_name'))
        return none('foreign-pull-request', 'The checked commit is of another repository.');
    const listed = (0,json.at)(check, 'pull_requests');
    const pulls = Array.isArray(listed) ? listed.map((pull) => (0,json/* idAt */.jj)(pull, 'number') ?? 0) : [];
    const [pull] = pulls.sort((one, other) => one - other);
    return { kind: 'request', event: name, checks: { sha, event: name, check, pull }, topic: [sha] };
}
function readRequestText(text, event, { phrase, instruction }) {
    const isUsable = (0,comment_text/* phraseProblem */.vm)(phrase) === undefined;
    const command = isUsable ? (0,event_command/* parseCommand */.RM)(text, phrase) : { kind: 'empty', isNew: false };
    const state = (0,json/* textAt */.$6)(event.payload, 'review', 'state');
    if (command === undefined && state === 'changes_requested')
        return toRequest(event, (0,event_command/* readWhole */.oD)(text), true);
    const needsPhrase = instruction === 'text' || !((0,events/* rowOf */.O)(event.name).comment === undefined || state === 'approved');
    return command === undefined && needsPhrase ? none('no-phrase', NO_PHRASE) : toRequest(event, command);
}
function toRequest(event, command, requestsChanges) {
    const { name, payload } = event;
    const { part, comment: kind, readChange } = (0,events/* rowOf */.O)(name);
    const thread = readIssueRef(payload);
    const [sender, url] = [(0,account/* accountAt */.VI)(payload, 'sender'), thread && (0,json/* urlAt */.$Q)(payload, part, 'html_url')];
    const request = { kind: 'request', event: name, sender, url, thread };
    if (command === undefined && kind === undefined)
        return thread === undefined
            ? { ...request, ...describeChange(readChange?.(payload)) }
            : { ...request, ...describeActivity((0,json.at)(payload, part), (0,json/* textAt */.$6)(payload, 'action'), thread) };
    const author = (0,account/* accountAt */.VI)(payload, part, 'user');
    const comment = kind && readComment(kind, (0,json.at)(payload, part));
    const isUnread = kind !== undefined && comment === undefined;
    if (author === undefined || thread === undefined || isUnread)
        return unreadable(name);
    const written = { ...request, author, comment, requestsChanges };
    const topic = url === undefined ? undefined : [url];
    if (command !== undefined)
        return { ...written, command, commit: thread.head, topic, since: comment?.writtenAt };
    const commit = (0,json/* textAt */.$6)(payload, 'review', 'commit_id');
    return commit === undefined ? unreadable(name) : { ...written, commit, mayLoop: true, topic: [commit] };
}
function describeChange(change) {
    if (change?.kind !== 'push')
        return { change };
    const { after, ref } = change;
    const commit = ref.kind === 'branch' ? after : undefined;
    return { change, commit, isMerge: true, topic: ['merge', after, ref.name] };
}
function describeActivity(part, action, thread) {
    const { kind, number, head, title, description } = thread;
    const isPull = kind === 'pull-request';
    const isMerge = isPull && action === 'closed';
    const mayLoop = isPull && action !== undefined && !['labeled', 'assigned'].includes(action);
    const merge = isMerge ? (0,json/* textAt */.$6)(part, 'merge_commit_sha') : undefined;
    const request = { commit: head, isMerge, mayLoop };
    if (merge)
        return { ...request, topic: ['merge', merge, (0,json/* textAt */.$6)(part, 'base', 'ref')] };
    const isSet = ['opened', 'labeled', 'assigned', 'review_requested'].includes(action ?? '');
    const topic = ['set', number, head, title, description];
    return isSet ? { ...request, topic, since: (0,json/* textAt */.$6)(part, 'updated_at') } : request;
}
function readIssueRef(payload) {
    const pullRequest = (0,json.at)(payload, 'pull_request');
    const part = pullRequest ?? (0,json.at)(payload, 'issue');
    const number = (0,json/* idAt */.jj)(part, 'number');
    if (number === undefined)
        return undefined;
    const isPull = (pullRequest ?? (0,json.at)(part, 'pull_request') ?? undefined) !== undefined;
    return {
        kind: isPull ? 'pull-request' : 'issue',
        number,
        title: (0,json/* textAt */.$6)(part, 'title') ?? '',
        description: (0,json/* textAt */.$6)(part, 'body') ?? '',
        openedBy: (0,account/* accountAt */.VI)(part, 'user'),
        head: (0,json/* textAt */.$6)(part, 'head', 'sha'),
    };
}
function readComment(kind, comment) {
    const id = (0,json/* idAt */.jj)(comment, 'id');
    if (id === undefined)
        return undefined;
    const lines = (0,request/* readLines */.S)(comment);
    return {
        kind,
        id,
        reviewId: (0,json/* idAt */.jj)(comment, 'pull_request_review_id'),
        writtenAt: (0,json/* textAt */.$6)(comment, 'submitted_at') ?? (0,json/* textAt */.$6)(comment, 'created_at') ?? '',
        reviewed: lines && [lines],
    };
}
const NO_PHRASE = 'The text does not begin with the trigger phrase. Write a new comment that begins with it.';
const unreadable = (event) => none('payload-unreadable', `The event \`${event}\` lacks data that a request needs.`);
const none = (code, reason) => ({ kind: 'none', code, reason });

// EXTERNAL MODULE: ./build/event/trusted-event.js
var trusted_event = __nccwpck_require__(1737);
// EXTERNAL MODULE: ./build/runner/bootstrap.js
var bootstrap = __nccwpck_require__(6757);
// EXTERNAL MODULE: ./build/runner/host.js
var runner_host = __nccwpck_require__(3801);
;// CONCATENATED MODULE: ./build/skip-or-start.js






async function launch(action, phase, defaults, host = runner_host/* PROCESS */.A) {
    const { env } = host;
    (0,bootstrap/* setEmpty */.Qb)(env, defaults);
    if (phase === 'post') {
        const stage = (0,bootstrap/* readStage */.NW)(env);
        if (stage === '' || stage === 'ended')
            return;
        const { runPost } = await Promise.all(/* import() */[__nccwpck_require__.e(829), __nccwpck_require__.e(978)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4978));
        return runPost(action, host);
    }
    const first = FIRST_OUTPUTS[action];
    if (first !== undefined)
        (0,bootstrap/* appendOutputs */.jh)(host, first);
    const event = (0,bootstrap/* readEvent */.j_)(env);
    const request = readRequest(action, event, env);
    if (request.kind === 'none')
        return (0,bootstrap/* skipStep */.Ks)(host, request.code, request.reason);
    const isKeyless = action !== 'release-check' && (0,bootstrap/* readInput */.R5)('api-key', env) === '';
    const secretless = isKeyless ? (0,trusted_event/* lacksSecrets */.Sj)(event, env['GITHUB_ACTOR'] ?? '') : undefined;
    if (secretless !== undefined)
        return (0,bootstrap/* skipStep */.Ks)(host, 'no-secrets', secretless);
    const { runMain } = await Promise.all(/* import() */[__nccwpck_require__.e(829), __nccwpck_require__.e(978)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4978));
    return runMain(action, request, host);
}
const FIRST_OUTPUTS = {
    collect: { finished: '[]', open: '0', prLinks: '[]' },
    'release-check': { complete: 'false', undocumented: '[]', documented: '[]', openPulls: '[]' },
};
function readRequest(action, event, env) {
    if (action !== 'run')
        return { kind: 'request', event: event.name };
    return readTrigger(event, {
        phrase: (0,bootstrap/* readInput */.R5)('trigger-phrase', env),
        instruction: instructionSource(event, env),
    });
}
function instructionSource({ name }, env) {
    const { request } = (0,events/* rowOf */.O)(name);
    if (request === undefined)
        return 'input';
    const inputs = ['prompt', 'prompt-file', ...(request === 'checks' ? ['job-id'] : [])];
    return inputs.some((input) => (0,bootstrap/* readInput */.R5)(input, env) !== '') ? 'input' : 'text';
}

var __webpack_exports__PROCESS = __webpack_exports__.A;
var __webpack_exports__launch = __webpack_exports__.q;
export { __webpack_exports__PROCESS as PROCESS, __webpack_exports__launch as launch };
