export const id = 924;
export const ids = [924];
export const modules = {

/***/ 7924:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findFiles: () => (/* binding */ findFiles)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _actions_glob__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2377);


async function findFiles(root, patterns) {
    const globber = await (0,_actions_glob__WEBPACK_IMPORTED_MODULE_1__/* .create */ .v)(patterns.map((pattern) => below(root, pattern)).join('\n'), {
        followSymbolicLinks: false,
        matchDirectories: false,
    });
    const found = await globber.glob();
    return found.map((path) => (0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(root, path).split(node_path__WEBPACK_IMPORTED_MODULE_0__.sep).join('/')).sort();
}
function below(root, pattern) {
    const [, negation = '', rest = ''] = /^(!*)\s*(.*)$/.exec(pattern.trim()) ?? [];
    const path = rest.split('/').filter((part) => part !== '.');
    return `${negation}${root.replace(/[[?*]/g, '[$&]')}/${path.join('/')}`;
}


/***/ })

};
