/** `the CEO of Adobe`: a word, and the name that it is asked of. */
const askedOf = /(\p{L}[\p{L}-]*) (?:of|at|for) (?:the )?(\p{Lu}[\p{L}\p{N}&-]*)/u;
/** `Adobe's interest income`: the name, and the words up to the last that belongs to it. */
const askedWith =
  /(\p{Lu}[\p{L}\p{N}&-]*)['’]s? ((?:(?!(?:in|of|at|on|for|to|by|and|or|is|are|was|were|has|have|had|did|does|from|with)\b)\p{Ll}[\p{L}-]* ?)+)/u;
const name = String.raw`(?:[Tt]he )?(\p{Lu}[\p{L}\p{N}&-]*)`;
/** A name that does not open the sentence. */
const laterName = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{N}&-]+/u;

/**
 * Whether a text says of others alone what the question asks of one: "he was CEO of AppDynamics", or "cofounded Behance
 * and served as its CEO", where the CEO of Adobe is asked for; "the Supplier's liability" where that of the Authority is.
 *
 * @param about Names that the document as a whole is about: "our liability" is theirs.
 */
export function isOfAnother(question: string, text: string, about: readonly string[] = []): boolean {
  const [, owner, things] = askedWith.exec(question) ?? [];
  const [, thing, holder] = askedOf.exec(question) ?? [];
  if (owner !== undefined && things !== undefined) {
    const word = things.trim().split(' ').at(-1)!;
    return !text.includes(owner) && isOwnedByAnother(word, text, about.includes(owner));
  }
  if (thing === undefined || holder === undefined || text.includes(holder)) return false;
  return isHeldByAnother(thing, text);
}

function isOwnedByAnother(word: string, text: string, isAbout: boolean): boolean {
  const theirs = new RegExp(String.raw`\p{Lu}[\p{L}\p{N}&-]*['’]s? (?:\p{L}+ ){0,2}${word}\b`, 'u');
  const ours = new RegExp(String.raw`\b[Oo]ur (?:\p{L}+ )?${word}\b`, 'u');
  return theirs.test(text) || (!isAbout && ours.test(text)) || isHeldByAnother(word, text);
}

function isHeldByAnother(word: string, text: string): boolean {
  const of = new RegExp(String.raw`\b${word} (?:of|at|for) (?:${name}|an? \p{Ll})`, 'u');
  const its = new RegExp(String.raw`\b(?:its|their) ${word}\b`, 'u');
  return of.test(text) || (its.test(text) && laterName.test(text.replaceAll(word, '')));
}
