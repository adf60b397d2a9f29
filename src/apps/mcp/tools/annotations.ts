/** Nothing of this reaches beyond the documents that were added. */
export const reading = (title: string) =>
  ({ title, readOnlyHint: true, idempotentHint: true, openWorldHint: false }) as const;
