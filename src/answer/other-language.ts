import { detectLanguage } from '../text/language.ts';

const nameOf = new Intl.DisplayNames('en', { type: 'language' });

/** What to say of a question that is declined, where it is in none of the languages of what was found for it. */
export function describeOtherLanguage(
  question: string,
  languages: readonly (string | undefined)[],
): string | undefined {
  const found = [...new Set(languages)].filter((language) => language !== undefined);
  const asked = detectLanguage(question);
  if (asked === undefined || found.length === 0 || found.includes(asked)) return undefined;
  const names = found.map((language) => nameOf.of(language)).join(', ');
  return (
    `The question seems to be in ${nameOf.of(asked)}, and what was found is in ${names}: ask in the language of the ` +
    'documents, or choose an embedding model that knows both.'
  );
}
