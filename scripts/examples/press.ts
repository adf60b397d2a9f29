import PdfDocument from 'pdfkit';
import type { Head } from './markup.ts';
import { drawText } from './paragraph.ts';
import { page, type Style } from './styles.ts';

/** A heading with the page it landed on, as the table of contents needs it. */
export interface Place {
  readonly level: number;
  readonly text: string;
  /** As printed: `iii`, `12`. */
  readonly pageLabel: string;
  readonly destination: string;
}

/** What one run of the layout learns for the next: the contents page names pages that come after it. */
export interface Places {
  readonly headings: readonly Place[];
  readonly pageCount: number;
}

/** pdfkit has no call for page labels, so the catalogue is reached directly. */
interface Catalogue {
  readonly _root: { readonly data: Record<string, unknown> };
}

interface Bookmark {
  addItem(title: string, options?: { expanded?: boolean; top?: number; left?: number }): Bookmark;
}

const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];

/** The pages of one PDF: adds them with running header and footer, and keeps bookmarks, page labels and headings. */
export class Press {
  readonly head: Head;
  readonly style: Style;
  readonly known: Places;
  readonly canvas: PDFKit.PDFDocument;
  readonly bytes: Promise<Buffer>;
  readonly #headings: Place[] = [];
  readonly #bookmarks: Bookmark[] = [];
  #pages = 0;
  #firstArabic = 0;
  #chapter = '';
  #notes = 0;
  /** Where the next item goes, in points from the top of the page. */
  y = 0;

  constructor(head: Head, style: Style, known: Places) {
    this.head = head;
    this.style = style;
    this.known = known;
    const date = new Date(`${head.date}T09:00:00Z`);
    this.canvas = new PdfDocument({
      autoFirstPage: false,
      // Plain streams: the bytes then do not hang on the version of zlib.
      compress: false,
      size: 'A4',
      margin: 0,
      lang: 'en',
      info: {
        Title: head.title,
        Author: head.author,
        Subject: head.subject,
        Creator: 'Pincite examples',
        Producer: 'PDFKit',
        CreationDate: date,
      },
    });
    const chunks: Buffer[] = [];
    this.canvas.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.bytes = new Promise((resolve) => this.canvas.on('end', () => resolve(Buffer.concat(chunks))));
  }

  /** Where text ends: above the margin and the footnotes already on the page. */
  get bottom(): number {
    return page.height - this.style.margin.bottom - this.#notes;
  }

  reserveNotes(height: number): void {
    this.#notes += height;
  }

  get width(): number {
    return page.width - 2 * this.style.margin.side;
  }

  get isFreshPage(): boolean {
    return this.y === this.style.margin.top;
  }

  get places(): Places {
    return { headings: this.#headings, pageCount: this.#pages };
  }

  /** The next page. `bare` leaves out header and footer: covers. */
  newPage({ bare = false } = {}): void {
    this.canvas.addPage();
    this.#pages += 1;
    this.y = this.style.margin.top;
    this.#notes = 0;
    if (!bare) this.#furnish();
  }

  /** From the next page on, pages count from 1 in Arabic numerals. */
  startArabic(): void {
    this.#firstArabic = this.#pages + 1;
  }

  startChapter(title: string): void {
    this.#chapter = title;
  }

  /** Notes a heading that has just been placed at `y`, for bookmarks and contents. */
  note(heading: { level: number; text: string }, y: number): void {
    const destination = `heading-${this.#headings.length + 1}`;
    this.canvas.addNamedDestination(destination, 'XYZ', 0, y, 0);
    this.#headings.push({ ...heading, pageLabel: this.#label(), destination });
    this.#bookmarks.length = Math.min(this.#bookmarks.length, heading.level - 1);
    const parent = this.#bookmarks.at(-1) ?? (this.canvas.outline as unknown as Bookmark);
    this.#bookmarks[heading.level - 1] = parent.addItem(heading.text, {
      expanded: heading.level === 1,
      top: y,
      left: page.width,
    });
  }

  finish(): Promise<Buffer> {
    if (this.#firstArabic > 1) {
      const nums = [0, { S: 'r' }, this.#firstArabic - 1, { S: 'D' }];
      const { _root: catalogue } = this.canvas as unknown as Catalogue;
      catalogue.data.PageLabels = { Nums: nums };
    }
    this.canvas.end();
    return this.bytes;
  }

  #label(): string {
    if (this.head.style !== 'report') return String(this.#pages);
    return this.#firstArabic > 0
      ? String(this.#pages - this.#firstArabic + 1)
      : (roman[this.#pages - 1] ?? '');
  }

  #furnish(): void {
    const { margin, caption, accent } = this.style;
    const y = margin.top - 36;
    const right = page.width - margin.side;
    drawText(this.canvas, this.head.running, { x: margin.side, y, face: caption });
    drawText(this.canvas, this.#chapter, { x: right, y, face: caption, align: 'right' });
    this.canvas
      .moveTo(margin.side, y + 6)
      .lineTo(right, y + 6)
      .lineWidth(0.5)
      .stroke(accent);
    const foot = page.height - margin.bottom + 40;
    drawText(this.canvas, this.#footer(), { x: page.width / 2, y: foot, face: caption, align: 'centre' });
  }

  #footer(): string {
    return this.head.style === 'contract' ? `Page ${this.#pages} of ${this.known.pageCount}` : this.#label();
  }
}
