import type { Page } from './page.ts';
import type { PostingList } from './posting-codec.ts';

/** The pages that were used last, in a bounded number of bytes. */
export class PageCache {
  private readonly pages = new Map<string, Page>();
  private readonly mostBytes: number;
  private bytes = 0;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /** The term's postings in the page of that name, which never changes; `load` reads it when it is not here. */
  find(name: string, load: () => Page, key: string): PostingList | undefined {
    const known = this.pages.get(name);
    const page = known ?? load();
    const before = known ? page.size : 0;
    const list = page.find(key);
    this.bytes += page.size - before;
    // The last in the map is the one used last.
    this.pages.delete(name);
    this.pages.set(name, page);
    this.shrink();
    return list;
  }

  private shrink(): void {
    for (const [name, page] of this.pages) {
      if (this.bytes <= this.mostBytes || this.pages.size === 1) return;
      this.pages.delete(name);
      this.bytes -= page.size;
    }
  }
}
