// @ts-check
// Which code of a built action runs in this process. Plain JavaScript, as what loads it is. V8 is asked here and not by
// NODE_V8_COVERAGE: Node hands that on to every process, and it tells five times as much.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/**
 * Writes at the end of the process what V8 counted from now on.
 *
 * @param {string} folder Gets one file more, for `c8 report`.
 */
export function recordCoverage(folder) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      // The file is that of an unpacked archive, and a process that runs several scripts adds a query to its name.
      const result = taken.result.flatMap((file) => {
        const [, name] = /\/dist\/([^/]+\.js)(?:\?.*)?$/.exec(file.url) ?? [];
        return name === undefined ? [] : [{ ...file, url: new URL(`../dist/${name}`, import.meta.url).href }];
      });
      writeFileSync(`${folder}/${process.pid}-${process.hrtime.bigint()}.json`, JSON.stringify({ result }));
    });
  });
}
