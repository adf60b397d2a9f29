/** Something is wrong with what is stored. */
export interface StoreProblem {
  /** The collection that it is in. */
  readonly collection?: string | undefined;
  /** The document that it is of. */
  readonly documentId?: string | undefined;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** Only what follows from the documents can be repaired: indexes, filter values, rows without a document. */
  readonly isRepaired: boolean;
}

export interface CheckOptions {
  /** Makes anew what follows from the documents and is wrong. */
  readonly repair?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of documents that have been looked at. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What `check` found. */
export interface StoreCheck {
  /** How many were looked at. */
  readonly documents: number;
  /** How many were looked at. */
  readonly chunks: number;
  /** Empty when all is well. */
  readonly problems: readonly StoreProblem[];
}

/** What `vacuum` gave back. */
export interface VacuumResult {
  /** Of all files of the store. */
  readonly bytesBefore: number;
  /** Size of the store's files afterwards. */
  readonly bytesAfter: number;
}

export interface BackupOptions {
  /** Takes the place of an earlier backup. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a backup holds. */
export interface BackupResult {
  /** Absolute path. */
  readonly folder: string;
  /** How many it has. */
  readonly collections: number;
  /** How many it has, earlier versions aside. */
  readonly documents: number;
  /** How many it has. */
  readonly chunks: number;
  /** Size of its files. */
  readonly bytes: number;
}

/** What a store that keeps its own files can do for them. */
export interface StoreMaintenance {
  /** Looks at every document, chunk, vector and index. Documents that come or go meanwhile are no problem. */
  check(options?: CheckOptions): Promise<StoreCheck>;
  /**
   * Gives the room of deleted data back to the disk; nothing of it is left in any file afterwards. Readers go on;
   * writers wait.
   *
   * @throws StoreError when a reader holds an old state for longer than a minute, or the disk is full: the store is
   * then as it was.
   */
  vacuum(options?: { readonly signal?: AbortSignal | undefined }): Promise<VacuumResult>;
  /**
   * Writes one state of the store into a folder that is itself a store, while others read and write. What is there
   * at last is checked and whole; a failure leaves nothing.
   *
   * @throws StoreError when the folder is not empty, or is no backup.
   */
  backup(folder: string, options?: BackupOptions): Promise<BackupResult>;
}
