import { z } from 'zod';
import { NoDocumentsFoundError } from '../../errors.ts';
import { citationSchema, type Citation } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import { parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { readWhole, type WholeDocument } from './read-whole.ts';

export interface CitedPlace extends WholeDocument {
  readonly citation: Citation;
}

/**
 * The document, or version of it, that a citation quotes, as it is stored now.
 * @throws ConfigError for what is no citation; NoDocumentsFoundError when the document is gone, or says something else
 * at the cited place by now.
 */
export async function findCitedPlace({ store }: Parts, given: Citation): Promise<CitedPlace> {
  const citation = parseOptions(citationSchema, given, 'citation');
  const { collection, title, charStart, charEnd, quote } = citation;
  const reference = documentReference(citation);
  const found = await readWhole(store, collection, reference);
  if (found === undefined) {
    throw new NoDocumentsFoundError(`The cited document ${reference} is not there any more`, {
      hint: 'Add it again, and ask again: citations are of what was stored then.',
      context: { document: citation.documentId, collection },
    });
  }
  if (found.content.text.slice(charStart, charEnd) === quote) return { citation, ...found };
  throw new NoDocumentsFoundError(
    `“${title}” has changed since it was cited: the quote is not there any more`,
    {
      hint: 'Ask again. With `keepVersions`, citations of earlier versions stay good.',
      context: { document: citation.documentId, collection, charStart, charEnd },
    },
  );
}

/** What `surroundings` takes. */
export interface SurroundingsOptions {
  /**
   * How much of the text before the quote, and of the text after it, at most: characters, 0 to 100,000, in whole words.
   * @default 400
   */
  readonly characters?: number;
}

export const surroundingsOptionsSchema = z.strictObject({
  characters: z.int().min(0).max(100_000).default(400),
});

/** A quote and the text around it: together an exact slice of the document's text. */
export interface Surroundings {
  /** The text before the quote. */
  readonly before: string;
  /** The quote. */
  readonly quote: string;
  /** The text after the quote. */
  readonly after: string;
}

export async function surroundingsOf(
  parts: Parts,
  given: Citation,
  options: SurroundingsOptions = {},
): Promise<Surroundings> {
  const { characters } = parseOptions(surroundingsOptionsSchema, options, 'options of surroundings');
  const { citation, content } = await findCitedPlace(parts, given);
  const { charStart, charEnd, quote } = citation;
  const from = Math.max(0, charStart - characters);
  const to = Math.min(content.text.length, charEnd + characters);
  const before = content.text.slice(from, charStart);
  const after = content.text.slice(charEnd, to);
  return {
    before: from === 0 ? before : before.replace(/^\S*\s*/, ''),
    quote,
    after: to === content.text.length ? after : after.replace(/\s*\S*$/, ''),
  };
}
