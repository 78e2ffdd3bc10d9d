import type { Request } from './event/request.ts';
import type { Ports } from './ports.ts';

export type ActionName = 'run' | 'visitors' | 'collect' | 'release-check';

export interface Action {
  main(ports: Ports, request: Request): Promise<ActionResult>;
  /** Finishes what a main phase that was cut off left behind. */
  post?(ports: Ports): Promise<void>;
}

/** The result of a main phase, which `main.ts` writes. */
export interface ActionResult {
  readonly outputs: Readonly<Record<string, string>>;
  /** Outputs that the log must not show, since the log of a public repository is public. */
  readonly hidden?: readonly string[];
  /** The body of a comment that the main step couldn't write. The post step tries again. */
  readonly unwritten?: string | undefined;
  readonly warnings: readonly string[];
  /** The last line of the log. */
  readonly reason: string;
  /** A notice is also an annotation of the run; an error fails the step. By default, the result decides. */
  readonly level?: 'info' | 'notice' | 'error';
  readonly summary: string;
}
