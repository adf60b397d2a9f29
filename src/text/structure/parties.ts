import { labelled } from './label.ts';

/** Whom a document says at its beginning that it is about, as far as a question names somebody of them. */
export interface Parties {
  /** Of the names of the question those of parties. */
  readonly names: readonly string[];
  /** What the document calls these, `Supplier`. */
  readonly roles: readonly string[];
  /** What it calls the others. */
  readonly others: readonly string[];
  /** What it calls its parties where the question says so of one of them: `Landlord` and `Tenant`, to a question about tenants. */
  readonly sides: readonly string[];
}

interface Party {
  readonly role: string;
  /** Text with the name. */
  readonly name: string;
}

/** Where a document says whom it is about, in characters from its beginning. */
const openingLength = 1_500;
// What stands before a bracket is looked at from there: a pattern that begins with it would be tried at every character.
/** `Halden Data Limited, a company registered in Scotland (the "Supplier")`. */
const quotedRole =
  /\((?<=([^()\n]{2,200})\()(?:\p{L}{2,5} ){0,2}["“„«»‘']([^"“”„«»‘’'()\n]{2,40})["”“»«’']\)/gu;
/** `Frau Sabine Krüger (Mieterin)`. */
const plainRole = /\((?<=([^()\n]{2,200})\()(?:\p{Ll}{2,3} )?(\p{Lu}\p{L}{2,30})\)/gu;
/** More are a list of those present. */
const mostParts = 3;
/** Shorter labels are `From`, `Date` and the like. */
const shortestLabel = 5;
/** A longer first line is no title, nor is one with brackets. */
const longestTitle = 120;

/** Those of whom a text says what they are called from there on, `(the “Supplier”)`, `(Vermieterin)`, or who alone stand behind a label, `Tenant: Grainhouse Limited`. */
const partiesIn = (text: string): Party[] =>
  text
    .slice(0, openingLength)
    .split('\n')
    .flatMap((line) => {
      const { label, value = '' } = labelled(line) ?? {};
      const isList = label !== undefined && value.includes(',');
      const called = [quotedRole, ...(isList ? [] : [plainRole])]
        .flatMap((pattern) =>
          Array.from(line.matchAll(pattern), ([, name = '', role = '']) => ({ name, role })),
        )
        .filter(({ role }) => recurs(text, role));
      const isNamed =
        (label?.length ?? 0) >= shortestLabel &&
        /^\p{Lu}/u.test(value) &&
        value.split(',').length < mostParts;
      return called.length === 0 && label !== undefined && isNamed ? [{ role: label, name: value }] : called;
    });

/** The parties of a text, to a question that has such names. */
export function partiesAsked(text: string, question: string, names: readonly string[]): Parties {
  const parties = partiesIn(text);
  const lower = ` ${question.toLowerCase()} `;
  const own = names.filter((name) => parties.some((party) => hasWord(party.name, name)));
  const isOwn = (party: Party): boolean => own.some((name) => hasWord(party.name, name));
  // What stands behind a label that is no word of the text is no party: `Address: Mill Lane`.
  const others = parties.filter(
    (party) =>
      !isOwn(party) &&
      !lower.includes(party.role.toLowerCase()) &&
      recurs(text, party.role) &&
      isSomebody(party, text),
  );
  const sides = sidesIn(text);
  return {
    names: own,
    roles: rolesOf(parties.filter(isOwn)),
    others: own.length > 0 ? rolesOf(others) : [],
    sides: sides.some((role) => lower.includes(role.toLowerCase())) ? sides : [],
  };
}

/** Roles without the article: what stands in quotation marks need not come again. */
const sidesIn = (text: string): string[] => {
  const quoted = Array.from(text.slice(0, openingLength).matchAll(quotedRole), ([, , role = '']) => role);
  return [
    ...new Set([...quoted, ...rolesOf(partiesIn(text))].map((role) => role.trim().split(/\s+/u).at(-1)!)),
  ];
};

const rolesOf = (some: readonly Party[]): string[] => some.map(({ role }) => role);

/** Two words with capitals beside one another: somebody's name, and not what the title of the document has, or a date: `this Lease (the “Lease”)`. */
function isSomebody({ role, name }: Party, text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  const title = first.length > longestTitle || first.includes('(') ? '' : first.toLowerCase();
  const runs = name.match(/(?<!\p{L})\p{Lu}[\p{L}&.'’-]{1,30} \p{Lu}[\p{L}&.'’-]{1,30}/gu) ?? [];
  const isOfTitle = (word: string): boolean => title.includes(word.toLowerCase());
  const isItself = name.trimEnd().endsWith(role); // `this Master Agreement (“Agreement”)`
  return !isItself && !isOfTitle(role) && runs.some((run) => !run.split(' ').some(isOfTitle));
}

const bare = (name: string): string => name.replace(/['’]s?$/u, '');

/** Whether a text has a name, or one that begins or ends with it with a possessive. */
export function hasWord(text: string, name: string): boolean {
  const word = bare(name);
  const at = text.indexOf(word);
  return at >= 0 && !/\p{L}/u.test((text[at - 1] ?? ' ') + (text[at + word.length] ?? ' '));
}

/** Whether a text has a name, be it in capitals or in small letters there. */
export const hasName = (text: string, name: string): boolean =>
  hasWord(text.toLowerCase(), name.toLowerCase());

/** Whether a word stands more than once in a text. */
const recurs = (text: string, word: string): boolean =>
  text.toLowerCase().split(word.toLowerCase()).length > 2;
