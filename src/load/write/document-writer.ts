import type { Block, ChunkKind, Link, LoadedDocument, Section, Table } from '../../types.ts';
import { checkLimit } from '../source/limits.ts';
import type { LoadRequest } from '../loader.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { type Grid, markdownTable } from './markdown-table.ts';
import { moved, movedTable } from './moved.ts';

/** What a document has beside its pages and what it says of itself. */
export type Written = Pick<LoadedDocument, 'text' | 'sections' | 'blocks' | 'tables' | 'links'>;

interface OpenSection {
  readonly heading: string;
  readonly level: number;
  /** Undefined until text of it is written. */
  charStart: number | undefined;
  charEnd: number | undefined;
}

/** Tables with more cells in all are in the text alone, which bounds what a long file takes. */
const mostCells = 200_000;
const separator = '\n\n';

/** Writes a document block by block, `\n\n` between them, and keeps where its parts stand. */
export class DocumentWriter {
  readonly #request: Pick<LoadRequest, 'name' | 'limits'>;
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #sections: OpenSection[] = [];
  readonly #open: OpenSection[] = [];
  readonly #tables: Table[] = [];
  readonly #links: Link[] = [];
  #length = 0;
  #cells = 0;

  /** @param request says how long the text may become. */
  constructor(request: Pick<LoadRequest, 'name' | 'limits'>) {
    this.#request = request;
  }

  /**
   * Adds a block; white space at its end, and blank lines at its beginning, are left out, and so is a block of nothing else.
   * @throws LimitExceededError when the text becomes longer than `maxChars`.
   */
  block(kind: ChunkKind, text: string): void {
    const content = text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
    if (content === '') return;
    const charStart = this.#write(content);
    this.#blocks.push({ kind, charStart, charEnd: this.#length });
  }

  /** Begins a section with its heading as a block; sections of the same level and deeper ones end. */
  heading(heading: string, level: number): void {
    this.section(heading, level);
    this.block('heading', oneLine(heading));
  }

  /** Begins a section whose heading does not stand in the text; it is dropped when nothing is written before it ends. */
  section(heading: string, level: number): void {
    this.endSections(level);
    const name = oneLine(heading);
    if (name === '') return;
    const section = {
      heading: name,
      level: Math.min(level, 6),
      charStart: undefined,
      charEnd: undefined,
    };
    this.#sections.push(section);
    this.#open.push(section);
  }

  /** Ends the open sections of a level and of deeper ones. */
  endSections(level: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.level >= Math.min(level, 6)) {
      this.#open.pop()!.charEnd = this.#length;
    }
  }

  table(grid: Grid): void {
    const { markdown, table } = markdownTable(grid);
    const charStart = this.#write(markdown);
    this.#blocks.push({ kind: 'table', charStart, charEnd: this.#length });
    this.#addTable(table, charStart);
  }

  /** Adds another document's text, its sections below the one that is open; its pages are left out. */
  append({ text, blocks, sections, tables, links }: Written): void {
    const content = text.trimEnd();
    if (content === '') return;
    const offset = this.#write(content);
    const above = this.#open.at(-1)?.level ?? 0;
    for (const block of blocks) this.#blocks.push(moved(block, offset));
    for (const { heading, level, charStart, charEnd } of sections) {
      const place = moved({ charStart, charEnd: Math.min(charEnd, content.length) }, offset);
      this.#sections.push({ heading, level: Math.min(6, level + above), ...place });
    }
    for (const table of tables ?? []) this.#addTable(withoutPlace(table), offset);
    for (const link of links ?? []) this.#links.push(moved(link, offset));
  }

  #addTable(table: Table, offset: number): void {
    this.#cells += table.cells.length;
    if (this.#cells <= mostCells) this.#tables.push(movedTable(table, offset));
  }

  finish(): Written {
    this.endSections(1);
    return {
      text: this.#parts.join(''),
      sections: this.#sections.filter(isWritten),
      blocks: this.#blocks,
      ...(this.#tables.length > 0 ? { tables: this.#tables } : {}),
      ...(this.#links.length > 0 ? { links: this.#links } : {}),
    };
  }

  /** Where the content begins. */
  #write(content: string): number {
    const before = this.#length > 0 ? separator : '';
    const charStart = this.#length + before.length;
    this.#parts.push(before, content);
    this.#length = charStart + content.length;
    checkLimit(this.#request, 'maxChars', this.#length);
    for (const section of this.#open) section.charStart ??= charStart;
    return charStart;
  }
}

/** A table of a document whose pages are left out. */
function withoutPlace(table: Table): Table {
  return { ...table, cells: table.cells.map(({ rect: _rect, ...cell }) => cell), rects: [] };
}

function isWritten(section: OpenSection | Section): section is Section {
  return section.charStart !== undefined && section.charEnd !== undefined;
}
