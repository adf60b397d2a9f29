import type { DocumentContent } from '../../store/store.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Document } from '../../types.ts';
import { wordsPattern } from '../../util/strings/words-pattern.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import { changesIn, numbered } from './changes.ts';
import { isMeant, openingLength } from './named-document.ts';

interface WholeDocument {
  readonly document: Document;
  readonly content: DocumentContent;
}

/** Characters of what names a document, from the word that says that it is replaced. */
const longestName = 160;
/** Characters before that word which are read for what turns it, and behind it, before the number of a version, and before a title that nothing else bears out. */
const reach = 40;
const farthestNumber = 25;
const farthestTitle = 6;
/** Characters of a document that are read for changes of single clauses. */
const mostRead = 100_000;

interface Replacement {
  /** Where the sentence begins. */
  readonly charStart: number;
  readonly by: WholeDocument;
  readonly replaced: WholeDocument;
}

/**
 * Whether a sentence at the beginning of a document says that the document replaces another one, by its name: `supersedes the Travel Policy of May 2023`, `amends the
 * Annual Report on Form 10-K`, `supersedes version 1.0` of the document of that title. A document that changes single clauses does not replace the whole.
 */
export function replaces(
  sentence: string,
  { by, charStart, replaced }: Replacement,
  language: string,
): boolean {
  if (charStart > openingLength || documentKey(by.document) === documentKey(replaced.document)) return false;
  const { amending, negations, weak } = wordsOf(language);
  const unless = phrasePattern(negations, weak);
  const isNamed = Array.from(sentence.matchAll(phrasePattern(amending.replaces))).some(
    ({ 0: word, index }) => {
      const end = index + word.length;
      const before = sentence.slice(Math.max(0, index - reach), index).replaceAll(numbered, ' ');
      if (before.search(unless) !== -1) return false;
      const name = sentence.slice(end, end + longestName);
      return isVersionOf(name, by, replaced) || isNameOf(name, replaced, language);
    },
  );
  return isNamed && !changesClauses(by, language);
}

const openingOf = ({ document, content }: WholeDocument): string =>
  `${document.title}\n${content.text.slice(0, openingLength)}`;

/** Whether `version 1.0` stands in the opening of a document of the same title. */
function isVersionOf(name: string, by: WholeDocument, { document, content }: WholeDocument): boolean {
  if (by.document.title !== document.title) return false;
  const { 0: version, index } = /\p{L}{1,20}[ .]{1,2}\d[\p{L}\p{Nd}./-]{0,20}(?<![./-])/u.exec(name) ?? {
    0: '',
    index: reach,
  };
  if (index > farthestNumber) return false;
  const opening = openingOf({ document, content });
  return opening.search(new RegExp(`${wordsPattern(version)}(?![\\p{L}\\p{Nd}])(?!\\.\\d)`, 'iu')) !== -1;
}

function isNameOf(name: string, { document, content }: WholeDocument, language: string): boolean {
  const meant = { document, text: content.text };
  if (!isMeant(name, meant, language)) return false;
  const [number] = /(?<![\p{L}\p{Nd}])\d[\p{L}\p{Nd}./-]*(?<![./-])/u.exec(name) ?? [];
  if (number !== undefined) return openingOf({ document, content }).includes(number);
  const at = name.indexOf(document.title);
  return at !== -1 && at <= farthestTitle;
}

const changesClauses = ({ content: { text } }: WholeDocument, language: string): boolean =>
  splitSentences(text.slice(0, mostRead), language).some(({ start, end }) =>
    changesIn(text.slice(start, end), language).some(({ goesBefore }) => !goesBefore),
  );
