import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Agent } from './agent.ts';

/** How long a command may take, in real milliseconds. */
const LONGEST = 10 * 60_000;

/**
 * Runs a shell command as the agent, in the checkout and with the prompt on standard input. `AGENT_TURN` is the number of
 * the turn, from 1. An exit code other than 0 is a failure.
 */
export function commandAgent(command: string, longest = LONGEST): Agent {
  return async ({ checkout, prompt, earlier }) => {
    const child = spawn(command, {
      cwd: checkout,
      shell: true,
      // Its own process group, so that its children can be killed with it.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, AGENT_TURN: String(earlier.length + 1) },
    });
    const timer = setTimeout(() => endGroup(child.pid), longest);
    // The command doesn't have to read its input.
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
    // All processes of the group have ended.
  }
}
