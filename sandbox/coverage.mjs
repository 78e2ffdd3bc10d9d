// @ts-check
// Records which code of a built action runs in this process. Plain JavaScript, like the preload that loads it.
// NODE_V8_COVERAGE would record five times as much, in every process.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/**
 * Writes what V8 counted from now on when the process ends.
 *
 * @param {string} folder Gets another file, for `c8 report`.
 */
export function recordCoverage(folder) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      // The file is in an unpacked archive. A process that runs several scripts adds a query to its name.
      const result = taken.result.flatMap((file) => {
        const [, name] = /\/dist\/([^/]+\.js)(?:\?.*)?$/.exec(file.url) ?? [];
        return name === undefined ? [] : [{ ...file, url: new URL(`../dist/${name}`, import.meta.url).href }];
      });
      writeFileSync(`${folder}/${process.pid}-${process.hrtime.bigint()}.json`, JSON.stringify({ result }));
    });
  });
}
