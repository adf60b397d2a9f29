/** A document to draft a query from. */
export interface SkeletonDocument {
  readonly documentId: string;
  readonly title: string;
}

/**
 * A query set in YAML to start from: a query a document, drafted from its title for a person to rewrite. JSON strings
 * are YAML strings, so ids and titles are quoted as such.
 */
export function formatSkeleton(collection: string, documents: readonly SkeletonDocument[]): string {
  const titles = new Map<string, number>();
  const entries = documents.map(({ documentId, title }) => {
    const seen = titles.get(title.toLowerCase()) ?? 0;
    titles.set(title.toLowerCase(), seen + 1);
    const query = seen === 0 ? title : `${title} (${seen + 1})`;
    return [
      `  - query: ${JSON.stringify(query)}`,
      '    relevantDocuments:',
      `      ${JSON.stringify(documentId)}: 2`,
    ].join('\n');
  });
  return `${header(collection)}${entries.join('\n\n')}\n`;
}

const header = (collection: string) => `# Queries with known answers, for \`pincite eval\`.
#
# Rewrite each query as a question that your users ask, and add some that span several documents. Grades: 0
# irrelevant, 1 somewhat relevant, 2 highly relevant; documents that are not listed count as irrelevant, so let
# \`pincite eval <this file> --label\` show you what else is found. Further keys of a query: relevantPages,
# relevantChunks, expectedCollections, expectedFilters, and answer (null where the documents do not answer).
collection: ${JSON.stringify(collection)}
queries:
`;
