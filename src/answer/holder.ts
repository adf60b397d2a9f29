/** `the CEO of Adobe`: a word, and the name that it is asked of. */
const asked = /(\p{L}[\p{L}-]*) (?:of|at|for) (?:the )?(\p{Lu}[\p{L}\p{N}&-]*)/u;
const name = String.raw`(?:[Tt]he )?(\p{Lu}[\p{L}\p{N}&-]*)`;
/** A name that does not open the sentence. */
const laterName = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{N}&-]+/u;

/**
 * Whether a text says of others alone what the question asks of one: "he was CEO of AppDynamics", or "cofounded Behance
 * and served as its CEO", where the CEO of Adobe is asked for.
 */
export function isOfAnother(question: string, text: string): boolean {
  const [, word, holder] = asked.exec(question) ?? [];
  if (word === undefined || holder === undefined || text.includes(holder)) return false;
  const of = new RegExp(String.raw`\b${word} (?:of|at|for) ${name}`, 'u');
  const its = new RegExp(String.raw`\b(?:its|their) ${word}\b`, 'u');
  return of.test(text) || (its.test(text) && laterName.test(text.replaceAll(word, '')));
}
