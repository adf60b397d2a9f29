import type { Citation, Claim } from '../types.ts';
import { documentKey } from '../util/document-key.ts';
import { inlineMarkers } from './cite/format.ts';

/** What stands where the markers would for a claim that no document bears out. */
const unverifiedMarker = '[unverified]';
const standsAlone = /^\s*(?:[-*+•◦▪‣·–|]|\(?\d{1,3}[.)]\s)/;

/**
 * The claims in their order, each with its markers: sentences of one document run on in a paragraph, list items
 * and table rows have their own lines, another document begins another paragraph.
 */
export function composeAnswer(claims: readonly Claim[], citations: readonly Citation[]): string {
  const documentOf = new Map(citations.map((citation) => [citation.sourceId, documentKey(citation)]));
  let text = '';
  let previous: Claim | undefined;
  for (const claim of claims) {
    if (previous !== undefined) text += separator(previous, claim, documentOf);
    text += `${claim.text} ${claim.supported ? inlineMarkers(claim.citations) : unverifiedMarker}`;
    previous = claim;
  }
  return text;
}

function separator(previous: Claim, claim: Claim, documentOf: ReadonlyMap<number, string>): string {
  const document = ({ citations: [first] }: Claim) =>
    first === undefined ? undefined : documentOf.get(first);
  if (document(previous) !== document(claim)) return '\n\n';
  return standsAlone.test(previous.text) || standsAlone.test(claim.text) ? '\n' : ' ';
}

/** Text with each run of white space as one space: lines of a page are not lines of an answer. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
