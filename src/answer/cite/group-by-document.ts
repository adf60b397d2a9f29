import type { Citation, CitedAnswer } from '../../types.ts';
import { documentKey } from '../../util/document-key.ts';

interface Excerpt {
  readonly charStart: number;
  charEnd: number;
}

/**
 * One entry a document, in the order of their first citations. Its excerpts are exact slices of its text, in
 * reading order: quotes of one paragraph that overlap or stand side by side are one.
 *
 * @param textOf the whole text of a citation's document.
 */
export function groupByDocument(
  citations: readonly Citation[],
  textOf: (citation: Citation) => string,
): CitedAnswer['groups'] {
  const keys = [...new Set(citations.map(documentKey))];
  return keys.map((key) => {
    const own = citations.filter((citation) => documentKey(citation) === key);
    const first = own[0]!;
    const text = textOf(first);
    return {
      collection: first.collection,
      documentId: first.documentId,
      title: first.title,
      sourcePath: first.sourcePath,
      citations: own.map(({ sourceId }) => sourceId),
      excerpts: merged(own, text).map(({ charStart, charEnd }) => text.slice(charStart, charEnd)),
    };
  });
}

/** Nothing, or white space without a blank line. */
const sideBySide = /^(?:[^\S\n]*\n)?[^\S\n]*$/;

function merged(citations: readonly Citation[], text: string): Excerpt[] {
  const excerpts: Excerpt[] = [];
  for (const { charStart, charEnd } of citations.toSorted((a, b) => a.charStart - b.charStart)) {
    const last = excerpts.at(-1);
    if (last !== undefined && sideBySide.test(text.slice(last.charEnd, charStart))) {
      last.charEnd = Math.max(last.charEnd, charEnd);
    } else excerpts.push({ charStart, charEnd });
  }
  return excerpts;
}
