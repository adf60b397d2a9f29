import { ByteReader, ByteWriter } from '../../../../util/byte-writer.ts';
import { PostingList } from './posting-codec.ts';
import { keyBytes } from './term-key.ts';

/** A page is closed when it is this long; a term with more postings has a longer page to itself. */
const fullPageBytes = 8192;

/** The postings of one term in a page, still encoded. */
interface PageEntry {
  readonly key: string;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/**
 * Terms of a segment with their postings, in order of their keys:
 *
 *   (key length, key, posting count, length of the postings in bytes, postings)…
 */
export class Page {
  readonly bytes: Uint8Array;
  private readonly lists = new Map<string, PostingList | undefined>();
  private overhead = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Bytes in memory. */
  get size(): number {
    return this.bytes.length + this.overhead;
  }

  /** The term's postings, kept decoded as far as they have been read; `undefined` when it has none here. */
  find(key: string): PostingList | undefined {
    if (this.lists.has(key)) return this.lists.get(key);
    const list = this.search(key);
    this.lists.set(key, list);
    this.overhead += 100 + (list?.overhead ?? 0);
    return list;
  }

  *entries(): Generator<PageEntry> {
    const reader = new ByteReader(this.bytes);
    while (!reader.atEnd) {
      const key = reader.key();
      const count = reader.varint();
      yield { key, count, bytes: reader.take(reader.varint()) };
    }
  }

  private search(key: string): PostingList | undefined {
    const wanted = keyBytes(key);
    const reader = new ByteReader(this.bytes);
    while (!reader.atEnd) {
      const length = reader.varint();
      const isWanted = length === wanted.length && this.holds(wanted, reader.position);
      reader.position += length;
      const count = reader.varint();
      const size = reader.varint();
      if (isWanted) return new PostingList(reader.take(size), count);
      reader.position += size;
    }
    return undefined;
  }

  private holds(wanted: Uint8Array, position: number): boolean {
    for (let index = 0; index < wanted.length; index += 1) {
      if (this.bytes[position + index] !== wanted[index]) return false;
    }
    return true;
  }
}

/** Fills pages with terms, which come in order of their keys. */
export class PageWriter {
  private readonly page = new ByteWriter();
  private readonly postings = new ByteWriter();
  private firstKey: string | undefined;
  private readonly save: (firstKey: string, bytes: Uint8Array) => void;

  constructor(save: (firstKey: string, bytes: Uint8Array) => void) {
    this.save = save;
  }

  add(key: string, count: number, write: (writer: ByteWriter) => void): void {
    this.postings.clear();
    write(this.postings);
    const { length } = this.postings;
    if (this.page.length > 0 && this.page.length + length > fullPageBytes) this.flush();
    this.firstKey ??= key;
    this.page.key(key);
    this.page.varint(count);
    this.page.varint(length);
    this.page.append(this.postings);
    if (this.page.length >= fullPageBytes) this.flush();
  }

  /** Saves the page that is not full yet. */
  flush(): void {
    if (this.firstKey === undefined) return;
    this.save(this.firstKey, this.page.view());
    this.page.clear();
    this.firstKey = undefined;
  }
}
