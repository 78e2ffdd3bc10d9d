// @ts-check
// Loaded before the bundle. When the process ends, it records which files and modules of Node `dist/` loaded.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** @type {Set<string>} */
const loaded = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [, file] = /\/dist\/(.*)$/.exec(resolved.url) ?? [];
    if (file !== undefined) loaded.add(file);
    else if (context.parentURL?.includes('/dist/')) loaded.add(resolved.url);
    return resolved;
  },
});
process.on('exit', () => appendFileSync(process.env['LOADED'] ?? '', `${[...loaded].sort().join(' ')}\n`));
