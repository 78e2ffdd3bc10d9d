export const id = 863;
export const ids = [863];
export const modules = {

/***/ 6863:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   splitFrontMatter: () => (/* binding */ splitFrontMatter)
/* harmony export */ });
/* harmony import */ var js_yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3243);

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?\r?\n)?(---[ \t]*(?:\r?\n|$)))?/;
function splitFrontMatter(text) {
    const [head, yaml = '', end] = FRONT_MATTER.exec(text) ?? [];
    if (head !== undefined && end === undefined)
        return 'has front matter that does not end';
    try {
        const [keys = {}, ...more] = (0,js_yaml__WEBPACK_IMPORTED_MODULE_0__/* .loadAll */ .gh)(yaml, { schema: js_yaml__WEBPACK_IMPORTED_MODULE_0__/* .FAILSAFE_SCHEMA */ .uH });
        if (more.length > 0 || keys?.constructor !== Object)
            return 'has front matter that is not a list of keys';
        return { keys: { ...keys }, body: text.slice(head?.length) };
    }
    catch (error) {
        return `has front matter that is not valid YAML (${Object(error).reason ?? error})`;
    }
}


/***/ })

};
