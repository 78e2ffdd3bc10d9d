import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Agent } from './agent.ts';

/** How long a command may take, in real milliseconds. */
const LONGEST = 10 * 60_000;

/**
 * An agent that is any command line of a shell: it runs in the checkout, gets the prompt on standard input, and
 * knows from `AGENT_TURN` (1, 2, ...) whether it continues earlier work. An exit code other than 0 is a failure.
 */
export function commandAgent(command: string, longest = LONGEST): Agent {
  return async ({ checkout, prompt, earlier }) => {
    const child = spawn(command, {
      cwd: checkout,
      shell: true,
      // A process group of its own, so that what it starts can be ended with it.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, AGENT_TURN: String(earlier.length + 1) },
    });
    const timer = setTimeout(() => endGroup(child.pid), longest);
    // A command that doesn't read its input is fine.
    child.stdin.on('error', () => {});
    child.stdin.end(prompt);
    try {
      const [problem] = await Promise.all([text(child.stderr), once(child, 'close')]);
      if (child.exitCode === 0) return;
      const words = problem.trim().slice(0, 500);
      throw new Error(`The agent ended with ${child.exitCode ?? child.signalCode}${words && `: ${words}`}`);
    } finally {
      clearTimeout(timer);
      endGroup(child.pid);
    }
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}
