/** Records which code of the built actions runs in this process. NODE_V8_COVERAGE would record all that the tests load, too. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/** Starts, and returns what writes a file for `c8 report`: all that ran since the last one. */
export function recordCoverage(folder: string): () => void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return () =>
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      // The bundle is in an unpacked archive.
      const result = taken.result.flatMap((file) => {
        const [, name] = /\/dist\/([^/]+\.js)$/.exec(file.url) ?? [];
        return name === undefined
          ? []
          : [{ ...file, url: new URL(`../../dist/${name}`, import.meta.url).href }];
      });
      writeFileSync(`${folder}/${process.pid}-${process.hrtime.bigint()}.json`, JSON.stringify({ result }));
    });
}
