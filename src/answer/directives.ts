import { subjectNames } from './question.ts';
import { withoutStatementNames } from './statement-lines.ts';

/** `(in USD millions)`, `(rounded to one decimal place)`. */
const aside =
  /\s*\((?:round(?:ed)? (?:to|up|down)|(?:expressed )?in (?:units|USD|EUR|GBP|(?:US )?dollars|euros|pounds|thousands|millions|billions|per ?cents?))\b[^()]*\)/giu;
/** `Answer the following question as an analyst would: what …`, `Here is the question: what …`. */
const preamble =
  /^\W*(?:(?:please )?(?:address|answer|respond to)|here is)\b[^?:]*\bquestion\b[^?:]*:\s*(?=\p{L})/iu;
/** `According to the balance sheet, what …`. */
const source =
  /^\W*(?:according to|based on|on the basis of|(?:by |when )?(?:\w+ly )?(?:drawing|looking|referencing|referring|relying|using))\b[^?,]*, (?=(?:how|what|which|who|when|did|does|do|has|have|is|are|was|were)\b)/iu;
const tells =
  /^\W*(?:please |assume |you are |if\b.*\b(?:say|state|explain) |(?:address|answer|calculate|compute|explain|express|give|provide|respond|round|state|use) )/iu;
const isQuestion = (sentence: string) => sentence.trimEnd().endsWith('?');

/**
 * A question without what it tells who answers to do: `Round to two decimals.`, `Give the answer in millions.` A sentence is
 * left out only beside one that ends as a question.
 */
export function withoutDirectives(text: string): string {
  const sentences = text
    .replaceAll(aside, '')
    .replace(preamble, '')
    .split(/(?<=[?.!])\s+(?=\p{Lu})/u);
  const asks = sentences.some(isQuestion);
  return sentences
    .filter((sentence) => !asks || isQuestion(sentence) || !tells.test(sentence))
    .map(withoutSource)
    .join(' ');
}

/** Without the financial statement to look into; what names of whom or when it is stays. */
function withoutSource(sentence: string): string {
  const [where = ''] = source.exec(sentence) ?? [];
  const rest = withoutStatementNames(where);
  if (rest === where) return sentence;
  return `${subjectNames(rest).length === 0 ? '' : rest}${sentence.slice(where.length)}`;
}
