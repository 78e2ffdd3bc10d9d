// Replaces the library with the copy that `environment.ts` shares between test files.
module.exports = Reflect.get(globalThis, 'libraries').mini;
