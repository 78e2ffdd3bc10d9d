// @ts-check
// Loaded before an action's own code where Node's permission model holds: prints what was tried beyond the permissions, also
// when the code gets over it.
import diagnostics from 'node:diagnostics_channel';

for (const kind of ['fs', 'child', 'worker', 'addon', 'wasi', 'inspector']) {
  diagnostics.subscribe(`node:permission-model:${kind}`, (message) => {
    const { permission, resource } = /** @type {Record<string, string>} */ (message);
    process.stdout.write(`beyond the permissions: ${permission} ${resource}\n`);
  });
}
