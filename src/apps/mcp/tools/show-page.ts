import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  ConfigError,
  NoDocumentsFoundError,
  toLeanCitation,
  toLeanDocument,
  type Citation,
  type ScopedKnowledgeBase,
} from '../../../index.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { brief, shownTitle } from '../bounds.ts';
import { callTool, type ToolOutput } from '../call.ts';
import { findChunk, namesOf } from './fetch.ts';
import { type McpOptions, type ToolContext, reading } from '../options.ts';
import { findPlace } from '../find-place.ts';
import { atPage, present, urlOfPlace } from '../places.ts';
import { formatPlaceId, type PlaceId } from '../place-id.ts';

/** Base64 takes a third more: below a megabyte, which hosts take. */
const mostBytes = 740_000;
/** Of the longer side; models see no more. */
const mostPixels = 1568;
/** As large as that for A4: text of eight points can be read. */
const pixelsPerPoint = 1.85;
/** Points above and below the quote: all of the page. */
const wholePage = 10_000;

export function registerShowPage(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'show_page',
    {
      title: 'Show a page',
      description:
        'A page of a PDF as a picture, for tables, figures or to check a quote: with the quote highlighted for the id of a citation or passage.',
      inputSchema: toolArguments({
        citation: z.string().min(1).max(1200).optional().describe('Id of a citation or passage'),
        id: z.string().min(1).max(1200).optional().describe('Id of a document, with page'),
        page: parameters.page.describe('Position in the file, from 1'),
      }),
      annotations: reading('Show a page'),
    },
    ({ citation, id = citation, page }, request) =>
      callTool(context, request, async (kb, signal) => {
        if (id === undefined) {
          throw new ConfigError('show_page needs a citation, or id and page', {
            hint: 'Take an id from ask, search or list_documents.',
          });
        }
        const place = await findPlace(kb, citation ?? id);
        const shown = { kb, place, page, options: context.options, signal };
        return place.span || place.chunk ? showQuote(shown) : showWhole(shown);
      }),
  );
}

interface Shown {
  readonly kb: ScopedKnowledgeBase;
  readonly place: PlaceId;
  readonly page: number | undefined;
  readonly options: McpOptions;
  readonly signal: AbortSignal;
}

async function showQuote({ kb, place, page, options, signal }: Shown): Promise<ToolOutput> {
  const span = place.span ?? (await findChunk(kb, place));
  const { charStart, charEnd } = span;
  const citation = await kb.cite({ ...namesOf(place), documentId: place.documentId, charStart, charEnd });
  const picture = await bounded(async (scale) => {
    const pictures = await kb.snapshot(citation, { margin: wholePage, pixelsPerPoint: scale, signal });
    const found = page === undefined ? pictures[0] : pictures.find((one) => one.page === page);
    if (found !== undefined) return found;
    const [first] = citation.pageNumbers;
    if (first === undefined) throw withoutPages(citation);
    return kb.pagePicture(place.documentId, {
      ...namesOf(place),
      page: page ?? first,
      pixelsPerPoint: scale,
      signal,
    });
  });
  const { url } = toLeanCitation(citation);
  return describePicture(picture, { place, citation: { ...citation, url }, options });
}

async function showWhole({ kb, place, page, options, signal }: Shown): Promise<ToolOutput> {
  const picture = await bounded((scale) =>
    kb.pagePicture(place.documentId, { ...namesOf(place), page, pixelsPerPoint: scale, signal }),
  );
  const part = await kb.readPart(place.documentId, { ...namesOf(place), page: picture.page, maxTokens: 1 });
  const { title, format } = part.document;
  const { sectionHeading, pageLabels } = part;
  const url = atPage(toLeanDocument(part.document).url, format, picture.page);
  const citation = { title, pageNumbers: [picture.page], pageLabels, sectionHeading, url };
  return describePicture(picture, { place, citation, options });
}

interface Picture {
  readonly page: number;
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Pages of pictures and large ones are drawn smaller, until they have few enough pixels and bytes. */
async function bounded<Drawn extends Picture>(draw: (scale: number) => Promise<Drawn>): Promise<Drawn> {
  let scale = pixelsPerPoint;
  for (;;) {
    const picture = await draw(scale);
    const { width, height, png } = picture;
    const ratio = Math.min(mostPixels / Math.max(width, height), Math.sqrt(mostBytes / png.length));
    if (ratio >= 1 || scale <= smallest) return picture;
    scale = Math.max(smallest, scale * ratio * 0.97);
  }
}
const smallest = 0.1;

type Described = Pick<Citation, 'title' | 'pageNumbers' | 'sectionHeading'> &
  Partial<Pick<Citation, 'quote' | 'charStart' | 'charEnd'>> & {
    readonly pageLabels?: readonly string[] | undefined;
    readonly url: string | undefined;
  };

function describePicture(
  { page, png, width, height }: Picture,
  { place, citation, options }: { place: PlaceId; citation: Described; options: McpOptions },
): ToolOutput {
  const { collection, documentId, version } = place;
  const { charStart = 0, charEnd = 0, quote } = citation;
  const linked = { collection, documentId, documentVersion: version, page, charStart, charEnd };
  const value = present({
    id: formatPlaceId(place),
    title: shownTitle(citation.title),
    page,
    pages: citation.pageNumbers,
    printedPages: citation.pageLabels,
    section: citation.sectionHeading && shownTitle(citation.sectionHeading),
    quote: quote && brief(quote, 4000),
    ...urlOfPlace(linked, citation.url, options),
    width,
    height,
  });
  return { value, png };
}

const withoutPages = ({ title }: Citation) =>
  new NoDocumentsFoundError(`“${title}” has no pages to draw`, {
    hint: 'Only PDFs have. Read it with fetch.',
  });
