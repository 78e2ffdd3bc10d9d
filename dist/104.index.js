export const id = 104;
export const ids = [104];
export const modules = {

/***/ 916:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ ask),
/* harmony export */   p: () => (/* binding */ data)
/* harmony export */ });
/* harmony import */ var _octokit_request_error__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1015);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8975);


async function ask(schema, call) {
    try {
        const reply = await call();
        const parsed = schema.safeParse(reply.data);
        const date = Date.parse(reply.headers.date ?? '');
        if (parsed.success)
            return { ok: true, value: { data: parsed.data, date: Number.isNaN(date) ? 0 : date } };
        const fields = parsed.error.issues.map(({ path }) => `"${path.map(String).join('.')}"`);
        return {
            ok: false,
            failure: strange(`GitHub's answer is not what was expected, at ${fields.join(', ')}.`),
        };
    }
    catch (error) {
        const cause = error instanceof _octokit_request_error__WEBPACK_IMPORTED_MODULE_1__/* .RequestError */ .G ? error.cause : error;
        if (cause instanceof _octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .Unanswered */ .X)
            return { ok: false, failure: cause.failure };
        return { ok: false, failure: strange(`GitHub could not be asked: ${String(cause ?? error)}.`) };
    }
}
function strange(message) {
    return { kind: 'unreadable', message, fate: 'unknown', transient: false };
}
function data(answer) {
    return answer.ok ? { ok: true, value: answer.value.data } : answer;
}


/***/ }),

/***/ 7104:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   connect: () => (/* binding */ connect)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8395);
/* harmony import */ var _github_ask_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(916);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8975);



const PER_PAGE = 100;
const moment = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi(Date.parse));
const account = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({ login: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(), id: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig() }));
const commentSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({
    id: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(),
    html_url: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(),
    body: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP())),
    user: account,
    created_at: moment,
    updated_at: moment,
});
const reviewSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({ body: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()) });
const fileSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({
    filename: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(),
    status: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP(),
    additions: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(),
    deletions: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig(),
});
function connect(settings, name, hide) {
    const [owner = '', repo = ''] = name.split('/');
    return openGitHub((0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .openOctokit */ .O)(settings), { owner, repo }, hide);
}
const repositorySchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({ id: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig() });
const pullSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({ state: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP() });
function openGitHub(octokit, repository, hide) {
    const at = (id) => ({ ...repository, comment_id: id });
    const thread = (number) => ({ ...repository, issue_number: number });
    async function list(schema, page) {
        const items = [];
        for (let number = 1;; number += 1) {
            const answer = await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(schema), () => page({ page: number, per_page: PER_PAGE }));
            if (!answer.ok)
                return answer;
            items.push(...answer.value.data);
            if (answer.value.data.length < PER_PAGE) {
                return { ok: true, value: { items, date: answer.value.date } };
            }
        }
    }
    async function writeComment(call) {
        const answer = await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(commentSchema, call);
        if (!answer.ok)
            return answer;
        return { ok: true, value: toComment(answer.value.data, answer.value.date) };
    }
    return {
        elsewhere(name) {
            const [owner = '', repo = ''] = name.split('/');
            return openGitHub(octokit, { owner, repo }, hide);
        },
        async repositoryId() {
            const call = () => octokit.request('GET /repos/{owner}/{repo}', repository);
            const answer = (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .data */ .p)(await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(repositorySchema, call));
            return answer.ok ? { ok: true, value: answer.value.id } : answer;
        },
        async isOpen(pull) {
            const call = () => octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
                ...repository,
                pull_number: pull,
            });
            const answer = (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .data */ .p)(await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(pullSchema, call));
            return answer.ok ? { ok: true, value: answer.value.state === 'open' } : answer;
        },
        async permission(username) {
            const call = () => octokit.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
                ...repository,
                username,
            });
            return (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .data */ .p)(await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .unknown */ .L5J(), call));
        },
        async comments(number) {
            const answer = await list(commentSchema, (page) => octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
                ...thread(number),
                ...page,
            }));
            if (!answer.ok)
                return answer;
            const { items, date } = answer.value;
            return { ok: true, value: { items: items.map((item) => toComment(item, date)), date } };
        },
        createComment: (number, body) => writeComment(() => octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
            ...thread(number),
            body: hide(body),
        })),
        editComment: (id, body) => writeComment(() => octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
            ...at(id),
            body: hide(body),
        })),
        async react(target, content) {
            return (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .data */ .p)(await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .unknown */ .L5J(), () => postReaction(target, content)));
        },
        async review(pull, id) {
            const call = () => octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}', {
                ...repository,
                pull_number: pull,
                review_id: id,
            });
            const answer = (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .data */ .p)(await (0,_github_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .ask */ .k)(reviewSchema, call));
            return answer.ok ? { ok: true, value: { body: answer.value.body ?? '' } } : answer;
        },
        async lineComments(pull) {
            const answer = await list(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .unknown */ .L5J(), (page) => octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
                ...repository,
                pull_number: pull,
                ...page,
            }));
            return answer.ok ? { ok: true, value: answer.value.items } : answer;
        },
        async changedFiles(pull) {
            const answer = await list(fileSchema, (page) => octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
                ...repository,
                pull_number: pull,
                ...page,
            }));
            return answer.ok ? { ok: true, value: answer.value.items.map(toFile) } : answer;
        },
    };
    function postReaction(target, content) {
        switch (target.kind) {
            case 'issue':
                return octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/reactions', {
                    ...thread(target.number),
                    content,
                });
            case 'issue-comment':
                return octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
                    ...at(target.id),
                    content,
                });
            case 'review-comment':
                return octokit.request('POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions', {
                    ...at(target.id),
                    content,
                });
        }
    }
}
function toComment(raw, date) {
    return {
        id: raw.id,
        url: raw.html_url,
        body: raw.body ?? '',
        author: raw.user?.login ?? '',
        createdAt: raw.created_at,
        updatedAt: raw.updated_at,
        date,
    };
}
function toFile({ filename, status, additions, deletions }) {
    return { path: filename, status, additions, deletions };
}


/***/ }),

/***/ 8975:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  X: () => (/* binding */ Unanswered),
  O: () => (/* binding */ openOctokit)
});

// EXTERNAL MODULE: ./node_modules/@octokit/core/dist-src/index.js + 12 modules
var dist_src = __webpack_require__(4730);
// EXTERNAL MODULE: ./build/world/exchange.js + 1 modules
var exchange = __webpack_require__(6990);
// EXTERNAL MODULE: ./build/world/limit.js
var limit = __webpack_require__(2111);
;// CONCATENATED MODULE: ./build/world/github-manners.js

const githubManners = {
    limit({ status, headers, body }, now) {
        const exhausted = headers['x-ratelimit-remaining'] === '0';
        const said = exhausted || headers['retry-after'] !== undefined || /secondary rate limit|abuse/i.test(body);
        const lacking = /resource not accessible|is locked/i.test(body);
        if (status !== 429 && !(status === 403 && said && !lacking))
            return undefined;
        const resetAt = (0,limit/* readReset */.y)(exhausted ? headers : { ...headers, 'x-ratelimit-reset': '' }, now);
        return resetAt === undefined ? {} : { resetAt };
    },
    advise({ status }) {
        if (status === 401)
            return 'Check `github-token`.';
        if (status >= 300 && status < 400)
            return 'GitHub redirects; redirects are not followed.';
        return '';
    },
};

// EXTERNAL MODULE: ./build/world/retry.js
var retry = __webpack_require__(7449);
;// CONCATENATED MODULE: ./build/world/octokit.js




const ANSWER_LIMIT = 8 * 1024 * 1024;
const TRIES = 5;
const TRYING = 60_000;
const LIMIT_WAIT = 120_000;
class Unanswered extends Error {
    failure;
    constructor(failure) {
        super(failure.message);
        this.failure = failure;
    }
}
function openOctokit(settings) {
    const { token, apiUrl } = settings;
    return new dist_src/* Octokit */.E({
        auth: token,
        baseUrl: apiUrl.href.replace(/\/$/, ''),
        userAgent: 'docs-agent-action',
        request: { fetch: (url, init) => send(settings, url, init) },
    });
}
async function send(settings, address, init) {
    const url = new URL(address);
    if (url.origin !== settings.apiUrl.origin)
        throw new Error(`GitHub names another host: ${url.origin}`);
    const { method, headers, body } = init;
    const { http, clock, random, log, deadline } = settings;
    const request = {
        method,
        url,
        headers,
        ...(body !== undefined && { body }),
        maxBytes: ANSWER_LIMIT,
    };
    const answer = await (0,retry/* persist */.Z)(() => (0,exchange/* exchange */.c)(request, signalFor(method, deadline), readWhole, { http, clock, log, manners: githubManners }), patienceFor(method, deadline, clock.now()), { clock, random, signal: waitingSignal(deadline), announce: log.info });
    if (!answer.ok)
        throw new Unanswered(answer.failure);
    const { status, statusText, headers: received, body: text } = answer.value;
    return { status, statusText, url: address, headers: new Headers(received), text: async () => text };
}
function signalFor(method, deadline) {
    return method === 'GET' ? waitingSignal(deadline) : deadline.closing;
}
function waitingSignal({ stop, closing }) {
    return stop.aborted ? closing : stop;
}
function patienceFor(method, deadline, now) {
    const end = deadline.stop.aborted ? deadline.closedAt : deadline.at;
    return {
        tries: TRIES,
        repeatable: method !== 'POST',
        until: Math.min(now + TRYING, end),
        limitUntil: Math.min(now + LIMIT_WAIT, end),
    };
}
function readWhole(response) {
    const json = response.headers['content-type']?.includes('json') ?? false;
    return json && !isJson(response.body) ? { problem: 'the answer is not JSON' } : { value: response };
}
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch {
        return false;
    }
}


/***/ })

};
