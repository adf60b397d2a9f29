/** `must the Authority insure`: of whom a question asks what they do. */
const asked =
  /\b(?:[Mm]ust|[Ss]hall|[Mm]ay|[Cc]an|[Ss]hould|[Dd]oes|[Dd]o|[Dd]id|[Ww]ill) (?:the |an? )?(\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*)*)/u;
/** `The Supplier shall`, `the Tenant may not`: who is said to. */
const said = /\b[Tt]he \p{Lu}\p{L}+ (?:may|can|shall|must|will)\b/u;
const firstPerson = /(?<!\p{L})[Ww]e(?!\p{L})/u;

/**
 * Whether a text says of another what the question asks of one: "The Supplier shall insure", or "we insure", where it is
 * asked what the Authority must insure.
 *
 * @param about Names that the document as a whole is about: "we" is they.
 */
export function isDoneByAnother(question: string, text: string, about: readonly string[] = []): boolean {
  const words = asked.exec(question)?.[1]?.split(' ') ?? [];
  if (words.length === 0 || words.some((word) => text.includes(word))) return false;
  if (said.test(text)) return true;
  return firstPerson.test(text) && !words.some((word) => about.includes(word));
}
