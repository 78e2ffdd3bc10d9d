import { stepsOf, type Workflow } from '../workflow/file.ts';
import { placesOf, type Settings } from './workflow-settings.ts';

/** What the author of a workflow still has to do. Each rule is a function, and returns one line or none. */

export interface Advised {
  readonly workflow: Workflow;
  readonly settings: Settings;
}

export function adviceFor(advised: Advised): string[] {
  return [repositoryAdvice, hostAdvice].flatMap((rule) => rule(advised) ?? []);
}

export function repositoryAdvice({ workflow }: Advised): string | undefined {
  const left = stepsOf(workflow).some(({ uses }) => uses?.startsWith('OWNER/REPO'));
  return left ? 'Replace `OWNER/REPO` with the repository of this action.' : undefined;
}

export function hostAdvice({ workflow }: Advised): string | undefined {
  const [url] = placesOf(workflow).flatMap(([name, value]) =>
    name === 'base-url' && /^https:/i.test(value) ? [value] : [],
  );
  return url && `The sandbox's service replaced ${url}. Check that host yourself.`;
}
