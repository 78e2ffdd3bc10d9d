import type { Service } from '../service/service.ts';
import { stepsOf, type Workflow, type WorkflowStep } from '../workflow/file.ts';

/** The secrets and variables of the repository in which a workflow is played. */

type Values = Readonly<Record<string, string>>;

export interface Settings {
  /** What the repository has, by name. */
  readonly secrets: Values;
  readonly variables: Values;
  /** What the workflow reads, by name. */
  readonly expected: { readonly secrets: readonly string[]; readonly variables: readonly string[] };
  /** What the workflow reads and the repository lacks. On GitHub, the value is empty. */
  readonly missing: { readonly secrets: readonly string[]; readonly variables: readonly string[] };
}

interface Given {
  /** `NAME` or `NAME=value`. */
  readonly secrets: readonly string[];
  readonly variables: readonly string[];
  readonly service: Service;
  /** The URL of the service. */
  readonly url: string;
  /** The value of secrets that are not the service's key. */
  readonly token: string;
}

/** The repository has the settings of README.md, and those of the command line. */
export function settingsOf(workflow: Workflow, given: Given): Settings {
  const { service, url, token } = given;
  const ofPlace = { 'base-url': url, 'api-key': service.key, 'project-id': service.projectId };
  const read = (list: readonly string[], context: 'secrets' | 'vars', other: string) =>
    Object.fromEntries(
      list.map((entry) => {
        const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(entry) ?? [];
        const place = placesOf(workflow).find(([, template]) => namesIn(template, context).some(same(name)));
        return [name, value ?? (place === undefined ? other : ofPlace[place[0]])];
      }),
    );
  // The caller of a reusable workflow gives its secrets.
  const called = Object.keys(workflow.on['workflow_call']?.secrets ?? {});
  const named = read([...called, ...given.secrets], 'secrets', token);
  const secrets = { DOCS_API_KEY: service.key, DOCS_THREAD_SECRET: token, ...named };
  const variables = {
    DOCS_API_URL: url,
    DOCS_PROJECT_ID: service.projectId,
    ...read(given.variables, 'vars', 'set'),
  };
  const text = JSON.stringify(workflow);
  const expected = {
    secrets: namesIn(text, 'secrets').filter((name) => name.toUpperCase() !== 'GITHUB_TOKEN'),
    variables: namesIn(text, 'vars'),
  };
  const lacks = (values: Values) => (name: string) => !Object.keys(values).some(same(name));
  const missing = {
    secrets: expected.secrets.filter(lacks(secrets)),
    variables: expected.variables.filter(lacks(variables)),
  };
  return { secrets, variables, expected, missing };
}

type Place = 'base-url' | 'api-key' | 'project-id';
const PLACES: readonly Place[] = ['base-url', 'api-key', 'project-id'];

/** The URL, key and project of the service in each step. */
function placesOf(workflow: Workflow): [Place, string][] {
  const given = ({ with: inputs = {} }: WorkflowStep) =>
    PLACES.flatMap((name): [Place, string][] => (name in inputs ? [[name, String(inputs[name])]] : []));
  return stepsOf(workflow).flatMap(given);
}

/** Compares names of secrets or variables, which are case-insensitive on GitHub. */
function same(name: string): (other: string) => boolean {
  return (other) => other.toUpperCase() === name.toUpperCase();
}

/** The names after `secrets.` or `vars.` in expressions, each once. */
function namesIn(text: string, context: 'secrets' | 'vars'): string[] {
  const found = text.matchAll(new RegExp(`\\b${context}(?:\\.([\\w-]+)|\\['([^']+)'\\])`, 'gi'));
  return [...new Set([...found].flatMap(([, plain, quoted]) => plain ?? quoted ?? []))];
}
