import type { Page } from './page.ts';
import type { PostingList } from './posting-codec.ts';

/** The pages that were used last, in a bounded number of bytes. */
export class PageCache {
  private readonly pages = new Map<number, Page>();
  private readonly mostBytes: number;
  private bytes = 0;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /** The term's postings in the page of that number, which never changes; `load` reads it when it is not here. */
  find(number: number, load: () => Page, key: string): PostingList | undefined {
    const known = this.pages.get(number);
    const page = known ?? load();
    const before = known ? page.size : 0;
    const list = page.find(key);
    this.bytes += page.size - before;
    // The last in the map is the one used last, once the order will soon be asked for.
    if (known && this.bytes > this.mostBytes / 2) this.pages.delete(number);
    this.pages.set(number, page);
    this.shrink();
    return list;
  }

  private shrink(): void {
    if (this.bytes <= this.mostBytes) return;
    for (const [number, page] of this.pages) {
      if (this.bytes <= this.mostBytes || this.pages.size === 1) return;
      this.pages.delete(number);
      this.bytes -= page.size;
    }
  }
}
