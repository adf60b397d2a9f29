import { z } from 'zod';
import { buildCitation } from '../../answer/cite/citation.ts';
import { locateQuote, type QuoteLocation } from '../../answer/cite/locate.ts';
import { NoDocumentsFoundError } from '../../errors.ts';
import type { Citation } from '../../types.ts';
import { collectionNameSchema, parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { requireWhole } from './read-whole.ts';

const offset = z.int().min(0);

/** What `cite` takes: a quote, or a span. */
export interface QuotedPlace {
  /** The collection of the document; `default` unless given. */
  readonly collection?: string;
  /** The document that is cited. */
  readonly documentId: string;
  /** A version of it, from 1; the present one unless given. */
  readonly version?: number;
  /** Words of the document, 1 to 20,000 characters; where they stand is looked for, first at `charStart` where that is given. */
  readonly quote?: string;
  /** Where the span begins, in UTF-16 code units of the document's text. */
  readonly charStart?: number;
  /** Where the span ends: the unit after its last one. */
  readonly charEnd?: number;
}

export const quotedPlaceSchema = z
  .strictObject({
    collection: collectionNameSchema.optional(),
    documentId: z.string().min(1),
    version: z.int().min(1).optional(),
    quote: z.string().min(1).max(20_000).optional(),
    charStart: offset.optional(),
    charEnd: offset.optional(),
  })
  .refine(
    ({ quote, charStart, charEnd }) => quote !== undefined || (charStart ?? Infinity) < (charEnd ?? 0),
    {
      message: 'give a quote, or charStart and a larger charEnd',
      path: ['quote'],
    },
  );

/** @throws NoDocumentsFoundError when there is no such document, or its text ends before the span does. */
export async function cite({ store }: Parts, given: QuotedPlace): Promise<Citation> {
  const { quote, charStart, charEnd, ...named } = parseOptions(quotedPlaceSchema, given, 'quoted place');
  const { documentId, version } = named;
  const { document, content, collection, reference } = await requireWhole(store, documentId, named);
  const location: QuoteLocation =
    quote === undefined
      ? { charStart: charStart!, charEnd: charEnd!, located: 'exact', similarity: 1 }
      : locateQuote(content.text, quote, charStart === undefined ? {} : { charStart });
  if (location.charEnd > content.text.length) {
    throw new NoDocumentsFoundError(`“${document.title}” ends at character ${content.text.length}`, {
      hint: 'It may have changed: ask again.',
      context: { document: documentId, collection, charStart, charEnd },
    });
  }
  const chunks = await store.chunksOf(collection, reference);
  const chunk =
    chunks.findLast((one) => one.charStart <= location.charStart && location.charStart < one.charEnd) ??
    chunks[0];
  const chunkId = chunk?.chunkId ?? `${documentId}#0000`;
  const parts = { sourceId: 1, chunk: { chunkId, documentVersion: version }, retrievalScore: 1 };
  return buildCitation({ ...parts, document, content, location });
}
