import { labelled } from '../../text/structure/label.ts';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { phrasesIn } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

/** `3.`, `§ 3`, `Article 3 –`, `III.`, `A)`, `第三条`. */
const number =
  /^(?:(\p{L}+\.?|§{1,2})\s?)?\(?\p{Nd}{1,3}(?:\.\p{Nd}{1,3})*[.):]?(?:\s+[–—-])?\s+|^(?:(?:[IVXLC]+|\p{Lu})[.):]|第[\p{Nd}\p{Script=Han}]{1,6}[条條章节節])\s*/u;

/** A title without the number of its clause. */
function withoutNumber(title: string, language: string): string {
  const [found = '', word] = number.exec(title) ?? [];
  const clauses = phrasesIn(wordsOf(language).amending.clauses.toLowerCase());
  return word === undefined || clauses.includes(word.toLowerCase()) ? title.slice(found.length) : title;
}

/**
 * For each unit the title of its section, where that is what is asked, and of what stands below it this unit alone could be the answer: `Rent`
 * over `The tenant pays 2,400 pounds a month`.
 *
 * @param over The title of the section in which the passage begins.
 */
export function titlesOf(
  units: readonly Unit[],
  {
    over,
    language,
    isAsked,
    isAnswer,
  }: {
    readonly over: string | undefined;
    readonly language: string;
    readonly isAsked: (title: string) => boolean;
    readonly isAnswer: (at: number) => boolean;
  },
): (string | undefined)[] {
  let title = over && withoutNumber(over, language);
  let isOfTitle = title !== undefined && isAsked(title);
  let able: number[] = [];
  const titles = units.map((): string | undefined => undefined);
  const close = () => {
    if (able.length === 1) titles[able[0]!] = title;
    able = [];
  };
  for (const [at, unit] of units.entries()) {
    if (unit.kind === 'heading') {
      close();
      title = withoutNumber(unit.text, language);
      isOfTitle = isAsked(title);
    }
    const isOpen = unit.kind === 'sentence' || unit.kind === 'listItem';
    if (!isOfTitle || !isOpen || unit.runIn !== undefined || labelled(unit.text) !== undefined) continue;
    if (isAnswer(at)) able.push(at);
  }
  close();
  return titles;
}
