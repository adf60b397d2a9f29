import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { type Fetched, userAgent } from '../source/fetch-url.ts';
import { baseOf } from '../html/link-target.ts';
import { attribute, findElements, hasWord, type HtmlElement, parseHtml } from '../html/tree.ts';
import { pageAddress } from './page-address.ts';

/** What a page says to programs that collect pages. */
export interface PageFacts {
  /** Addresses of the pages that it links to, each once. */
  readonly links: readonly string[];
  /** The address that it calls its own. */
  readonly canonical?: string | undefined;
  /** Whether it lets itself be collected. */
  readonly isOpen: boolean;
}

/** In larger pages nobody follows links. */
const maxBytes = 4_000_000;

/** Reads links and directives of an HTML page; other formats have none but what the server says. */
export async function pageFacts({ bytes, url, contentType, robotsTag }: Fetched): Promise<PageFacts> {
  const isHtml = contentType === undefined || /html/i.test(contentType);
  const source = isHtml && bytes.length <= maxBytes ? htmlText(bytes, contentType) : '';
  const { document } = await parseHtml(source);
  const elements = findElements(document, ({ tagName }) => /^(?:a|area|frame|link|meta)$/.test(tagName));
  const base = baseOf(document, url);
  const directives = robotsDirectives(elements, robotsTag);
  const canonical = linkTo(elements.find(isCanonical), base);
  const links = directives.has('nofollow') ? [] : elements.flatMap((element) => linkTo(element, base) ?? []);
  return {
    links: [...new Set(links)],
    canonical,
    isOpen: !directives.has('noindex'),
  };
}

function htmlText(bytes: Uint8Array, contentType: string | undefined): string {
  return decodeText(bytes, { charset: charsetOf(contentType), html: true }).text;
}

function isCanonical(element: HtmlElement): boolean {
  return element.tagName === 'link' && hasWord(element, 'rel', 'canonical');
}

function linkTo(element: HtmlElement | undefined, base: string): string | undefined {
  const target = element && targetOf(element);
  return target === undefined ? undefined : pageAddress(target.trim(), base);
}

function targetOf(element: HtmlElement): string | undefined {
  if (element.tagName === 'frame') return attribute(element, 'src');
  if (element.tagName === 'meta') return refreshTarget(element);
  if (element.tagName === 'link') return isCanonical(element) ? attribute(element, 'href') : undefined;
  if (hasWord(element, 'rel', 'nofollow')) return undefined;
  return attribute(element, 'href');
}

/** Where `<meta http-equiv="refresh" content="0; url=…">` leads. */
function refreshTarget(element: HtmlElement): string | undefined {
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'refresh') return undefined;
  return /^[\d.\s]*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(attribute(element, 'content') ?? '')?.[1];
}

/** Of all robots and of ours: `noindex`, `nofollow`. */
function robotsDirectives(elements: readonly HtmlElement[], robotsTag = ''): ReadonlySet<string> {
  const ours = elements.filter((element) => {
    const name = element.tagName === 'meta' ? attribute(element, 'name')?.toLowerCase() : undefined;
    return name === 'robots' || name === userAgent;
  });
  const said = [robotsTag, ...ours.map((element) => attribute(element, 'content') ?? '')];
  const directives = said
    .flatMap((list) => list.toLowerCase().split(','))
    .map((one) => one.trim().replace(new RegExp(`^${userAgent}:\\s*`), ''))
    .flatMap((one) => (one === 'none' ? ['noindex', 'nofollow'] : [one]));
  return new Set(directives);
}
