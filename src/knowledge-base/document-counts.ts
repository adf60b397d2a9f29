/** What became of documents: the same names wherever documents are stored, by whatever call. */
export interface DocumentCounts {
  /** New ones. */
  readonly documentsInserted: number;
  /** Those that took the place of an earlier state. */
  readonly documentsReplaced: number;
  /** Stored already, with the same bytes, description and settings of reading and cutting. */
  readonly documentsSkipped: number;
}
