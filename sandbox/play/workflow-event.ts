import type { EventChoice, Person } from '../command-line.ts';
import { eventsOf } from '../github/events.ts';
import type { WebhookEvent } from '../github/payloads.ts';
import { type Role, type Thread, userOf } from '../github/store.ts';
import { merge, mergeSomething } from '../merge-play.ts';
import type { RunContext } from '../runner/environment.ts';
import type { Workflow } from '../workflow/file.ts';
import type { Stage } from './stage.ts';

/** The event that starts a workflow, as `--event` and `--as` choose it. */

const MINUTE = 60_000;
const PROMPT = 'Rewrite the quickstart for v2';

const PEOPLE: Readonly<Record<Person, { readonly login: string; readonly role: Role }>> = {
  writer: { login: 'ann', role: 'write' },
  triager: { login: 'tom', role: 'triage' },
  reader: { login: 'rob', role: 'read' },
};

export interface CausedEvent {
  readonly event: WebhookEvent;
  readonly context: Partial<RunContext>;
  /** The event in words. */
  readonly description: string;
  /** The context `inputs`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The issue or pull request of the event. */
  readonly thread?: Thread;
}

interface EventOptions extends EventChoice {
  readonly by: Person;
  /** The issue of an earlier event. */
  readonly thread?: Thread | undefined;
}

export async function causeEvent(
  stage: Stage,
  workflow: Workflow,
  options: EventOptions,
): Promise<CausedEvent> {
  const { sandbox, repository } = stage;
  const { github } = sandbox;
  const { login, role } = PEOPLE[options.by];
  github.addMember(repository.fullName, login, role);
  const sender = userOf(github.store, login);
  const events = eventsOf({ github, repository: repository.fullName });
  const context = { actor: login, triggeringActor: login, actorId: String(sender.id) };
  const person = `by ${login}, with the role ${role}`;

  switch (options.cause) {
    case 'comment': {
      const thread = options.thread ?? stage.issue();
      if (thread !== options.thread) await sandbox.time.sleep(MINUTE);
      const body = options.words || `/docs ${PROMPT}`;
      const { event } = stage.comment(login, thread, body);
      return { event, context, description: `comment ${person}: ${body}`, inputs: {}, thread };
    }
    case 'label': {
      const thread = options.thread ?? stage.issue();
      const name = options.words || expectedLabel(workflow);
      const event = events.issue(thread, 'labeled', sender, (payload) => {
        payload.label = { ...payload.label, name };
      });
      return { event, context, description: `label "${name}" ${person}`, inputs: {}, thread };
    }
    case 'schedule': {
      const [{ cron = '17 5 * * 1' } = {}] = scheduleOf(workflow);
      const event = events.schedule(cron);
      return { event, context, description: `schedule "${cron}"`, inputs: {} };
    }
    case 'push': {
      const { event, pull, after } = await mergeSomething(sandbox, repository, login);
      const merged = { ...context, sha: after };
      return {
        event,
        context: merged,
        description: `push to main ${person}: #${pull.number} is merged`,
        inputs: {},
        thread: pull,
      };
    }
    case 'merge': {
      const { event, pull, after } = await merge(sandbox, repository, {
        pull: stage.pull(),
        method: 'merge',
        by: login,
      });
      const merged = { ...context, sha: after };
      const description = `push to main ${person}: the agent's pull request #${pull.number} is merged`;
      return { event, context: merged, description, inputs: {}, thread: pull };
    }
    case 'dispatch': {
      const inputs = fillForm(workflow, options.words || PROMPT);
      const texts = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
      const filled = Object.entries(texts).map(([name, value]) => `${name}: ${value}`);
      const event = events.dispatch(sender, texts);
      return { event, context, description: [`form ${person}`, ...filled].join('\n'), inputs };
    }
  }
}

/** The label that a condition of the workflow names. */
function expectedLabel(workflow: Workflow): string {
  return /label\.name\s*==\s*'([^']+)'/.exec(JSON.stringify(workflow))?.[1] ?? 'documentation';
}

function scheduleOf({ on }: Workflow): readonly { readonly cron?: string }[] {
  const { schedule } = on;
  return Array.isArray(schedule) ? schedule : [];
}

/** The form's defaults, and the words in `prompt` or in the first required input. */
function fillForm({ on }: Workflow, words: string): Record<string, unknown> {
  const form = Object.entries(on['workflow_dispatch']?.inputs ?? {});
  const open = form.filter(([, input]) => input?.required && input.default === undefined);
  const [target] = form.find(([name]) => name === 'prompt') ?? open[0] ?? [];
  return Object.fromEntries(
    form.map(([name, input]) => [name, name === target ? words : (input?.default ?? '')]),
  );
}
