import type { Bibliography } from '../../types.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { realAuthors } from '../metadata/authors.ts';
import { given } from '../metadata/given.ts';
import { isoDate } from '../metadata/dates.ts';
import { linkedData } from './linked-data.ts';
import {
  attribute,
  findElement,
  findElements,
  hasWord,
  type HtmlDocument,
  type HtmlElement,
  ownText,
  textOf,
} from './tree.ts';

const nothing: readonly string[] = [];
const mostNameChars = 100;
/** They may lie in one another, as deep as the page. */
const mostBylines = 50;
const shown = /^(?:a|address|b|cite|div|p|span|strong)$/;

/**
 * What a page says of itself: `citation_*` and Dublin Core tags first, as libraries write them, then JSON-LD, Open Graph
 * and plain meta tags.
 *
 * @param text of the page, which tells an author from a program.
 */
export function htmlBibliography(document: HtmlDocument, text: string): Partial<Bibliography> {
  const elements = findElements(document, ({ tagName }) => /^(?:meta|link|title|time|script)$/.test(tagName));
  const meta = metaTags(elements);
  const data = linkedData(elements);
  const all = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? nothing;
  const one = (...names: string[]) => all(...names)[0];
  const subjects = [
    ...all('citation_keywords'),
    ...all('dc.subject', 'dcterms.subject'),
    ...all('keywords'),
    ...all('article:tag'),
  ];
  return given({
    title:
      one('citation_title', 'dc.title', 'dcterms.title') ??
      namedTitle(document, elements, data.title) ??
      one('og:title', 'twitter:title') ??
      pageTitle(elements),
    creators: creators(
      [...all('citation_author', 'dc.creator', 'dcterms.creator')],
      data.creators,
      realAuthors(all('author', 'article:author', 'parsely-author'), { tools: all('generator'), text }),
      bylines(document),
    ),
    subjects: [...new Set(subjects.flatMap(words))],
    description:
      one('description', 'og:description', 'dc.description', 'dcterms.abstract') ?? data.description,
    dateCreated: dateOf([
      one(
        'citation_publication_date',
        'citation_date',
        'dc.date',
        'dc.date.issued',
        'dcterms.issued',
        'dcterms.created',
        'dcterms.date',
      ),
      data.date,
      one('article:published_time', 'datepublished', 'date', 'pubdate', 'publish-date', 'parsely-pub-date'),
      publishedTime(elements),
    ]),
    publisher:
      one('citation_publisher', 'dc.publisher', 'dcterms.publisher') ?? data.publisher ?? one('og:site_name'),
    containerTitle: one(
      'citation_journal_title',
      'citation_conference_title',
      'citation_book_title',
      'citation_inbook_title',
    ),
    doi: one('citation_doi', 'dc.identifier.doi', 'prism.doi')?.replace(
      /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)/i,
      '',
    ),
    url: httpUrl(canonical(elements)) ?? httpUrl(one('og:url')),
  });
}

/** Contents of meta tags by lower-case name, `dc:title` and `DC.title` alike. */
function metaTags(elements: readonly HtmlElement[]): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const element of elements) {
    const name =
      element.tagName === 'meta'
        ? (attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop'))
        : undefined;
    const content = oneLine(attribute(element, 'content') ?? '');
    if (!name || !content) continue;
    const key = name
      .trim()
      .toLowerCase()
      .replace(/^(dc|dcterms):/, '$1.');
    const contents = tags.get(key);
    if (contents) contents.push(content);
    else tags.set(key, [content]);
  }
  return tags;
}

/** What JSON-LD calls the page; its first heading of level 1 where the page's title has that alone: such a headline describes the page. */
function namedTitle(
  document: HtmlDocument,
  elements: readonly HtmlElement[],
  headline: string | undefined,
): string | undefined {
  const heading = findElement(document, ({ tagName }) => tagName === 'h1');
  const [name, title] = [heading ? oneLine(textOf(heading)) : '', pageTitle(elements) ?? ''];
  const isDescribed = headline !== undefined && name !== '' && title.includes(name);
  return isDescribed && !title.includes(headline) ? name : headline;
}

function pageTitle(elements: readonly HtmlElement[]): string | undefined {
  const title = elements.find(({ tagName }) => tagName === 'title');
  return title && (oneLine(ownText(title)) || undefined);
}

/** The first list with names in it; addresses that some sites give for authors are not names. */
function creators(...lists: (readonly string[])[]): string[] {
  const names = lists.map((list) => list.filter((name) => !/^(?:https?:)?\/\//.test(name)));
  return [...new Set(names.find((list) => list.length > 0))];
}

/** Names that the page itself shows, marked as its author's. */
function bylines(document: HtmlDocument): string[] {
  const marked = findElements(
    document,
    (element) =>
      shown.test(element.tagName) &&
      (hasWord(element, 'rel', 'author') || hasWord(element, 'itemprop', 'author')),
  );
  const names = marked
    .slice(0, mostBylines)
    .map((element) => textOf(findElement(element, (inner) => hasWord(inner, 'itemprop', 'name')) ?? element));
  return names.filter((name) => name !== '' && name.length <= mostNameChars);
}

function dateOf(candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.map(isoDate).find(Boolean);
}

function publishedTime(elements: readonly HtmlElement[]): string | undefined {
  const times = elements.filter((element) => element.tagName === 'time' && attribute(element, 'datetime'));
  const marked = times.find(
    (time) => attribute(time, 'pubdate') !== undefined || attribute(time, 'itemprop') === 'datePublished',
  );
  const chosen = marked ?? times[0];
  return chosen && attribute(chosen, 'datetime');
}

function canonical(elements: readonly HtmlElement[]): string | undefined {
  const link = elements.find((element) => element.tagName === 'link' && hasWord(element, 'rel', 'canonical'));
  return link && attribute(link, 'href');
}

function httpUrl(value: string | undefined): string | undefined {
  return value && /^https?:\/\//i.test(value.trim()) && URL.canParse(value.trim()) ? value.trim() : undefined;
}

function words(list: string): string[] {
  return list
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean);
}
