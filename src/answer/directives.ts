/** `(in USD millions)`, `(round to one decimal place)`. */
const aside = /\s*\((?:in|round|rounded|expressed) [^()]*\)/giu;
/** `Answer the following question as an analyst would: what …`, `Here is the question: what …`. */
const preamble = /^.*\bquestion\b[^?:]*:\s*(?=\p{L})/isu;
/** `According to the balance sheet, what …`: where to look, and nothing that is asked. */
const source =
  /^\W*(?:according to|based on|on the basis of|(?:by |when )?(?:\w+ly )?(?:drawing|looking|referencing|referring|relying|using))\b[^?]*?\b(?:information|details|statements?|sheets?)\b[^?,]*, (?=(?:how|what|which|who|when|did|does|do|has|have|is|are|was|were)\b)/iu;
const tells =
  /^\W*(?:please |assume |you are |if\b.*\b(?:say|state|explain) |(?:address|answer|calculate|compute|explain|express|give|provide|respond|round|state|use) )/iu;

/**
 * A question without what it tells who answers to do: `Round to two decimals.`, `Give the answer in millions.` The whole of
 * it where nothing else is left.
 */
export function withoutDirectives(text: string): string {
  const body = text.replaceAll(aside, '').replace(preamble, '');
  const sentences = body.split(/(?<=[?.!])\s+(?=\p{Lu})/u);
  const asked = sentences.filter((sentence) => !tells.test(sentence)).map((one) => one.replace(source, ''));
  return asked.some((sentence) => /\p{L}/u.test(sentence)) ? asked.join(' ') : text;
}
