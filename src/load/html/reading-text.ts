import type { Block, Link, Table } from '../../types.ts';
import type { Heading } from '../sections.ts';
import { BlockWriter } from './block-writer.ts';
import { isFurniture } from './furniture.ts';
import { BlockLooks, contentsLook, type BlockLook } from './look/block-look.ts';
import { linkTarget } from './link-target.ts';
import { Looks } from './look/look.ts';
import { moved, movedTable } from '../write/moved.ts';
import { dataTable } from './tables/table.ts';
import {
  attribute,
  collapse,
  floatsLeft,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  isBlock,
  isElement,
  isUnseen,
  textOf,
  walk,
} from './tree.ts';

export interface ReadingText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
  readonly tables: readonly Table[];
  readonly links: readonly Link[];
  /** How blocks are set, by index: of text, and of tables that are contents. */
  readonly looks: readonly (BlockLook | undefined)[];
}

interface List {
  readonly element: HtmlElement;
  /** The number of the next item; undefined in lists without numbers. */
  next: number | undefined;
}

interface OpenHeading {
  readonly element: HtmlElement;
  anchor: string | undefined;
  /** The nearest id before the heading without text between. */
  readonly fallback: string | undefined;
}

const maxIndentedDepth = 10;
const listNames = new Set(['ul', 'ol', 'dl', 'menu', 'dir']);
const isItemMark = /^(?:[•‣◦⁃∙▪●○■□–—·*†‡§-]|\(?[\p{L}\p{N}]{1,4}[.)])$/u;
/** Text of the links that tools put beside headings and terms to link to them. */
const permalink = /^(?:[#¶§]|🔗)$/u;

export interface ReadingOptions {
  /** A heading from elsewhere on the page that goes first. */
  readonly title?: HtmlElement | undefined;
  /** What links are relative to. */
  readonly base?: string | undefined;
  /** Read what frames the page too. */
  readonly keepsFurniture?: boolean;
  /** Texts that are no part of what the page says. */
  readonly leftOut?: ReadonlySet<HtmlNode>;
  /** Texts that the given ones go on with, whatever stands between. */
  readonly goesOn?: ReadonlyMap<HtmlNode, HtmlNode>;
}

/**
 * The text of an element as a reader sees it: blocks apart by empty lines, white space joined as in a browser, lists as
 * `- item` and `1. item`, data tables as Markdown, preformatted text as it is. Page furniture and hidden elements are left out.
 */
export function readingText(root: HtmlNode, { title, ...options }: ReadingOptions = {}): ReadingText {
  const reader = new Reader(root, options);
  if (title) reader.read(title);
  reader.read(root);
  return reader.finish();
}

class Reader {
  readonly #root: HtmlNode;
  readonly #base: string | undefined;
  readonly #keepsFurniture: boolean;
  readonly #leftOut: ReadonlySet<HtmlNode>;
  readonly #goesOn: ReadonlyMap<HtmlNode, HtmlNode>;
  /** What the block goes on with, until that is reached. */
  #next: HtmlNode | undefined;
  /** The text that comes stands beside the mark of an item, such as `•` or `(1)`. */
  #isBeside = false;
  readonly #looks = new Looks();
  readonly #blockLooks = new BlockLooks();
  readonly #looksByBlock: (BlockLook | undefined)[] = [];
  /** Names of places that were passed. */
  readonly #passed = new Set<string>();
  readonly #rows: HtmlElement[] = [];
  #leadsDown = false;
  readonly #writer = new BlockWriter();
  readonly #headings: Heading[] = [];
  readonly #tables: Table[] = [];
  readonly #lists: List[] = [];
  #heading: OpenHeading | undefined;
  #preformatted: HtmlElement | undefined;
  /** The nearest id since the last text. */
  #anchor: string | undefined;

  constructor(
    root: HtmlNode,
    { base, keepsFurniture = false, leftOut = new Set(), goesOn = new Map() }: Omit<ReadingOptions, 'title'>,
  ) {
    this.#root = root;
    this.#base = base;
    this.#leftOut = leftOut;
    this.#goesOn = goesOn;
    this.#keepsFurniture = keepsFurniture;
  }

  read(node: HtmlNode): void {
    walk(node, { enter: (inner) => this.#enter(inner), leave: (inner) => this.#leave(inner) });
  }

  finish(): ReadingText {
    this.#endBlock();
    const { text, blocks, links } = this.#writer;
    const looks = blocks.map((_, index) => this.#looksByBlock[index]);
    return { text, blocks, headings: this.#headings, tables: this.#tables, links, looks };
  }

  #enter(node: HtmlNode): boolean {
    if ('value' in node && !this.#leftOut.has(node)) this.#write(node);
    if (!isElement(node)) return true;
    if (isUnseen(node) || this.#isLeftOut(node)) return false;
    this.#noteAnchor(node);
    if (isPermalink(node)) return false;
    if (node.tagName === 'br') this.#breakLine(node);
    else if (node.tagName === 'a') this.#openLink(node);
    else if (this.#isListing(node)) this.#boundary();
    else if (isBlock(node)) return this.#enterBlock(node);
    return true;
  }

  #isLeftOut(element: HtmlElement): boolean {
    return !this.#keepsFurniture && element !== this.#root && isFurniture(element);
  }

  #enterBlock(element: HtmlElement): boolean {
    if (element.tagName === 'table' && !this.#heading && this.#writeTable(element)) return false;
    this.#boundary();
    if (element.tagName === 'tr') this.#rows.push(element);
    if (/^h[1-6]$/.test(element.tagName)) this.#openHeading(element);
    else if (listNames.has(element.tagName)) this.#openList(element);
    else if (element.tagName === 'li' || element.tagName === 'dt') this.#openItem(element);
    else if (element.tagName === 'pre' && !this.#heading) this.#openPreformatted(element);
    return true;
  }

  #leave(node: HtmlNode): void {
    if (!isElement(node)) return;
    if (node.tagName === 'a') this.#closeLink();
    if (!isBlock(node)) return;
    if (node === this.#rows.at(-1)) this.#rows.pop();
    if (this.#isMark(node)) this.#isBeside = true;
    if (node === this.#heading?.element) this.#closeHeading();
    else if (node === this.#preformatted) this.#closePreformatted();
    else if (node === this.#lists.at(-1)?.element) this.#closeList();
    else this.#boundary();
  }

  #write(node: HtmlText): void {
    const { value: text, parentNode } = node;
    const isBlank = collapse(text).trim() === '';
    // What was to come is not read, such as furniture of the page.
    if (this.#next !== undefined && node !== this.#next && !isBlank) this.#endNext();
    if (node === this.#next) this.#next = undefined;
    this.#next ??= this.#goesOn.get(node);
    this.#noteLook(text, parentNode);
    if (!isBlank) this.#isBeside = false;
    if (this.#preformatted) this.#writer.writeVerbatim(text);
    else this.#writer.write(text);
    if (!this.#heading && text.trim() !== '') this.#anchor = undefined;
  }

  #noteLook(text: string, parent: HtmlNode | null): void {
    if (this.#preformatted || this.#heading || this.#lists.length > 0 || !parent || !isElement(parent))
      return;
    this.#blockLooks.add(text, this.#looks.of(parent), {
      leadsDown: this.#leadsDown,
      row: this.#rows.at(-1),
      anchor: this.#anchor,
    });
  }

  /** A block begins or ends: in headings that is a space, in lists and preformatted text a line, elsewhere a block. */
  #boundary(): void {
    if (this.#preformatted) this.#writer.endVerbatimLine();
    else if (this.#goesOnInLine()) this.#writer.write(' ');
    else if (this.#lists.length > 0) this.#writer.newLine(this.#indent(1));
    else this.#endBlock();
  }

  #endNext(): void {
    this.#next = undefined;
    this.#boundary();
  }

  #goesOnInLine(): boolean {
    return this.#heading !== undefined || this.#next !== undefined || this.#isBeside;
  }

  /** Whether an element is set beside what follows and has but the mark of an item. */
  #isMark(node: HtmlNode | null): boolean {
    return node !== null && isElement(node) && floatsLeft(node) && isItemMark.test(this.#writer.begun.trim());
  }

  /** A second line break in a row shows as an empty line, so it ends the block. */
  #breakLine(node: HtmlElement): void {
    if (this.#preformatted) this.#writer.writeVerbatim('\n');
    else if (this.#goesOnInLine() || this.#isMark(node.parentNode)) this.#writer.write(' ');
    else if (!this.#writer.newLine(this.#indent(1)) && this.#lists.length === 0) this.#endBlock();
  }

  #endBlock(): void {
    this.#next = undefined;
    this.#isBeside = false;
    const look = this.#blockLooks.take();
    const block = this.#writer.endBlock(this.#lists.length > 0 ? 'list' : 'text');
    if (block?.kind === 'text') this.#looksByBlock[this.#writer.blocks.length - 1] = look;
  }

  #indent(extra: number): string {
    if (this.#lists.length === 0) return '';
    return '  '.repeat(Math.min(this.#lists.length - 1 + extra, maxIndentedDepth));
  }

  #openList(element: HtmlElement): void {
    if (this.#lists.length === 0 && !this.#heading) this.#endBlock();
    const start = Number.parseInt(attribute(element, 'start') ?? '1', 10);
    const first = Number.isNaN(start) ? 1 : start;
    this.#lists.push({ element, next: element.tagName === 'ol' ? first : undefined });
  }

  #closeList(): void {
    if (this.#lists.length === 1 && !this.#heading && !this.#preformatted) this.#endBlock();
    this.#lists.pop();
    this.#boundary();
  }

  #openItem(element: HtmlElement): void {
    const list = this.#lists.at(-1);
    if (!list || this.#heading || this.#preformatted) return;
    const value = Number.parseInt(attribute(element, 'value') ?? '', 10);
    if (list.next !== undefined && !Number.isNaN(value)) list.next = value;
    this.#writer.newLine();
    this.#writer.mark(this.#indent(0) + (list.next === undefined ? '- ' : `${list.next++}. `));
  }

  #openPreformatted(element: HtmlElement): void {
    if (this.#preformatted) return;
    this.#endBlock();
    this.#preformatted = element;
  }

  #closePreformatted(): void {
    this.#preformatted = undefined;
    this.#writer.endBlock('code');
  }

  #writeTable(element: HtmlElement): boolean {
    const data = this.#preformatted ? undefined : dataTable(element, this.#base);
    if (!data) return false;
    this.#endBlock();
    this.#writer.write(data.caption);
    this.#writer.endBlock('text');
    this.#writer.writeVerbatim(data.markdown);
    const { charStart } = this.#writer.endBlock('table')!;
    this.#tables.push(movedTable(data.table, charStart));
    for (const link of data.links) this.#writer.links.push(moved(link, charStart));
    if (isContents(data.links, data.table)) this.#looksByBlock[this.#writer.blocks.length - 1] = contentsLook;
    this.#anchor = undefined;
    return true;
  }

  #openHeading(element: HtmlElement): void {
    if (this.#heading || this.#preformatted) return;
    this.#endBlock();
    const own = attribute(element, 'id') || undefined;
    this.#heading = { element, anchor: own, fallback: this.#anchor };
  }

  #closeHeading(): void {
    const { element, anchor, fallback } = this.#heading!;
    this.#heading = undefined;
    const block = this.#writer.endBlock('heading');
    this.#anchor = undefined;
    if (!block) return;
    const id = anchor ?? fallback;
    this.#headings.push({
      text: this.#writer.lastBlock.replace(/\s+/g, ' '),
      level: Number(element.tagName[1]),
      charStart: block.charStart,
      ...(id === undefined ? {} : { anchor: id }),
    });
  }

  #openLink(element: HtmlElement): void {
    const href = attribute(element, 'href');
    this.#leadsDown = href?.startsWith('#') === true && !this.#passed.has(href.slice(1));
    const url = linkTarget(href, this.#base);
    if (url !== undefined) this.#writer.startLink(url);
  }

  #closeLink(): void {
    this.#leadsDown = false;
    this.#writer.endLink();
  }

  /** One of several listings that share a frame: the same in two languages, or line by line. */
  #isListing({ tagName, parentNode }: HtmlElement): boolean {
    return tagName === 'code' && parentNode === this.#preformatted;
  }

  #noteAnchor(element: HtmlElement): void {
    const id = attribute(element, 'id') || (element.tagName === 'a' ? anchorOf(element) : undefined);
    if (!id) return;
    this.#passed.add(id);
    if (this.#heading) this.#heading.anchor ??= id;
    else if (!/^h[1-6]$/.test(element.tagName)) this.#anchor = id;
  }
}

/** Links within the page in most rows of a table of contents. */
const isContents = (links: readonly Link[], { rowCount }: Table): boolean =>
  2 * links.filter(({ url }) => url.includes('#')).length > rowCount;

function isPermalink(element: HtmlElement): boolean {
  return (
    element.tagName === 'a' &&
    (attribute(element, 'href') ?? '#').includes('#') &&
    permalink.test(textOf(element))
  );
}

/** The place that a link marks by its name, or that it leads to beside a heading. */
function anchorOf(link: HtmlElement): string | undefined {
  const name = attribute(link, 'name');
  if (name || !isPermalink(link)) return name;
  return attribute(link, 'href')?.replace(/^[^#]*#/, '');
}
