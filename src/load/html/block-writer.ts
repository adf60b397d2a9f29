import type { Block, ChunkKind } from '../../types.ts';
import { collapse } from './tree.ts';

/** Writes text block by block, `\n\n` between them, and keeps their ranges. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  readonly #done: string[] = [];
  #length = 0;
  #parts: string[] = [];
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

  /** Adds inline text with white space joined across calls. */
  write(text: string): void {
    const joined = collapse(text);
    const addition = this.#atSpace ? joined.replace(/^ /, '') : joined;
    if (addition === '') return;
    this.#parts.push(this.#prefix + addition);
    this.#prefix = '';
    this.#atSpace = addition.endsWith(' ');
  }

  /** Adds text as it is. */
  writeVerbatim(text: string): void {
    if (text !== '') this.#parts.push(text);
  }

  /** Begins a line that is indented once text follows. False when the line has no text yet; its mark stays then. */
  newLine(indent = ''): boolean {
    const last = this.#parts.length - 1;
    if (last < 0 || this.#parts[last] === '\n') return false;
    this.#parts[last] = this.#parts[last]!.replace(/ $/, '');
    this.#parts.push('\n');
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
    const content = kind === 'code' ? written.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : written.trim();
    this.#parts = [];
    this.#atSpace = true;
    this.#prefix = '';
    if (content.trim() === '') return undefined;
    const separator = this.#length > 0 ? '\n\n' : '';
    const charStart = this.#length + separator.length;
    const block: Block = { kind, charStart, charEnd: charStart + content.length };
    this.#done.push(separator, content);
    this.#length = block.charEnd;
    this.blocks.push(block);
    return block;
  }
}
