import { rowsOf } from '../../src/text/structure/table-row.ts';
import { askOnce } from '../api.ts';
import { apiOf, describePages, linkTo, type Place } from '../parts/place.ts';
import { shownQuote } from '../parts/quote.ts';
import { say } from '../parts/says.ts';
import type { Citation, FormattedCitation } from '../shapes.ts';

export const copyFormats = ['Link', 'Footnote', 'APA', 'BibTeX'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** The citation of a place as the server knows it, with its entries for bibliographies. */
export const formattedCitation = (place: Place) =>
  askOnce<FormattedCitation>(
    apiOf(place, '/citation', { charStart: place.charStart, charEnd: place.charEnd }),
  );

/** Puts a place on the clipboard. @throws Error where the browser does not let it. */
export async function copyPlace(place: Place, format: CopyFormat): Promise<void> {
  const text = await textOf(place, format);
  if (format === 'APA') await copyMarkdown(text);
  else await copyText(text);
  say(format === 'Link' ? 'The link is copied.' : `The citation is copied as ${format}.`);
}

async function textOf(place: Place, format: CopyFormat): Promise<string> {
  const link = new URL(linkTo(place), location.href).href;
  if (format === 'Link') return link;
  const { citation, apa, apaInText, bibtex } = await formattedCitation(place);
  if (format === 'Footnote') return footnote(citation, link);
  if (format === 'APA') return `${apaInText}\n${apa}`;
  const [, key] = /^@\w+\{([^,]+),/.exec(bibtex)!;
  return `% \\cite${pageOption(citation)}{${key}}\n${bibtex}`;
}

/** `[p.~7]`, as it is printed on the page. */
function pageOption({ pages, printedPages }: Citation): string {
  const names = printedPages ?? pages;
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined) return '';
  return first === last ? `[p.~${first}]` : `[pp.~${first}--${last}]`;
}

function footnote(citation: Citation, link: string): string {
  const { title, section, pages } = citation;
  const where = [title, describePages(citation), ...(section && pages.length > 0 ? [section] : [])];
  const quote = shownQuote(citation).replaceAll(/\s+/g, ' ').trim();
  const isAsWritten = rowsOf(citation.quote) === undefined; // rows of tables are not
  return `${where.filter(Boolean).join(', ')}: ${isAsWritten ? `“${quote}”` : quote} ${link}`;
}

const unescaped = (markdown: string) => markdown.replaceAll(/\\([\\*_`[\]<])/g, '$1');

/** With `*italics*` as word processors take them, and without where plain text is wanted. */
async function copyMarkdown(markdown: string): Promise<void> {
  const parts = markdown.split(/(?<!\\)\*/).map(unescaped);
  const plain = parts.join('');
  if (!navigator.clipboard) return copyText(plain);
  const box = document.createElement('div');
  box.append(
    ...parts.map((text, index) =>
      index % 2 === 0 ? text : Object.assign(document.createElement('i'), { textContent: text }),
    ),
  );
  const html = box.innerHTML.replaceAll('\n', '<br>');
  const item = new ClipboardItem({ 'text/plain': plain, 'text/html': html });
  await navigator.clipboard.write([item]).catch(() => copySelected(plain));
}

/** @throws Error where the browser does not let it. */
export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) return copySelected(text);
  await navigator.clipboard.writeText(text).catch(() => copySelected(text));
}

/** The clipboard is there on secure origins only, and where it is allowed; elsewhere a selection is copied. */
function copySelected(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('The browser does not let the page copy.');
}
