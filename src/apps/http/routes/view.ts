/** `/documents/{id}`: where links of citations lead. The page with the place marked, and the text around it. No script. */
import type { Citation, Document, FullDocument } from '../../../index.ts';
import { z } from '@hono/zod-openapi';
import { html, raw } from 'hono/html';
import type { Api } from '../context.ts';
import { define } from '../define.ts';
import { idParams, placeQuery } from './documents.ts';

const viewQuery = placeQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  at: z
    .string()
    .regex(/^\d{1,12}-\d{1,12}$/, 'must be two offsets, such as 120-180')
    .optional()
    .meta({ description: 'The characters to mark, as links of citations have them.' }),
});

const style = `
:root { color-scheme: light dark; }
body { font: 17px/1.6 Georgia, serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
header, nav { font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
mark { background: #ffe066; color: #000; }
figure { position: relative; margin: 1rem 0; border: 1px solid #8886; }
figure img { display: block; width: 100%; }
figure i { position: absolute; background: #ffd70066; border-radius: 2px; }
p { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Its own style, and pictures of its own server. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Of the text before and after the place. */
const characters = 1200;

export function viewRoutes(api: Api): void {
  define(
    api,
    {
      method: 'get',
      path: '/documents/{id}',
      tag: 'Documents',
      summary: 'A place in a document, to look at',
      params: idParams,
      query: viewQuery,
      answers: { 200: { description: 'A page of HTML', content: ['text/html'] } },
    },
    async (c, { params: { id }, query: { page, at, ...place } }) => {
      const { kb } = c.var;
      const document = await kb.document(id, place);
      const citation =
        at === undefined ? undefined : await kb.cite({ documentId: id, ...place, ...spanOf(at) });
      const shown = citation?.pageNumbers[0] ?? page;
      const layout = document.format === 'pdf' ? document.pages[shown - 1] : undefined;
      const words = citation ? around(document.text, citation) : textOf(document, shown);
      const body = html`<!doctype html>
        <html lang="${document.language ?? 'en'}">
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" /><title>${document.title}</title
          ><style>
            ${raw(style)}
          </style>
          <header>${[citation?.sectionHeading, document.format].filter(Boolean).join(' · ')}</header>
          <h1>${document.title}</h1>
          ${layout && picture(document, { page: shown, size: layout, citation, place })}
          <p dir="auto">${words}</p>
        </html>`;
      return c.html(body, 200, { 'Content-Security-Policy': policy });
    },
  );
}

function spanOf(at: string) {
  const [charStart, charEnd] = at.split('-').map(Number) as [number, number];
  return { charStart, charEnd };
}

/** The place, marked, in the text around it. */
function around(text: string, { charStart, charEnd }: Citation) {
  const before = text.slice(Math.max(0, charStart - characters), charStart);
  const after = text.slice(charEnd, charEnd + characters);
  return html`${before}<mark>${text.slice(charStart, charEnd)}</mark>${after}`;
}

/** That of a page; the beginning where there are none. */
function textOf({ text, pages }: FullDocument, number: number): string {
  const { charStart, charEnd } = pages[number - 1] ?? { charStart: 0, charEnd: characters };
  return text.slice(charStart, charEnd);
}

interface Shown {
  readonly page: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly citation: Citation | undefined;
  readonly place: { readonly collection: string; readonly version?: number | undefined };
}

const share = (points: number, of: number) => `${((points / of) * 100).toFixed(3)}%`;

/** The page, with rectangles over it in shares of its size. */
function picture(
  { documentId, pageCount }: Document,
  { page, size: { width, height }, citation, place }: Shown,
) {
  const query = new URLSearchParams({
    collection: place.collection,
    ...(place.version === undefined ? {} : { version: String(place.version) }),
  });
  const address = `/v1/documents/${encodeURIComponent(documentId)}/pages/${page}.png?${query}`;
  const marks = (citation?.rects ?? [])
    .filter((rect) => rect.page === page)
    .map(
      ({ x0, y0, x1, y1 }) =>
        html`<i
          style="left:${share(x0, width)};top:${share(y0, height)};width:${share(x1 - x0, width)};height:${share(y1 - y0, height)}"
        ></i>`,
    );
  const other = (to: number, words: string) =>
    to < 1 || to > pageCount ? '' : html`<a href="?${query}&page=${to}">${words}</a> `;
  return html`<nav>
      ${other(page - 1, '← previous page')}page ${page} of ${pageCount} ${other(page + 1, 'next page →')}
    </nav>
    <figure><img src="${address}" alt="Page ${page}" />${marks}</figure>`;
}
