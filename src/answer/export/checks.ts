import { pictureMark } from '../../text/structure/picture-mark.ts';
import { rowsOf } from '../../text/structure/table-row.ts';
import type { Citation, CitedAnswer, Claim, PictureDescription } from '../../types.ts';

/** Rounded down; 100 × 0.29 is a little less than 29. */
const percent = (share: number) => `${Math.floor(100 * share + 1e-9)} %`;

/** What was found of a citation's quote, in words. Rows of tables are shown otherwise than they stand. */
export function describeLocated({
  located,
  quoteSimilarity,
  quote,
}: Pick<Citation, 'located' | 'quoteSimilarity' | 'quote'>): string {
  if (quote === pictureMark) return 'a picture, which has no words';
  if (located === 'exact')
    return rowsOf(quote) === undefined ? 'quote found word for word' : 'row found cell for cell';
  if (located === 'normalised') return 'quote found, spaces and hyphens apart';
  return located === 'fuzzy' ? `quote found, ${percent(quoteSimilarity)} alike` : 'quote not found';
}

/** What a model says of a figure, said to be that. */
export const describeFigure = ({ text, by }: PictureDescription): string =>
  `Described by a model (${by}): ${text}`;

/** Whether the quotes bear a claim out, in words. */
export function describeSupported({
  supported,
  probability,
}: Pick<Claim, 'supported' | 'probability'>): string {
  if (supported === 'unchecked') return 'not checked';
  const share = probability === undefined ? '' : ` (${percent(probability)})`;
  return supported === 'yes' ? `supported${share}` : `not supported${share}`;
}

/** How sure an answer without a model is, in words, as a list of one; empty where nothing is known of it, or no place is shown. */
export function describeCertainty({
  answered,
  certainty,
  citations,
}: Pick<CitedAnswer, 'answered' | 'certainty'> & { readonly citations: readonly unknown[] }): string[] {
  if (certainty === undefined || citations.length === 0) return [];
  return [`${percent(certainty)} sure that ${answered ? 'this' : 'the first place'} answers the question`];
}

/** The claims of which it is worth saying whether their quotes bear them out: none of an answer that is made of quotes. */
export function checkedClaims({ model, claims }: Pick<CitedAnswer, 'model' | 'claims'>): readonly Claim[] {
  return model === 'extractive' ? [] : claims;
}
