/** Removes the descriptions of GitHub's API that nothing here reads, 370 MB, after `npm ci`. Written for any Node. */
const { readdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

const KEPT = 'api.github.com.json';
const folder = dirname(require.resolve(`@octokit/openapi/generated/${KEPT}`));
for (const name of readdirSync(folder))
  if (name.endsWith('.json') && name !== KEPT) rmSync(join(folder, name));
