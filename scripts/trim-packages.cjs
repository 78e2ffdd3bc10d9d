/** Removes what nothing here reads of a package with hundreds of megabytes, after `npm ci`. Written for any Node. */
const { readdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

const READ = require.resolve('@octokit/openapi/generated/api.github.com.json');

for (const name of readdirSync(dirname(READ)))
  if (!READ.endsWith(name)) rmSync(join(dirname(READ), name), { recursive: true });
