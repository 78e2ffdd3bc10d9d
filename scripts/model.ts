/**
 * Searches all interleavings of the thread protocol with larger bounds than the tests do (docs/threads.md). Scenarios
 * can be named by a part of their name.
 */
import { explore } from '../__tests__/thread/model/explore.ts';
import { LARGE, SMALL } from '../__tests__/thread/model/scenarios.ts';

const [part = ''] = process.argv.slice(2);
for (const [name, scenario] of Object.entries({ ...SMALL, ...LARGE })) {
  if (!name.includes(part)) continue;
  const begin = performance.now();
  const { states, ends, broken } = explore(scenario);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${name}: ${states} states, ${ends} ends, ${seconds} s${broken ? `: ${broken.law}` : ''}`);
  if (broken === undefined) continue;
  console.log(broken.story.map((line) => `  ${line}`).join('\n'));
  process.exitCode = 1;
}
