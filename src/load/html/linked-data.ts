import { oneLine } from '../../util/strings/one-line.ts';
import { attribute, type HtmlElement, ownText } from './tree.ts';

/** What the page's JSON-LD says of the article, report or data set that the page is. */
export interface LinkedData {
  readonly title?: string | undefined;
  readonly creators: readonly string[];
  readonly date?: string | undefined;
  readonly publisher?: string | undefined;
  readonly description?: string | undefined;
}

const maxChars = 262_144;
const works = /article|posting|report|book|chapter|dataset|thesis|creativework|webpage/i;

/** Reads the first work in the page's `application/ld+json` scripts; broken or large scripts are passed over. */
export function linkedData(elements: readonly HtmlElement[]): LinkedData {
  const records = elements.filter(isLinkedData).flatMap((script) => recordsOf(parse(script)));
  const ranked = [...records].sort((a, b) => rank(b) - rank(a));
  const work = ranked.find((record) => rank(record) > 0);
  if (!work) return { creators: [] };
  return {
    title: text(work.headline) ?? text(work.name),
    creators: names(work.author ?? work.creator),
    date: text(work.datePublished) ?? text(work.dateCreated),
    publisher: names(work.publisher)[0],
    description: text(work.description),
  };
}

function isLinkedData(element: HtmlElement): boolean {
  return element.tagName === 'script' && /^application\/ld\+json/i.test(attribute(element, 'type') ?? '');
}

function parse(script: HtmlElement): unknown {
  const source = ownText(script);
  if (source.length > maxChars) return undefined;
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
}

/** The records at the top, in an array, or in a `@graph`. */
function recordsOf(value: unknown): Record<string, unknown>[] {
  const entries = Array.isArray(value) ? value : [value];
  return entries.filter(isRecord).flatMap((record) => {
    const graph = record['@graph'];
    return Array.isArray(graph) ? graph.filter(isRecord) : [record];
  });
}

/** A headline makes an article; a type alone may be the page around it. */
function rank(record: Record<string, unknown>): number {
  const types = [record['@type']].flat().join(' ');
  if (!works.test(types)) return 0;
  return (text(record.headline) ? 2 : 0) + (/webpage/i.test(types) ? 0 : 1) + (record.author ? 1 : 0);
}

function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => (Array.isArray(entry) ? [] : names(entry)));
  const name = isRecord(value) ? text(value.name) : text(value);
  return name ? [name] : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? oneLine(value) || undefined : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
