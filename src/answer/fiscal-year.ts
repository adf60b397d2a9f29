/** A fiscal year that a document calls after the year before the one in which it ended. */
export interface FiscalYear {
  readonly called: string;
  readonly ended: string;
}

const asked = /\b(?:FY ?|fiscal (?:year )?)(?:20)?\d\d\b/i;
const date = String.raw`(?:\p{L}+ \d{1,2}, |\d{1,2} \p{L}+ )(20\d\d)\b`;
/** `52 weeks ended January 28, 2023`, `the year ended 31 March 2024`. */
const ending = new RegExp(
  String.raw`\b(?:5[23] weeks|twelve months|12 months|years?) ended (?:on )?${date}`,
  'giu',
);
const named = String.raw`\bfiscal (?:year )?(20\d\d)\b`;
const namedPattern = new RegExp(named, 'giu');
/** `Fiscal 2022 ended January 28, 2023`, `fiscal 2022 (the 52 weeks ended January 28, 2023)`. */
const nameFirst = new RegExp(
  String.raw`${named}(?: (?:was|is|means|refers to))? ?\(?(?:(?:the|fiscal|year|5[23]|weeks) )*ended (?:on )?${date}`,
  'giu',
);
/** `the 52 weeks ended January 28, 2023 (“fiscal 2022”)`. */
const dateFirst = new RegExp(String.raw`ended (?:on )?${date} \(["“]?${named}`, 'giu');
const endedPattern = /\bended\b/gi;
/** As far around `ended` as the patterns reach, in characters: documents are long. */
const reach = 80;

/** Whether a question names a fiscal year: companies call the same one by different numbers. */
export function asksFiscalYear(question: string): boolean {
  return asked.test(question);
}

/**
 * The last fiscal year of a report, where that calls it after the year before its end, as its title ("Fiscal 2022 Results" of
 * the 52 weeks ended January 28, 2023) or its words tell: who asks for FY2023 may mean it.
 */
export function lastFiscalYear(title: string, text: string): FiscalYear | undefined {
  const around = Array.from(text.matchAll(endedPattern), ({ index }) =>
    text.slice(Math.max(0, index - reach), index + reach),
  ).join('\n');
  const ends = Array.from(around.matchAll(ending), ([, year]) => Number(year));
  if (ends.length === 0) return undefined;
  const year = { called: String(Math.max(...ends) - 1), ended: String(Math.max(...ends)) };
  const entitled = Array.from(title.matchAll(namedPattern), ([, name]) => name);
  const pairs = [
    ...Array.from(around.matchAll(nameFirst), ([, name, end]) => [name, end]),
    ...Array.from(around.matchAll(dateFirst), ([, end, name]) => [name, end]),
  ];
  const isSaid = pairs.some(([name, end]) => name === year.called && end === year.ended);
  return isSaid || entitled.includes(year.called) ? year : undefined;
}

/** The text with the year in which a fiscal year ended beside its name. */
export function withYearOfEnd(text: string, year: FiscalYear | undefined): string {
  if (year === undefined) return text;
  return text.replaceAll(namedPattern, (name, called) =>
    called === year.called ? `${name} ${year.ended}` : name,
  );
}
