/** Letters and digits in lower case: queries with the same key are the same question, whatever the punctuation. */
export function queryKey(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
