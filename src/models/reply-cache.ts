/** What a language model wrote, by the hash of everything that it was asked. */
export interface CachedReply {
  /** SHA-256 of the model's name and the request, 64 lower-case hex digits. */
  readonly hash: string;
  readonly text: string;
}

/** Replies that were paid for once, so that the same is not asked again. */
export interface ReplyCache {
  /** One entry a hash, in order; `undefined` where the cache has none. */
  get(hashes: readonly string[]): Promise<(string | undefined)[]>;
  /** Called after every reply, so that an interrupted run keeps what it has. */
  set(replies: readonly CachedReply[]): Promise<void>;
}
