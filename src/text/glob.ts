/** One character of a name, as a part of a glob. */
interface Part {
  fits(sign: string): boolean;
  /** Also in the place of no character; `start` only where the name of a file or folder begins. */
  readonly optional: boolean | 'start';
  readonly repeats: boolean;
}

/** A backslash makes the next sign an ordinary character. */
const TOKEN =
  /(?<folders>(?<![^/])\*{2,}\/)|(?<any>\*{2,})|(?<star>\*)|(?:\[(?<list>[^\]]+)\]|(?:\\(?=[^\p{L}\p{N}]))?(?<plain>.))(?<times>[?+])?/gsu;

/**
 * Whether the last of the globs that fits a name has no `!`. The globs are those of GitHub's filters.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchGlobs(globs: readonly string[]): Globs {
  const rules = globs.map((glob) => ({
    includes: !glob.startsWith('!'),
    parts: readParts(glob.replace(/^!\s*/, '')),
  }));
  const fits = (name: string) => rules.findLast(({ parts }) => matches(parts, name))?.includes === true;
  return Object.assign(fits, { globs });
}

export type Globs = ((name: string) => boolean) & { readonly globs: readonly string[] };

/** Like {@link matchGlobs}, but the only sign is `*`, for any characters, and letter case doesn't matter. */
export function matchWords(words: string): (text: string) => boolean {
  const glob = words.toLowerCase().replace(/[^\p{L}\p{N}*]/gu, '\\$&');
  const fits = matchGlobs([glob.replace(/\*+/g, '**')]);
  return (text) => fits(text.toLowerCase());
}

function readParts(glob: string): Part[] {
  return [...glob.matchAll(TOKEN)].flatMap(({ groups = {} }) => {
    const { folders, any, star, list, plain, times } = groups;
    // `docs/**/a.md` also matches `docs/a.md`.
    if (folders !== undefined) return [ANY, { fits: () => false, optional: 'start', repeats: false }];
    if (any !== undefined) return [ANY];
    if (star !== undefined) return [{ ...ANY, fits: (sign) => sign !== '/' }];
    const fits: Part['fits'] = list === undefined ? (sign) => sign === plain : oneOf(list);
    return [{ fits, optional: times === '?', repeats: times === '+' }];
  });
}

const ANY: Part = { fits: () => true, optional: true, repeats: true };

/** One of the characters, and of ranges like `a-z`. */
function oneOf(list: string): Part['fits'] {
  const ranges = [...list.matchAll(/(.)(?:-(.))?/gsu)];
  return (sign) => ranges.some(([, first = '', last = first]) => first <= sign && sign <= last);
}

/** In time that grows as parts × characters: reads each character once, and knows which parts may be next. */
function matches(parts: readonly Part[], name: string): boolean {
  let isNext = skipOptional(parts, [true], true);
  for (const sign of name) {
    const after: boolean[] = [];
    parts.forEach(({ fits, repeats }, index) => {
      if (isNext[index] !== true || !fits(sign)) return;
      after[index] ||= repeats;
      after[index + 1] = true;
    });
    isNext = skipOptional(parts, after, sign === '/');
  }
  return isNext[parts.length] === true;
}

function skipOptional(parts: readonly Part[], isNext: boolean[], atStart: boolean): boolean[] {
  parts.forEach(({ optional }, index) => {
    if (isNext[index] === true && (optional === true || (optional === 'start' && atStart)))
      isNext[index + 1] = true;
  });
  return isNext;
}
