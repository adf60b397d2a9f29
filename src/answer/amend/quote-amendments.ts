import type { CitedAnswer, Citation, Passage } from '../../types.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import type { AnswerEvent, Draft } from '../draft.ts';
import { replacing, type Amendment } from './amendments.ts';

type Contradictions = NonNullable<CitedAnswer['contradictions']>;

interface Quoting {
  readonly draft: Draft;
  /** Those that the numbers of passages count; further ones are put at the end. */
  readonly passages: Passage[];
  readonly answered: boolean;
}

/** Quotes what changes the places that an answer quotes: as a claim of its own, of no answer as one more of the nearest places. */
export async function* quoteAmendments(
  amendments: readonly Amendment[],
  { draft, passages, answered }: Quoting,
): AsyncGenerator<AnswerEvent, { contradictions: Contradictions; warnings: string[] }> {
  const contradictions: Contradictions[number][] = [];
  const warnings: string[] = [];
  for (const { of, change, by, passage, quote, charStart } of amendments) {
    const span = { ...passage, charStart, charEnd: charStart + quote.length };
    const isKnown = draft.list.citations.some((citation) => isOver(citation, span));
    if (!passages.includes(passage)) passages.push(passage);
    const support = { passage: passages.indexOf(passage), quote, charStart };
    if (!isKnown) yield* answered ? draft.add({ text: quote, supports: [support] }, {}) : draft.cite(support);
    const { citations } = draft.list;
    const changing = citations.find((citation) => isOver(citation, span));
    const changed = citations.find(
      (citation) => documentKey(citation) === documentKey(of) && citation.charStart === of.charStart,
    );
    if (changing === undefined || changed === undefined || changing === changed) continue;
    contradictions.push({ citations: [changed.sourceId, changing.sourceId], values: [], change });
    const what = change === replacing ? 'replaces or changes' : `${change} of`;
    const who = [by, `[${changing.sourceId}]`].filter(Boolean).join(' ');
    warnings.push(`${who} ${what} “${changed.title}” [${changed.sourceId}].`);
  }
  return { contradictions, warnings };
}

type Span = Pick<Citation, 'collection' | 'documentId' | 'charStart' | 'charEnd'>;

const isOver = (one: Span, other: Span): boolean =>
  documentKey(one) === documentKey(other) && one.charStart < other.charEnd && other.charStart < one.charEnd;
