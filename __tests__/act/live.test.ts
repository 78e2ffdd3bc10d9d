/** live.yml under act, so that it works when it meets github.com: a person's token starts a run for each comment. */
import { expect, test } from '@jest/globals';
import type { Fault } from '../../sandbox/faults/script.ts';
import { userOf } from '../../sandbox/github/store.ts';
import { LIVE, openScene, type Running } from './scene.ts';

test('live.yml sees what the simulated GitHub does, and closes what it opened', async () => {
  let turns = 0;
  // The fourth turn still works when its run is cancelled.
  await using scene = await openScene(5, () => ({ seconds: ++turns === 4 ? 900 : 5 }));
  const { sandbox, repository, events } = scene;
  const { github } = sandbox;
  const permissions = { issues: 'write', contents: 'read' } as const;
  const tokens = { LIVE_WRITER_TOKEN: 'ghp_writer', LIVE_READER_TOKEN: 'ghp_reader' };
  for (const [login, token] of [
    ['ann', tokens.LIVE_WRITER_TOKEN],
    ['eve', tokens.LIVE_READER_TOKEN],
  ] as const)
    github.addToken(token, { login, repositories: [repository.fullName], permissions });
  let newest: Promise<Running> | undefined;
  const cancel: Fault = {
    name: 'cancel of a run',
    async act(exchange) {
      await exchange.receive();
      (await newest)?.cancel();
      await exchange.send({
        status: 202,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{}'),
      });
    },
  };
  github.faults.next({ method: 'POST', path: /\/cancel$/ }, cancel);

  const played = scene.start(LIVE, events.dispatch(userOf(github.store, 'ann'), {}), tokens);
  const ended = played.then((running) => running.ended);
  const seen = new Set<number>();
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  // GitHub starts a run for each comment of a person, here one after the other like its queue.
  while (!isOver) {
    const comment = repository.comments.find(
      ({ id, user }) => !seen.has(id) && ['ann', 'eve'].includes(user.login),
    );
    if (comment === undefined) {
      await sandbox.time.sleep(1000);
      continue;
    }
    seen.add(comment.id);
    const thread = repository.threads.get(comment.thread);
    if (thread === undefined) throw new Error('The comment is on no issue.');
    newest = scene.start(LIVE, events.comment(thread, comment, 'created'));
    await (await newest).ended;
  }
  const { log } = await ended;
  const rows = [...log.matchAll(/\| (\| .* \|)$/gm)].map(([, row = '']) => row);
  // act ends the steps that follow a cancelled one.
  const others = rows.slice(2).filter((row) => !row.endsWith('| holds |'));
  expect(others).toEqual(['| The outputs of a cancelled run | interrupted |  | not seen |']);
  expect([...repository.threads.values()].filter(({ state }) => state === 'open')).toEqual([]);
});
