/**
 * Pictures of pages that were drawn lately, by what they show, as many as fit into so many bytes. Of all tenants: who asks must have been
 * shown the document first.
 */
export class Pictures {
  readonly #most: number;
  readonly #pictures = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get(key: string): Uint8Array | undefined {
    const picture = this.#pictures.get(key);
    if (picture !== undefined) {
      this.#pictures.delete(key);
      this.#pictures.set(key, picture);
    }
    return picture;
  }

  set(key: string, picture: Uint8Array): void {
    if (this.#pictures.has(key)) return;
    this.#pictures.set(key, picture);
    this.#bytes += picture.length;
    for (const [oldest, { length }] of this.#pictures) {
      if (this.#bytes <= this.#most) break;
      this.#pictures.delete(oldest);
      this.#bytes -= length;
    }
  }
}
