import { ask, forgetAnswers } from '../api.ts';
import { apiOf, placeOf, type Place } from '../parts/place.ts';
import type { Citation, Text } from '../shapes.ts';

/** Where what was cited stands in the document as it is now. */
export interface Stands {
  /** What was looked for. */
  readonly given: Place;
  readonly place: Place;
  /** How the document was changed since the answer: the words stand elsewhere in it, or no more. */
  readonly change?: 'moved' | 'gone';
}

/** Looks whether a cited place still has its words: answers are kept while documents are changed. */
export async function whereItStands(given: Place): Promise<Stands> {
  const { citation, charStart, charEnd } = given;
  if (citation === undefined) return { given, place: given };
  const { text } = await ask<Text>(apiOf(given, '/text', { charStart, charEnd }));
  if (text === citation.quote) return { given, place: given };
  const { collection, documentId, documentVersion: version, quote } = citation;
  const body = { collection, documentId, version, quote, charStart };
  const found = await ask<Citation>('/v1/citations/verify', { body });
  const isThere = found.located === 'exact' || found.located === 'normalised';
  if (isThere && found.charStart === charStart) return { given, place: given };
  forgetAnswers(); // what was asked for before may be of the former document
  return isThere
    ? { given, place: placeOf({ ...found, n: citation.n }), change: 'moved' }
    : { given, place: { ...given, charEnd: charStart, citation: undefined }, change: 'gone' };
}
