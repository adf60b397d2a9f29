import { z } from 'zod';
import { buildCitation } from '../answer/cite/citation.ts';
import { locateQuote, type QuoteLocation } from '../answer/cite/locate.ts';
import { NoDocumentsFoundError } from '../errors.ts';
import type { Citation } from '../types.ts';
import { collectionNameSchema, parseOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { requireWhole } from './read-whole.ts';

const offset = z.int().min(0);

const quotedPlaceSchema = z
  .strictObject({
    /** `default` unless given. */
    collection: collectionNameSchema.optional(),
    documentId: z.string().min(1),
    /** The present one unless given. */
    version: z.int().min(1).optional(),
    /** Words of the document; where they stand is looked for, first at `charStart` where that is given. */
    quote: z.string().min(1).max(20_000).optional(),
    /** UTF-16 code units of the document's text, half-open. */
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
export type QuotedPlace = z.input<typeof quotedPlaceSchema>;

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
