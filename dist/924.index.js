export const id = 924;
export const ids = [924];
export const modules = {

/***/ 7924:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findFiles: () => (/* binding */ findFiles)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var picomatch_posix_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8016);



function findFiles(root, patterns) {
    const rules = patterns.map(readRule);
    const bases = rules.filter(({ negative }) => !negative).map(({ base }) => base);
    const paths = new Set(bases.flatMap((base) => listFiles(root, base)));
    const found = (path) => rules.findLast(({ matches }) => matches(path))?.negative === false;
    return [...paths].filter(found).sort();
}
function readRule(pattern) {
    const [, negation = '', rest = ''] = /^(!*)\s*(?:\.\/+)*(.*?)\/*$/.exec(pattern.trim()) ?? [];
    const matches = picomatch_posix_js__WEBPACK_IMPORTED_MODULE_2__([rest, `${rest}/**`], { dot: true, nonegate: true });
    return { negative: negation.length % 2 === 1, base: picomatch_posix_js__WEBPACK_IMPORTED_MODULE_2__.scan(rest, { unescape: true }).base, matches };
}
function listFiles(root, base) {
    const place = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, base);
    const known = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(place, { throwIfNoEntry: false });
    if (known === undefined)
        return [];
    if (!known.isDirectory())
        return [base];
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(place).flatMap((name) => listFiles(root, node_path__WEBPACK_IMPORTED_MODULE_1__.posix.join(base, name)));
}


/***/ })

};
