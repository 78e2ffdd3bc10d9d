/**
 * Replaces what needs the network: an action of another author or, with a name as the first argument, a command. Records its
 * name and inputs. `gh auth token` and `gh api` work, the latter with the sandbox's GitHub. `gh pr view` counts one
 * check.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';

const { RECORD = '', GITHUB_API_URL = '', GITHUB_ACTION_REPOSITORY, GH_TOKEN } = process.env;
const [command, ...args] = process.argv.slice(2);
const inputs = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('INPUT_'))
    .map(([name, value]) => [name.slice('INPUT_'.length).toLowerCase(), value]),
);
const file = command === undefined && inputs['path'] ? readFileSync(inputs['path'], 'utf8') : '';
const record = { name: command ?? GITHUB_ACTION_REPOSITORY, inputs, file };
appendFileSync(RECORD, `${JSON.stringify(record)}\n`);

if (command === 'gh' && args[0] === 'auth') console.log(GH_TOKEN);
if (command === 'gh' && args[1] === 'view') console.log(1);
if (command === 'gh' && args[0] === 'api') {
  const url = new URL(`${GITHUB_API_URL}/${args.find((arg) => arg.includes('/'))}`);
  for (const arg of args.filter((_, index) => args[index - 1] === '-f')) {
    const [, name = '', value = ''] = /^(.*?)=(.*)$/s.exec(arg) ?? [];
    url.searchParams.set(name, value);
  }
  const filter = args[args.indexOf('--jq') + 1] ?? '';
  for (let next = url.href; next !== ''; ) {
    const answer = await fetch(next, { headers: { authorization: `Bearer ${GH_TOKEN}` } });
    const body = await answer.text();
    process.stdout.write(args.includes('--jq') ? execFileSync('jq', ['-r', filter], { input: body }) : body);
    process.exitCode = answer.ok ? 0 : 1;
    const [, following = ''] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    next = args.includes('--paginate') ? following : '';
  }
}
