import type { Runner } from '../runner/runner.ts';
import { cut, logLine } from '../text/line.ts';

/** What it takes to see which inputs a workflow gives. */
type Given = Pick<Runner, 'input' | 'givenInputs' | 'log'>;

/**
 * Inputs that do nothing by themselves, with the value that asks for nothing: their default in every action.yml, to which a
 * contract test holds it, since the runner does not tell a default from what was given.
 */
export const DEPENDENT_INPUTS = [
  { name: 'when-open', idle: 'skip', without: 'skip-if-open' },
  { name: 'max-open', idle: '1', without: 'skip-if-open' },
  { name: 'poll-interval', idle: 'auto', without: 'wait' },
  { name: 'notify', idle: 'auto', without: 'wait' },
] as const;

/**
 * Settings that would do nothing on any event, in sentences that name them: inputs that are nearly named like one of the
 * action's `schema`, and those that need another one. Any other unknown input is a warning.
 */
export function findIdleInputs(schema: object, runner: Given): string[] {
  return [...findMisspelt(Object.keys(schema), runner), ...findDependent(runner)];
}

/**
 * The runner hands over whatever stands below `with:`, and warns only of what it does not know. A variable of the job like
 * `INPUT_PATH` looks the same, so only a name of several words is surely meant for one of ours.
 */
function findMisspelt(known: readonly string[], runner: Given): string[] {
  const unknown = runner.givenInputs().filter((name) => !known.includes(name));
  return unknown.flatMap((name) => {
    const shown = cut(logLine(name), 100);
    const dashed = name.replaceAll('_', '-');
    const meant = known.find((input) => isWithinOneTypo(dashed, input));
    if (meant?.includes('-')) {
      const alike = `A variable \`INPUT_${shown.toUpperCase()}\` below \`env:\` looks the same.`;
      return [`\`${shown}\` is no input of this action, but \`${meant}\` is: correct the name. ${alike}`];
    }
    const hint = meant === undefined ? '' : ` Is \`${meant}\` meant?`;
    runner.log.warning(`\`${shown}\` is no input of this action, so it does nothing.${hint}`);
    return [];
  });
}

/** Whether the texts are the same but for one letter at most: another one, one more or one less. */
function isWithinOneTypo(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end <= 1;
}

function findDependent(runner: Given): string[] {
  const given = (name: string) => runner.input(name).trim();
  const idle = DEPENDENT_INPUTS.filter(({ name, idle }) => !['', idle].includes(given(name)));
  const alone = idle.filter(({ without }) =>
    without === 'wait' ? given('wait').toLowerCase() === 'false' : given(without) === '',
  );
  return alone.map(({ name, without }) =>
    without === 'wait'
      ? `\`${name}\` does nothing with \`wait: false\`, since nobody watches the job. Leave one of them off.`
      : `\`${name}\` does nothing without \`${without}\`. Give that as well, or leave this off.`,
  );
}
