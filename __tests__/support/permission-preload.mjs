// @ts-check
// Loaded before an action's own code, under Node's permission model. Prints what the permissions refused, even if the code
// handles the refusal.
import diagnostics from 'node:diagnostics_channel';

for (const kind of ['fs', 'child', 'worker', 'addon', 'wasi', 'inspector']) {
  diagnostics.subscribe(`node:permission-model:${kind}`, (message) => {
    const { permission, resource } = /** @type {Record<string, string>} */ (message);
    process.stdout.write(`beyond the permissions: ${permission} ${resource}\n`);
  });
}
