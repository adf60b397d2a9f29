import { detectLanguage } from '../text/language.ts';
import { knownLanguages } from '../text/words/words-of.ts';
import { languageAskedIn } from './extract/question.ts';

const nameOf = new Intl.DisplayNames('en', { type: 'language' });

const bokmaalAndNynorsk = /^n[bn]$/;

/** `en` of `en-US`, `no` of both kinds of Norwegian; documents may say anything of themselves. */
function baseOf(language = ''): string | undefined {
  const base = /^[a-z]{2,3}(?=$|[-_])/.exec(language.toLowerCase())?.[0];
  return base?.replace(bokmaalAndNynorsk, 'no');
}

/**
 * What to say of a question that is declined, where it is in none of the languages of what was found for it; nothing where the language of
 * the first place is not known.
 */
export function describeOtherLanguage(
  question: string,
  languages: readonly (string | undefined)[],
): string | undefined {
  const found = [...new Set(languages.map(baseOf))].filter((language) => language !== undefined);
  const first = baseOf(languages[0]);
  const asked =
    detectLanguage(question) ??
    (knownLanguages.includes(first ?? '') ? languageAskedIn(question) : undefined);
  if (asked === undefined || first === undefined || found.includes(asked)) return undefined;
  const names = found.map((language) => nameOf.of(language)).join(', ');
  return (
    `The question seems to be in ${nameOf.of(asked)}, and what was found is in ${names}: ask in the language of the ` +
    'documents, or with models that know both.'
  );
}
