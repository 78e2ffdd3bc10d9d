import { type SoakedForms, soakForms } from './forms.ts';
import type { Finding } from './harness.ts';
import { soakThread } from './thread.ts';

export interface SoakOptions {
  /** The same options give the same soak. */
  readonly seed: string;
  /** The number of requests without a thread. */
  readonly runs: number;
  /** The number of threads with several requests. */
  readonly threads: number;
  /** The number of services that are used in parallel. */
  readonly lanes: number;
}

/** Runs the built action many times with faults, and compares the runs with the service's records. */
export async function soak({ seed, runs, threads, lanes }: SoakOptions): Promise<SoakedForms> {
  const share = (count: number, lane: number) => Math.floor((count + lane) / lanes);
  const ends = await Promise.all(
    Array.from({ length: lanes }, async (_unused, lane) => {
      const forms = await soakForms(`${seed} ${lane}`, share(runs, lane));
      const findings: Finding[] = [...forms.findings];
      for (let number = 1; number <= share(threads, lane); number += 1)
        findings.push(...(await soakThread(`${seed} ${lane} thread ${number}`)));
      return { ...forms, findings };
    }),
  );
  return {
    runs: ends.flatMap((lane) => lane.runs),
    requests: ends.flatMap((lane) => lane.requests),
    findings: ends.flatMap((lane) => lane.findings),
  };
}
