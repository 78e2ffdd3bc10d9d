/**
 * The costs of the actions: start, waiting, bytes. `npm run bench` measures all parts, and writes the tables into
 * docs/performance.md. With names of parts, it measures only these, and writes nothing. Medians of interleaved runs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureBytes } from './bench/bytes.ts';
import type { Section } from './bench/figures.ts';
import { measureStart } from './bench/start.ts';
import { measureWaiting } from './bench/waiting.ts';

const RUNS = 25;
const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const [BEGIN, END] = ['<!-- npm run bench -->', '<!-- end of npm run bench -->'];

const PARTS: Readonly<Record<string, () => Section | Promise<Section>>> = {
  start: () => measureStart(RUNS),
  waiting: measureWaiting,
  bytes: measureBytes,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(PARTS).join(', ')}.`);

const sections: Section[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const section = await measure();
  console.log(`${section.markdown}\n`);
  sections.push(section);
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const machine = `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
const source = `Measured by \`npm run bench\`, medians of ${RUNS} interleaved runs: ${new Date().toISOString().slice(0, 10)}, version ${version}, Node ${process.versions.node}, ${machine}.`;
const missed = sections.flatMap((section) => section.missed);
const verdict = missed.length === 0 ? 'All targets are met.' : `Missed targets: ${missed.join('; ')}.`;
console.log(`${source}\n\n${verdict}`);

if (chosen.length === 0) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = [page.split(BEGIN)[0], page.split(END)[1]];
  if (before === undefined || rest === undefined) throw new Error(`${PAGE} has no place for the tables`);
  const tables = sections.map(({ markdown }) => markdown).join('\n\n');
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tables}\n\n${source} ${verdict}\n\n${END}${rest}`);
}
