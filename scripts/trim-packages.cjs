/** Removes what nothing here reads of two packages, 390 MB, after `npm ci`. Written for any Node. */
const { readdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** Each with the one file that is read. */
const FOLDERS = ['@octokit/openapi/generated/api.github.com.json', 'figlet/importable-fonts/Standard.js'];

for (const file of FOLDERS.map((path) => require.resolve(path)))
  for (const name of readdirSync(dirname(file)))
    if (!file.endsWith(name)) rmSync(join(dirname(file), name), { recursive: true });
