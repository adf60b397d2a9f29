import type { AnswerEvent, RetrieveResponse } from '../../../index.ts';
import { describePages } from './describe-pages.ts';
import { plural, shorten } from '../terminal/layout.ts';
import { ownSection } from './own-section.ts';

const mostPlaces = 3;

/** Who writes the answer, for which one may have to wait. */
export const describeAsking = ({ model, host }: Extract<AnswerEvent, { kind: 'asking' }>): string =>
  `Asking ${model}${host === undefined ? '' : ` at ${host}`} about what was found:`;

/** Where the best of what was found stands, a line each. */
export function describeFound({ hits, sources }: RetrieveResponse): string[] {
  const titles = new Map(sources.map(({ document }) => [document.documentId, document.title]));
  const places = hits.map(({ chunk: { documentId, pageNumbers, sectionHeading } }) => {
    const title = titles.get(documentId) ?? documentId;
    const named = [title, describePages(pageNumbers)].filter(Boolean).join(', ');
    const heading = ownSection(title, sectionHeading);
    return heading === undefined ? named : `${named} · ${shorten(heading, 60)}`;
  });
  const shown = [...new Set(places)].slice(0, mostPlaces).map((place) => `  ${place}`);
  const [chunks, documents] = [plural(hits.length, 'passage'), plural(sources.length, 'document')];
  return hits.length > mostPlaces ? [...shown, `  … ${chunks} of ${documents} in all`] : shown;
}
