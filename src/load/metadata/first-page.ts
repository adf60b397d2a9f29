/** A text and where its pages are. */
export interface Paged {
  readonly text: string;
  readonly pages: readonly { readonly charStart: number; readonly charEnd: number }[];
}

/** Pages from the first on where titles and notices of copyright stand. */
export const frontPages = 3;

/** The text of the first page, none where that is a picture; of a document without pages all of it. */
export function firstPageOf({ text, pages: [page] }: Paged): string {
  return page ? text.slice(page.charStart, page.charEnd) : text;
}

/** The text of the first pages. */
export function frontOf({ text, pages }: Paged): string {
  return text.slice(0, pages[frontPages - 1]?.charEnd);
}
