const roles =
  'authority|supplier|customer|client|buyer|purchaser|seller|vendor|tenant|landlord|lessor|lessee|licensor|licensee|employer|' +
  'employee|contractor|provider|lender|borrower|insurer|insured|guarantor|consultant|distributor|agent|recipient';
/** `must the Authority insure`, `does the tenant`: of whom a question asks what they do. */
const asked = new RegExp(
  String.raw`\b(?:[Mm]ust|[Ss]hall|[Mm]ay|[Cc]an|[Ss]hould|[Dd]oes|[Dd]o|[Dd]id|[Ww]ill) (?:(?:the |an? )?(?<name>\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*)*)|the (?<role>${roles})\b)`,
  'u',
);
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
  const { name, role } = asked.exec(question)?.groups ?? {};
  if (role !== undefined) return said.test(text) && !isMentioned(role, text);
  const words = name?.split(' ') ?? [];
  if (words.length === 0 || words.some((word) => isMentioned(word, text))) return false;
  if (said.test(text)) return true;
  return firstPerson.test(text) && !words.some((word) => about.includes(word));
}

/** Not as `the Supplier’s laboratory`. */
function isMentioned(word: string, text: string): boolean {
  const plain = text.replaceAll(/\p{L}+['’]s\b/gu, '_').toLowerCase();
  return plain.includes(word.replace(/['’]s$/, '').toLowerCase());
}
