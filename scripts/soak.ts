/**
 * Runs the built action 1,000 times with random faults, and plays 100 threads of requests. Checks with the service's records
 * that no job was created twice and none was lost. `npm run soak -- <runs> <seed>`: the same seed gives the same soak.
 */
import { randomUUID } from 'node:crypto';
import type { SoakedForms } from '../sandbox/soak/forms.ts';
import { soak } from '../sandbox/soak/soak.ts';
import { table } from '../sandbox/terminal.ts';

const LANES = 8;
const [, , runs = '1000', seed = randomUUID()] = process.argv;
const threads = Math.round(Number(runs) / 10);

function show({ runs, requests, findings }: SoakedForms, seconds: number): string {
  const tasks = (kind: string) => runs.filter(({ task }) => task === kind).length;
  const found = (kind: string) => findings.filter((finding) => finding.kind === kind).length;
  const results = Object.entries(Object.groupBy(runs, ({ outputs }) => outputs['result'] ?? 'killed'));
  return table([
    ['seed', seed],
    ['runs', `${runs.length} (${results.map(([name, of]) => `${of?.length} ${name}`).join(', ')})`],
    ['threads', String(threads)],
    ['jobs requested', String(tasks('create'))],
    ['messages requested', String(tasks('message'))],
    ['duplicates', String(found('duplicate'))],
    ['lost jobs', String(found('lost job'))],
    ['lost links', String(found('lost link'))],
    ['wrong words', String(found('wrong words'))],
    ['requests without an end', String(found('no end'))],
    ['leaks', String(found('leak'))],
    ['stuck', String(found('stuck'))],
    ['requests', `${requests.length}, ${requests.filter(({ fault }) => fault).length} of them met a fault`],
    ['duration', `${seconds} s`],
  ]);
}

const begun = performance.now();
const soaked = await soak({ seed, lanes: LANES, runs: Number(runs), threads });
console.log(show(soaked, Math.round((performance.now() - begun) / 1000)));
for (const { kind, prompt, what } of soaked.findings) console.log(`${kind}: ${prompt}: ${what}`);
if (soaked.findings.length > 0) process.exitCode = 1;
