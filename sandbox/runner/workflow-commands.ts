/**
 * Parser for the commands that an action prints: `::warning title=T::text` and the older `##[warning]text`.
 *
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export interface WorkflowCommand {
  /** In lower case. */
  readonly name: string;
  /** With names in lower case. */
  readonly properties: ReadonlyMap<string, string>;
  readonly data: string;
}

const KNOWN = new Set([
  ...['add-mask', 'add-matcher', 'remove-matcher', 'add-path', 'set-env', 'set-output', 'save-state'],
  ...['debug', 'notice', 'warning', 'error', 'echo', 'group', 'endgroup', 'stop-commands'],
]);

type Escapes = ReadonlyArray<readonly [code: string, character: string]>;

// The percent sign comes last: otherwise, `%250A` would become a line feed.
const DATA: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];
const PROPERTY: Escapes = [['%3A', ':'], ['%2C', ','], ...DATA];
const OLD: Escapes = [['%3B', ';'], ['%5D', ']'], ...DATA];

function decode(text: string, escapes: Escapes): string {
  return escapes.reduce((result, [code, character]) => result.replaceAll(code, character), text);
}

function readProperties(text: string, separator: string, escapes: Escapes): Map<string, string> {
  const properties = new Map<string, string>();
  for (const property of text.split(separator)) {
    const equals = property.indexOf('=');
    if (equals <= 0 || equals === property.length - 1) continue;
    properties.set(property.slice(0, equals).toLowerCase(), decode(property.slice(equals + 1), escapes));
  }
  return properties;
}

function command(
  info: string,
  data: string,
  form: { separator: string; property: Escapes; data: Escapes },
): WorkflowCommand | undefined {
  const space = info.indexOf(' ');
  const name = (space < 0 ? info : info.slice(0, space)).toLowerCase();
  if (!KNOWN.has(name)) return undefined;
  const properties = space < 0 ? '' : info.slice(space + 1).trim();
  return {
    name,
    properties: readProperties(properties, form.separator, form.property),
    data: decode(data, form.data),
  };
}

/** Reads a command in a line of output. Returns `undefined` for other lines. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  // Only white space can precede the new form. The old form can be anywhere in the line.
  const trimmed = line.trimStart();
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1;
  if (end >= 0) {
    const form = { separator: ',', property: PROPERTY, data: DATA };
    const found = command(trimmed.slice(2, end), trimmed.slice(end + 2), form);
    if (found) return found;
  }
  const start = line.indexOf('##[');
  const bracket = start < 0 ? -1 : line.indexOf(']', start);
  if (bracket < 0) return undefined;
  const form = { separator: ';', property: OLD, data: OLD };
  return command(line.slice(start + 3, bracket), line.slice(bracket + 1), form);
}
