import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from '../agent/agent.ts';
import { writerIn } from '../agent/writer.ts';
import type { Layout } from '../documentation.ts';
import type { TurnPlan } from '../service/working-life.ts';

/** What the agent does, as `--agent` chooses it. */

/** Longer than any `timeout`. */
const SLOW = 6 * 3600;

/** `undefined` for the usual turn. */
export function turnOf(name: string, layout: Layout): Partial<TurnPlan> | undefined {
  const write = writerIn(layout);
  const agent = (more: Agent) => ({ agent: more });
  if (name === 'slow') return { seconds: SLOW };
  if (name === 'nothing') return agent(async () => undefined);
  if (name === 'fails')
    return agent(async () => {
      throw new Error('The agent fails, as `--agent fails` specifies.');
    });
  const [, pages = 1] = /^pages=(\d+)$/.exec(name) ?? [];
  const { folder, extension } = layout;
  const more = Array.from(
    { length: Number(pages) - 1 },
    (_, page) => `${folder}guides/page-${page + 2}.${extension}`,
  );
  const files = name === 'outside' ? ['outside/of-the-documentation.txt'] : more;
  if (files.length === 0) return undefined;
  return agent(async (task) => {
    for (const file of files) {
      const place = path.join(task.checkout, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, `${task.prompt}\n`);
    }
    return write(task);
  });
}
