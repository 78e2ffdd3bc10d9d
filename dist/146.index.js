export const id = 146;
export const ids = [146];
export const modules = {

/***/ 8146:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   closeClaims: () => (/* binding */ closeClaims)
/* harmony export */ });
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8175);
/* harmony import */ var _report_conversation_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(176);
/* harmony import */ var _report_status_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7937);
/* harmony import */ var _thread_claim_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8209);
/* harmony import */ var _thread_conversations_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5785);
/* harmony import */ var _thread_memory_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4702);
/* harmony import */ var _memory_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4871);







const CLOSING = 60_000;
async function closeClaims(world, { claims, reached }, { stage, jobId, unshown }) {
    const read = await (0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .readInputs */ .K)(world, true);
    if (!read.ok || read.inputs.githubToken === undefined)
        return;
    const { inputs } = read;
    const deadline = world.startDeadline(CLOSING);
    const github = await world.openGitHub(inputs.githubToken ?? '', deadline);
    const repository = (0,_memory_js__WEBPACK_IMPORTED_MODULE_4__/* .ownRepository */ .d5)(world.place, github, inputs);
    const came = reachedBy(stage, jobId, reached);
    for (const { thread, nonce } of claims) {
        const conversation = await findConversation(thread, repository);
        if (conversation === undefined)
            continue;
        const outcome = unshown ?? tellLoss(came);
        await closeOne(world, conversation, {
            ...{ nonce, came, outcome },
            ...{ phrase: inputs.phrase, key: (0,_memory_js__WEBPACK_IMPORTED_MODULE_4__/* .threadKey */ .GK)(inputs) },
        });
    }
}
function reachedBy(stage, jobId, saved) {
    if (stage === 'watching' && jobId !== '')
        return { kind: 'job', jobId };
    if (stage === 'sending')
        return { kind: 'sending', ...(jobId !== '' && { jobId }) };
    return saved;
}
async function findConversation(thread, repository) {
    const [name = '', number = ''] = thread.split('#');
    if (name === repository.name.toLowerCase())
        return (0,_thread_conversations_js__WEBPACK_IMPORTED_MODULE_3__/* .conversationIn */ .pc)(repository, Number(number));
    const github = repository.github.elsewhere(name);
    const id = await github.repositoryId();
    return id.ok ? (0,_thread_conversations_js__WEBPACK_IMPORTED_MODULE_3__/* .conversationIn */ .pc)({ ...repository, github, name, id: id.value }, Number(number)) : undefined;
}
async function closeOne(world, conversation, { nonce, came, outcome, phrase, key }) {
    const { github, number } = conversation;
    const { log } = world.runner;
    const listed = await github.comments(number);
    if (!listed.ok)
        return (0,_report_conversation_js__WEBPACK_IMPORTED_MODULE_1__/* .warn */ .R8)(listed, 'The conversation could not be read', log);
    const { items, date } = listed.value;
    const now = date || world.clock.now();
    const view = (0,_thread_claim_js__WEBPACK_IMPORTED_MODULE_5__/* .viewOf */ .du)(items.map((item) => (0,_thread_conversations_js__WEBPACK_IMPORTED_MODULE_3__/* .readComment */ .W3)(item, conversation, key).comment), now);
    const standing = view.standings.find(({ claim }) => claim.nonce === nonce);
    const claim = standing && (0,_thread_memory_js__WEBPACK_IMPORTED_MODULE_6__/* .closeLost */ .bB)(standing, came, now);
    const comment = items.find(({ id }) => id === standing?.id);
    if (comment === undefined || claim === undefined)
        return;
    const occasion = { runUrl: world.place.url, phrase };
    const text = (0,_report_status_js__WEBPACK_IMPORTED_MODULE_2__/* .amendStatus */ ._d)(comment.body, outcome, occasion);
    (0,_report_conversation_js__WEBPACK_IMPORTED_MODULE_1__/* .warn */ .R8)(await github.editComment(comment.id, (0,_thread_conversations_js__WEBPACK_IMPORTED_MODULE_3__/* .withClaim */ .dL)(text, claim, conversation, key)), 'The status comment could not be closed', log);
}
function tellLoss(came) {
    switch (came.kind) {
        case 'claimed':
            return { result: 'interrupted', reason: 'The run was cut off before anything was sent.' };
        case 'sending':
            return {
                result: 'interrupted',
                reason: 'The run was cut off while it asked: whether a job exists is not known. Ask again in a new comment.',
            };
        case 'job':
            return {
                result: 'interrupted',
                reason: `Watching stopped because the run was cut off; job ${came.jobId} goes on.`,
                jobId: came.jobId,
            };
    }
}


/***/ })

};
