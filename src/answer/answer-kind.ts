/** What a question asks for, as far as its first words tell. */
export type AnswerKind =
  | 'date'
  | 'number'
  | 'amount'
  | 'person'
  | 'place'
  | 'definition'
  | 'reason'
  | 'other';

const questionForms: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'date',
    /(?:^\W*|\b(?:since|until|and) )when\b|\bwhen(?:'s| (?:did|do|does|is|are|was|were|will|would|can|could|must|may|shall|should|has|have|had)\b|\W*$)/i,
  ],
  ['date', /\b(?:what|which) (?:year|date|day|month|century|decade|time)\b/i],
  ['date', /\b(?:wann|in welchem jahr|quand|en quelle année|cuándo|en qué año)\b/i],
  [
    'amount',
    /\b(?:how much|what (?:do|does|did|will|would|must|may|should))\b.*\b(?:costs?|pay|paid|charged?|earn(?:ed)?|spen[dt])\b/i,
  ],
  [
    'amount',
    /\b(?:what|which)(?: [\w’'-]+){0,4}? (?:revenue|turnover|sales|income|earnings|ebitda|profit|loss|margin|debt|asset|equity|cost|price|fee|salary|bonus|budget|interest|dividend|expense|expenditure)s?(?=\W*$| (?:of|in|for|at|per|does|did|do|was|were|is|are|will|may|must|has|had)\b)/i,
  ],
  ['number', /\bhow (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|wide|big)\b/i],
  [
    'number',
    /\b(?:what|which) (?:is the )?(?:percentage|percent|number|amount|share|rate|size|price|cost|distance|population)\b/i,
  ],
  ['number', /\b(?:wie ?viele?|wie (?:lange|hoch|groß|alt|weit)|combien|cuánt[oa]s?)\b/i],
  ['person', /\b(?:who|whom|whose|wer|wem|wen|wessen|qui|quién(?:es)?)\b/i],
  ['place', /\b(?:where|(?:what|which) (?:city|country|state|place|town|region)|wo|wohin|woher|où|dónde)\b/i],
  ['reason', /\b(?:why|for what reason|warum|weshalb|wieso|pourquoi|por qué)\b/i],
  ['reason', /^\W*what (?:drove|drives|is driving|explains?|explained)\b/i],
  [
    'definition',
    /^\W*(?:what(?: is|'s| are)|define|was (?:ist|sind)|qu'est-ce que?|qué (?:es|son)) (?:an? |the |eine? |une? )?[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+)?\W*$/iu,
  ],
];

/** The first form that fits, dates before numbers. */
export function answerKind(question: string): AnswerKind {
  return questionForms.find(([, form]) => form.test(question))?.[0] ?? 'other';
}

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const date = new RegExp(
  `\\b(?:1\\d{3}|20\\d{2})s?\\b|\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b|\\b(?:${month})\\.? \\d|\\d{1,2}\\.? (?:${month})\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\bcentury\\b|\\d{1,2}:\\d{2}|\\d ?年`,
  'iu',
);
const number =
  /\p{Nd}|[½¼¾]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|billions?|half|quarter|third|twice|once|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b/iu;
/** Of money or a share; a bare number has two digits at least, as in a table of thousands. */
const amount =
  /\p{Nd}[\p{Nd}.,]*\p{Nd}|[€$£¥] ?\p{Nd}|\p{Nd} ?(?:[€$£¥%]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|cents?|per ?cent|percent)\b)|\b(?!(?:in|of|per) )\p{L}+ (?:hundred|thousand|million|billion|per ?cent|percent|euros?|dollars?|pounds?)\b/iu;
/** `31 per cent of salary` is no salary. */
const shareNumber = /\p{Nd}[\p{Nd}.,]*\s?(?:%|per ?cent\b|percent\b)(?= of\b)/giu;
const share = /%|\b(?:per ?cent|percentage)\b/i;
const asksShare =
  /%|\b(?:per ?cent|percentage|share|margin|rate|ratio|proportion|interest|part|portion|grow|growth|grew|rise|rose|fall|fell|change|changed|increase|increased|decrease|decreased|decline|declined)\b/i;
/** Numbers that are no amounts: of clauses and tables, of a paragraph, days and years. */
const reference =
  /\b(?:clause|section|article|schedule|annex|appendix|exhibit|table|figure|fig\.|chapter|part|page|note|item|no\.)s? (?:no\. ?)?\p{Nd}[\p{Nd}.]*/giu;
const paragraphNumber = /^\W*\p{Nd}{1,3}(?:\.\p{Nd}+)*[.)]?\s+(?=\p{Lu})/u;
const day = new RegExp(
  String.raw`\b(?:\d{1,2}\.? (?:${month})|(?:${month})\.? \d{1,2}|(?:1[89]|20)\d\d)\b`,
  'giu',
);
/** A capitalised word that does not open the sentence. */
const name = /[\p{L}\p{N},;:)"”’'] ["“‘(]?\p{Lu}[\p{L}’'.-]+/u;
const reason =
  /\b(?:because|since|due to|as a result|therefore|in order to|so that|owing to|attributable to|driven by|driver|reflect(?:s|ed|ing)|caused?|reason|thanks to|to (?:avoid|prevent|ensure|allow|make|keep)|weil|denn|damit|wegen|aufgrund|parce que|car|puisque|afin|porque|debido)\b/i;
const definition =
  /\b(?:is|are|was|means|refers to|is called|denotes|ist|sind|bedeutet|bezeichnet|est|sont|es|son|significa) (?:an?|the|any|one|eine?|der|die|das|une?|la|le|el|una)\b/i;

const forms: Readonly<Record<Exclude<AnswerKind, 'other'>, RegExp>> = {
  date,
  number,
  amount,
  person: name,
  place: name,
  reason,
  definition,
};

/**
 * Whether a text has something of the asked kind that the question does not already say: 1 when it has,
 * 0 when not, 1 for questions of no clear kind.
 */
export function hasAnswerKind(kind: AnswerKind, text: string, question: string): number {
  if (kind === 'other') return 1;
  const isAmount = kind === 'amount' && !asksShare.test(question);
  const stated = isAmount ? text.replaceAll(shareNumber, '_') : text;
  const told = kind === 'number' || kind === 'amount' ? withoutOtherNumbers(stated) : stated;
  const fresh = kind === 'reason' || kind === 'definition' ? text : withoutSaid(told, question);
  return forms[kind].test(fresh) ? 1 : 0;
}

/** Whether what names a row is a share where the question asks for no share: `Recurring revenue, per cent of total`. */
export function isOnlyShare(question: string, label: string): boolean {
  return share.test(label) && !asksShare.test(question);
}

/** Whether the numbers of a row are below 100, of nobody knows what: `| Audit committee | 13 |`. */
export function isSmallCount(row: string): boolean {
  return !/\p{Nd}[\p{Nd}.,]+\p{Nd}|\p{Sc}|%/u.test(row);
}

/** The text without the capitalised words and numbers that stand in the question. */
function withoutSaid(text: string, question: string): string {
  const said = new Set(question.match(/[\p{L}\p{N}]+/gu));
  return text.replaceAll(/[\p{Lu}\p{Nd}][\p{L}\p{N}]*/gu, (word) => (said.has(word) ? '_' : word));
}

function withoutOtherNumbers(text: string): string {
  return withoutReferences(text).replaceAll(day, '_');
}

/** The text without numbers that name its parts: `18.3 The Supplier`, `clause 16`. */
export function withoutReferences(text: string): string {
  return text.replace(paragraphNumber, '').replaceAll(reference, '_');
}
