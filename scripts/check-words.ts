/** Finds words that the style of this project replaces, and names better ones. */
import { globSync, readFileSync } from 'node:fs';

/** What people read, except the list of words in this file. */
const FILES = [
  '*.md',
  'docs/*.md',
  '**/action.yml',
  'examples/*.yml',
  'src/**/*.ts',
  'sandbox/**/*.{md,ts,mjs}',
  'scripts/**/*.{ts,cjs,mjs}',
];

/** A word or phrase, and what to write instead. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:who|whoever|what|somebody) (?:asks|asked)\b/i, 'the requester, the request'],
  [/\basks? for\b|\basked for\b/i, 'request'],
  [/\blooks? at (?:a|the|its) job\b|\blooked at\b/i, 'check, poll'],
  [/\b(?:brings?|brought|bringing) (?:\w+ )?to (?:its|their|an) end\b/i, 'finish'],
  [/\btells? the end\b/i, 'report the result'],
  [/\banew\b|\bonce more\b/i, 'again'],
  [/\bwhoever\b|\bnobody\b|\bsomebody\b/i, 'name the actor'],
  [/\blet in\b|\bheld up\b/i, 'allowed, waits'],
  [/\bwritten down\b|\bhanded over\b/i, 'stored, passed'],
  [/\bfate (?:is )?(?:un|not )known\b/i, 'outcome unknown'],
  [/\bdoes not know (?:it|the job)\b/i, 'returns 404'],
  [/\b(?:is|are) not known\b/i, 'is unknown'],
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\bno longer looked\b|\bthe last look\b/i, 'the last check'],
  [/\bmended?\b/i, 'fix'],
];

let found = 0;
for (const file of globSync(FILES, { exclude: ['node_modules', 'dist', 'scripts/check-words.ts'] }).sort()) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    // Names in code keep their words.
    const text = line.replaceAll(/`[^`$]*`/g, '');
    for (const [pattern, instead] of REPLACED) {
      const [word] = pattern.exec(text) ?? [];
      if (word === undefined) continue;
      console.error(`${file}:${index + 1}: "${word}": write "${instead}" instead.`);
      found += 1;
    }
  }
}
if (found > 0) process.exitCode = 1;
