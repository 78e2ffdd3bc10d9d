export const id = 498;
export const ids = [498];
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

/***/ 6498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectChanges: () => (/* binding */ connectChanges)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 5 modules
var schemas = __webpack_require__(8395);
;// CONCATENATED MODULE: ./build/world/changes-answers.js

const MOST_FILES = 300;
const LOGIN = /^[\w.-]{1,100}(?:\[bot\])?$/;
const commitSchema = schemas/* looseObject */._H3({
    sha: schemas/* string */.YjP(),
    parents: schemas/* array */.YOg(schemas/* looseObject */._H3({ sha: schemas/* string */.YjP() })),
    commit: schemas/* looseObject */._H3({ message: schemas/* string */.YjP() }),
});
const fileSchema = schemas/* looseObject */._H3({
    filename: schemas/* string */.YjP(),
    status: schemas/* string */.YjP(),
    additions: schemas/* number */.aig(),
    deletions: schemas/* number */.aig(),
    previous_filename: schemas/* optional */.lqM(schemas/* string */.YjP()),
    patch: schemas/* optional */.lqM(schemas/* string */.YjP()),
});
const comparisonSchema = schemas/* looseObject */._H3({
    status: schemas/* string */.YjP(),
    total_commits: schemas/* number */.aig(),
    commits: schemas/* array */.YOg(commitSchema),
    files: schemas/* optional */.lqM(schemas/* array */.YOg(fileSchema)),
});
const account = schemas/* nullable */.mee(schemas/* looseObject */._H3({ login: schemas/* string */.YjP(), id: schemas/* number */.aig(), type: schemas/* string */.YjP() }));
const pullSchema = schemas/* looseObject */._H3({
    number: schemas/* number */.aig(),
    title: schemas/* string */.YjP(),
    body: schemas/* nullable */.mee(schemas/* string */.YjP()),
    user: account,
    locked: schemas/* boolean */.zMY(),
    merged_at: schemas/* nullable */.mee(schemas/* string */.YjP()),
    merge_commit_sha: schemas/* nullable */.mee(schemas/* string */.YjP()),
    base: schemas/* looseObject */._H3({ ref: schemas/* string */.YjP(), repo: schemas/* looseObject */._H3({ full_name: schemas/* string */.YjP() }) }),
});
const releaseSchema = schemas/* looseObject */._H3({
    id: schemas/* number */.aig(),
    tag_name: schemas/* string */.YjP(),
    draft: schemas/* boolean */.zMY(),
    prerelease: schemas/* boolean */.zMY(),
    published_at: schemas/* nullable */.mee(schemas/* string */.YjP()),
});
const foundSchema = schemas/* looseObject */._H3({
    total_count: schemas/* number */.aig(),
    incomplete_results: schemas/* boolean */.zMY(),
    items: schemas/* array */.YOg(schemas/* looseObject */._H3({ html_url: schemas/* string */.YjP() })),
});
const assignedSchema = schemas/* looseObject */._H3({
    assignees: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* array */.YOg(schemas/* looseObject */._H3({ login: schemas/* string */.YjP() })))),
});
function toComparison(raw) {
    const { status, total_commits: totalCommits, commits, files = [] } = raw;
    return {
        ...{ status, totalCommits, commits: commits.map(toCommit) },
        ...{ files: files.map(toFile), filesCut: files.length >= MOST_FILES },
    };
}
function toCommit({ sha, parents, commit }) {
    return { sha, parents: parents.map((parent) => parent.sha), message: commit.message };
}
function toFile(raw) {
    const { filename, status, additions, deletions, previous_filename: before, patch } = raw;
    return {
        ...{ path: filename, status, additions, deletions },
        ...(before !== undefined && { before }),
        ...(patch !== undefined && { patch }),
    };
}
function toPull(raw) {
    const { number, title, body, user, locked, base, merged_at: mergedAt, merge_commit_sha: mergeSha } = raw;
    return {
        ...{ number, title, description: body ?? '', locked, merged: mergedAt !== null, base: base.ref },
        ...(user !== null &&
            LOGIN.test(user.login) && { author: { login: user.login, id: user.id, type: user.type } }),
        ...(mergeSha !== null && { mergeSha }),
    };
}
function toRelease(raw) {
    const { id, tag_name: tag, prerelease, published_at: published } = raw;
    return { id, tag, prerelease, publishedAt: Date.parse(published ?? '') || 0 };
}
function toFound({ total_count: total, incomplete_results: incomplete, items, }) {
    return { total, incomplete, urls: items.map(({ html_url: url }) => url) };
}

// EXTERNAL MODULE: ./build/world/github-ask.js
var github_ask = __webpack_require__(916);
// EXTERNAL MODULE: ./build/world/octokit.js + 1 modules
var world_octokit = __webpack_require__(8975);
;// CONCATENATED MODULE: ./build/world/github-changes.js




const PER_PAGE = 100;
const LAST_PAGES = 9;
function connectChanges(settings, name) {
    const [owner = '', repo = ''] = name.split('/');
    const octokit = (0,world_octokit/* openOctokit */.O)(settings);
    return { ...reading(octokit, { owner, repo }), ...upkeep(octokit) };
}
function reading(octokit, repository) {
    const page = (basehead, number) => (0,github_ask/* ask */.k)(comparisonSchema, () => octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
        ...repository,
        ...{ basehead, page: number, per_page: PER_PAGE },
    })).then(github_ask/* data */.p);
    return {
        async compare(base, head) {
            const basehead = `${base}...${head}`;
            const first = await page(basehead, 1);
            if (!first.ok)
                return first;
            const commits = [...first.value.commits];
            for (const number of furtherPages(first.value.total_commits)) {
                const more = await page(basehead, number);
                if (!more.ok)
                    return more;
                commits.push(...more.value.commits);
            }
            return { ok: true, value: toComparison({ ...first.value, commits }) };
        },
        async pullsOf(sha) {
            const call = () => octokit.request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
                ...repository,
                ...{ commit_sha: sha, per_page: PER_PAGE },
            });
            const answer = (0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(schemas/* array */.YOg(pullSchema), call));
            const own = `${repository.owner}/${repository.repo}`.toLowerCase();
            return mapped(answer, (pulls) => pulls.filter(({ base }) => base.repo.full_name.toLowerCase() === own).map(toPull));
        },
        async releases() {
            const call = () => octokit.request('GET /repos/{owner}/{repo}/releases', { ...repository, per_page: PER_PAGE });
            const answer = (0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(schemas/* array */.YOg(releaseSchema), call));
            return mapped(answer, (releases) => releases.filter(({ draft }) => !draft).map(toRelease));
        },
    };
}
function upkeep(octokit) {
    const issue = ({ owner, repo, number }) => ({ owner, repo, issue_number: number });
    return {
        async search(query) {
            const options = {
                sort: 'created',
                order: 'desc',
                per_page: PER_PAGE,
                advanced_search: 'true',
            };
            const call = () => octokit.request('GET /search/issues', { q: query, ...options });
            return mapped((0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(foundSchema, call)), toFound);
        },
        async addLabels(pull, labels) {
            const call = () => octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
                ...issue(pull),
                labels: [...labels],
            });
            return (0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(schemas/* unknown */.L5J(), call));
        },
        async requestReview({ owner, repo, number }, reviewer) {
            const who = reviewer.kind === 'team' ? { team_reviewers: [reviewer.slug] } : { reviewers: [reviewer.login] };
            const call = () => octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
                ...{ owner, repo, pull_number: number },
                ...who,
            });
            return (0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(schemas/* unknown */.L5J(), call));
        },
        async assign(pull, logins) {
            const call = () => octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
                ...issue(pull),
                assignees: [...logins],
            });
            const answer = (0,github_ask/* data */.p)(await (0,github_ask/* ask */.k)(assignedSchema, call));
            return mapped(answer, ({ assignees }) => (assignees ?? []).map(({ login }) => login));
        },
    };
}
function furtherPages(totalCommits) {
    const last = Math.ceil(totalCommits / PER_PAGE);
    const begin = Math.max(2, last - LAST_PAGES + 1);
    return Array.from({ length: Math.max(0, last - begin + 1) }, (_, index) => begin + index);
}
function mapped(answer, change) {
    return answer.ok ? { ok: true, value: change(answer.value) } : answer;
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
