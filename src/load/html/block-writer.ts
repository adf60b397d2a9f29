import type { Block, ChunkKind, Link } from '../../types.ts';
import { collapse } from './tree.ts';

interface OpenLink {
  readonly url: string;
  /** Where its text begins in the present block; undefined before there is any. */
  charStart: number | undefined;
}

/** Characters, so that asking often costs little. */
const longestBegun = 12;

/** Writes text block by block, `\n\n` between them, and keeps the ranges of blocks and links. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  /** One that goes over several blocks is several. */
  readonly links: Link[] = [];
  readonly #done: string[] = [];
  #length = 0;
  #parts: string[] = [];
  /** Of all parts. */
  #written = 0;
  #openLink: OpenLink | undefined;
  /** In characters of the parts. */
  #blockLinks: Link[] = [];
  /** White space now would be the first on its line, or follow other white space. */
  #atSpace = true;
  #prefix = '';

  get text(): string {
    return this.#done.join('');
  }

  /** The text of the block that ended last. */
  get lastBlock(): string {
    return this.#done.at(-1) ?? '';
  }

  /** What the present block has so far, where that is short; else nothing. */
  get begun(): string {
    return this.#written > longestBegun ? '' : this.#parts.join('');
  }

  /** Adds inline text with white space joined across calls. */
  write(text: string): void {
    const joined = collapse(text);
    const addition = this.#atSpace ? joined.replace(/^ /, '') : joined;
    if (addition === '') return;
    this.#push(this.#prefix);
    this.#prefix = '';
    this.#beginLink();
    this.#push(addition);
    this.#atSpace = addition.endsWith(' ');
  }

  /** Adds text as it is. */
  writeVerbatim(text: string): void {
    if (text === '') return;
    this.#beginLink();
    this.#push(text);
  }

  /** Ends a line of text that is kept as it is, unless it is empty. */
  endVerbatimLine(): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && !last.endsWith('\n')) this.#push('\n');
  }

  /** What is written until `endLink` leads to a URL. */
  startLink(url: string): void {
    this.endLink();
    this.#openLink = { url, charStart: undefined };
  }

  endLink(): void {
    this.#closeLink();
    this.#openLink = undefined;
  }

  /** Begins a line that is indented once text follows. False when the line has no text yet; its mark stays then. */
  newLine(indent = ''): boolean {
    const last = this.#parts.pop();
    if (last === undefined) return false;
    this.#written -= last.length;
    this.#push(last.replace(/ $/, ''));
    if (last === '\n') return false;
    this.#push('\n');
    this.#atSpace = true;
    this.#prefix = indent;
    return true;
  }

  /** Sets what goes before the next text, such as the mark of a list item. */
  mark(prefix: string): void {
    this.#prefix = prefix;
  }

  /** Ends the block; undefined when it has only white space, which is dropped. */
  endBlock(kind: ChunkKind): Block | undefined {
    const written = this.#parts.join('');
    const trimmed = kind === 'code' ? written.replace(/^(?:[^\S\n]*\n)+/, '') : written.trimStart();
    const content = trimmed.trimEnd();
    this.#closeLink();
    const links = this.#blockLinks;
    this.#blockLinks = [];
    this.#parts = [];
    this.#written = 0;
    this.#atSpace = true;
    this.#prefix = '';
    if (content.trim() === '') return undefined;
    const separator = this.#length > 0 ? '\n\n' : '';
    const charStart = this.#length + separator.length;
    const block: Block = { kind, charStart, charEnd: charStart + content.length };
    this.#done.push(separator, content);
    this.#length = block.charEnd;
    this.blocks.push(block);
    this.#keepLinks(links, written, charStart - (written.length - trimmed.length));
    return block;
  }

  #push(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.#written += part.length;
  }

  #beginLink(): void {
    if (this.#openLink) this.#openLink.charStart ??= this.#written;
  }

  #closeLink(): void {
    const link = this.#openLink;
    if (link?.charStart === undefined) return;
    this.#blockLinks.push({ url: link.url, charStart: link.charStart, charEnd: this.#written });
    link.charStart = undefined;
  }

  /** Puts links at their place in the text, without the white space at their ends. */
  #keepLinks(links: readonly Link[], written: string, offset: number): void {
    for (const { url, charStart, charEnd } of links) {
      const words = written.slice(charStart, charEnd);
      const start = charStart + words.length - words.trimStart().length;
      const end = start + words.trim().length;
      if (start < end) this.links.push({ url, charStart: start + offset, charEnd: end + offset });
    }
  }
}
