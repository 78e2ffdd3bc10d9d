/**
 * Removes what nothing here reads, a fifth of what `npm ci` installs: other descriptions of GitHub's API, Node's headers, a
 * loader of TypeScript, and source maps. Written for any Node that npm supports.
 */
const { readdirSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const packages = join(root, 'node_modules');
const READ = require.resolve('@octokit/openapi/generated/api.github.com.json');
const examples = join(packages, '@octokit/webhooks-examples');
const loaders = join(packages, '@vercel/ncc/dist/ncc/loaders');

const unread = [
  ...readdirSync(dirname(READ)).map((name) => join(dirname(READ), name)),
  ...readdirSync(examples).flatMap((name) => (/^ghes-/.test(name) ? join(examples, name) : [])),
  ...readdirSync(packages).flatMap((name) => (/^node-/.test(name) ? join(packages, name, 'include') : [])),
  ...readdirSync(loaders).flatMap((name) =>
    /^(?:ts-loader|typescript)/.test(name) ? join(loaders, name) : [],
  ),
  ...readdirSync(packages, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    /\.js\.map$/.test(name) ? join(packages, name) : [],
  ),
].filter((path) => path !== READ);

for (const path of unread) rmSync(path, { recursive: true, force: true });
