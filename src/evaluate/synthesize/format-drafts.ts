/** A query drafted from a chunk, with the quote that its answer rests on. */
export interface DraftedQuery {
  readonly query: string;
  readonly answer: string;
  readonly documentId: string;
  /** The chunk that it was drafted from. */
  readonly chunkId: string;
  /** That chunk, and neighbours that hold the whole quote too. */
  readonly relevantChunks: readonly string[];
  /** Exactly `document.text.slice(charStart, charEnd)`. */
  readonly quote: string;
  readonly charStart: number;
  readonly charEnd: number;
}

/** What drafts were made of. */
export interface DraftOrigin {
  readonly collection: string;
  /** `provider:model`. */
  readonly model: string;
}

/**
 * A query set in YAML that says that it is drafts, with the quote above each. JSON strings are YAML strings, so what a
 * model wrote is quoted as such.
 */
export function formatDrafts(drafts: readonly DraftedQuery[], origin: DraftOrigin): string {
  return `${header(origin)}${drafts.map(formatDraft).join('\n\n')}\n`;
}

function formatDraft({ query, answer, documentId, relevantChunks, quote }: DraftedQuery): string {
  return [
    `  # draft, from: ${JSON.stringify(quote)}`,
    `  - query: ${JSON.stringify(query)}`,
    `    answer: ${JSON.stringify(answer)}`,
    `    relevantDocuments: { ${JSON.stringify(documentId)}: 2 }`,
    `    relevantChunks: { ${relevantChunks.map((id) => `${JSON.stringify(id)}: 2`).join(', ')} }`,
  ].join('\n');
}

const header = ({
  collection,
  model,
}: DraftOrigin) => `# DRAFTS, to be checked by a person: written by ${JSON.stringify(model)} for \`pincite eval\`.
#
# Delete what nobody would ask, reword what repeats the document, and correct the answers. Each query was drafted from one
# chunk, so other places that answer it are not listed: \`pincite eval <this file> --label\` shows what else is found. Ids of
# chunks change with the way of cutting; delete relevantChunks where chunk sizes are compared.
collection: ${JSON.stringify(collection)}
queries:
`;
