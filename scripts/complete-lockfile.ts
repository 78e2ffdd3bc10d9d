/**
 * Completes `package-lock.json` after `npm install`. npm leaves a platform's package out when the registry did not offer
 * it where the file was written, and `npm ci` then refuses the file everywhere. The entries that are added name package,
 * version and platform, so that each machine takes its own and passes over the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Entry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> };

function platformOf(name: string) {
  const parts = name.split('/').at(-1)?.split('-') ?? [];
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} names no platform`);
  const libc = parts.includes('musl') ? ['musl'] : parts.includes('gnu') ? ['glibc'] : undefined;
  return { os, cpu, ...(libc && { libc }) };
}

const missing = Object.values(lock.packages)
  .flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}))
  .filter(([name]) => lock.packages[`node_modules/${name}`] === undefined);

for (const [name, version] of missing) {
  lock.packages[`node_modules/${name}`] = {
    version,
    dev: true,
    optional: true,
    ...platformOf(name),
  } as Entry;
}

const sorted = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${missing.length} entries were added.`);
