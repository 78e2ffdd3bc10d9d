import { visibleText } from './visible.ts';

/** Why no comment can begin with the phrase, in words that follow the input's name. */
export function phraseProblem(phrase: string): string | undefined {
  if (phrase.trim() === '') return 'is empty';
  if (phrase !== phrase.trim() || /[^\S ]/.test(phrase))
    return 'must be one line without white space around it';
  if (phrase.length > 100) return 'must be at most 100 characters';
  if (visibleText(phrase) !== phrase) return 'must not hold characters that nobody sees';
  return /^(?:[>`]|~~~)/.test(phrase) ? 'must not begin like a quote or code' : undefined;
}
