export const id=353;export const ids=[353];export const modules={9353:((module,__unused_webpack_exports,__webpack_require__)=>{module.exports=__webpack_require__(8016)})};
