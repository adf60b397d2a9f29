import { splitUnits } from '../../text/structure/quotable-units.ts';

/** What tells which document it is reaches no farther, in characters, and has no longer line. */
const longest = 600;
const longestLine = 120;
const endsSentence = /[.!?。！？؟]["”’»)*_]*$/u;
const item = /^(?:[-*+•–]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)])\s/u;

/**
 * What stands at the beginning of a text before its first sentence and its first list: a letterhead, addresses, the head of a mail, a title. Nothing of a
 * form, which has no sentence there.
 */
export function frontOf(text: string, language?: string): string {
  const opening = text.slice(0, longest);
  const units = splitUnits(opening, language === undefined ? {} : { language });
  const first = units.find(
    ({ kind, text: said }) =>
      kind !== 'heading' &&
      (endsSentence.test(said) ||
        item.test(said) ||
        said.split('\n').some((line) => line.length > longestLine)),
  );
  return first === undefined ? '' : opening.slice(0, first.start);
}
