import type { GitHub } from '../github/github.ts';
import type { Failure } from '../http/failure.ts';
import {
  type Asking,
  type Decision,
  decide,
  type GateRules,
  type Lookup,
  levelOf,
  loginToLookUp,
} from './gate.ts';

/** Asks GitHub what it has to, and decides whether the request may be acted on. */
export async function admit(asking: Asking, rules: GateRules, github: GitHub | undefined): Promise<Decision> {
  const login = loginToLookUp(asking, rules);
  return decide(asking, rules, login === undefined ? undefined : await lookUp(login, asking, github));
}

async function lookUp(login: string, { sender }: Asking, github: GitHub | undefined): Promise<Lookup> {
  if (github === undefined) return { kind: 'unknown', why: '`github-token` is empty' };
  const answer = await github.permission(login);
  if (!answer.ok) return { kind: 'unknown', why: whyNot(answer.failure) };
  return sender === undefined ? { kind: 'unknown', why: 'nobody is named' } : levelOf(answer.value, sender);
}

function whyNot({ status, message }: Failure): string {
  if (status === 404) return 'GitHub knows no such account in this repository';
  return status === 403 ? `the token may not ask for it (${message})` : message;
}
