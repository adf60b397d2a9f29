import { isSupported } from '../../supported.ts';
import { describeFigure, type Chunk, type Hit, type RetrieveResponse } from '../../../index.ts';
import { describePages } from './describe-place.ts';
import { displayPath, plural, shorten, wrap, wrapFacts } from '../terminal/layout.ts';
import { note, paint } from '../terminal/paint.ts';
import { harmless } from '../terminal/terminal-text.ts';
import { docsPage } from '../../../util/strings/docs-page.ts';

/** A hit with the part of it that matches, and the section where that stands. */
export interface ShownHit {
  readonly hit: Hit;
  /** On one line, the words of the query marked. */
  readonly text: string;
  readonly section?: string | undefined;
}

/** Columns before the text of a hit. */
const textIndent = 3;

/**
 * The hits for a person; those that nothing speaks for come last, and are called what they are. @param mostWhole how many
 * have their text; those after them have a line each.
 */
export function describeHits(
  response: RetrieveResponse,
  shown: readonly ShownHit[],
  mostWhole = shown.length,
): string[] {
  const notes = [...response.warnings.map(note), ...describeExpansions(response)];
  if (shown.length === 0) return [...notes, 'Nothing found.', ...describeRetrieval(response)];
  const supported = shown.filter(({ hit }) => isSupported(hit));
  const others = shown.filter(({ hit }) => !isSupported(hit));
  const whole = new Set([...supported, ...others].slice(0, mostWhole));
  const describe = (one: ShownHit) =>
    whole.has(one) ? describeHit(response, one) : describeHead(response, one);
  const more = whole.size < shown.length ? `; -k ${shown.length} prints the text of all` : '';
  const nothing = supported.length > 0 ? 'Nothing else' : 'Nothing';
  return [
    ...notes,
    ...closed(supported.flatMap(describe)),
    ...(others.length > 0 ? [`${nothing} in the documents matches well; nearest:`, ''] : []),
    ...closed(others.flatMap(describe)),
    ...describeRetrieval(response),
    ...dimmed(`${plural(shown.length, 'hit')} in ${response.stats.totalMs.toFixed(0)} ms${more}`, 0),
  ];
}

/** The hits of each document together, under its title. */
export function describeGroups(response: RetrieveResponse, shown: readonly ShownHit[]): string[] {
  const byRank = new Map(shown.map((one) => [one.hit.rank, one]));
  const groups = response.groups.flatMap(({ document, hits }) => [
    ...wrap(paint.bold(document.title)),
    ...dimmed(displayPath(document.sourcePath), 0),
    ...hits.flatMap(({ rank }) => describeGrouped(byRank.get(rank)!)),
    '',
  ]);
  return [...response.warnings.map(note), ...(groups.length === 0 ? ['Nothing found.'] : groups)];
}

function describeGrouped({ hit: { chunk, relevanceScore }, text, section }: ShownHit): string[] {
  const place = [describePages(chunk.pageNumbers), section].filter(Boolean).join(' · ');
  const facts = [...(place ? [place] : []), chunk.chunkId, `relevance ${relevanceScore.toFixed(2)}`];
  return [...describeText({ text, chunk }), ...wrapFacts(facts, { indent: textIndent }).map(paint.dim)];
}

/** A figure may have no words of its own, and what a model says of it. */
function describeText({ text, chunk: { described } }: { text: string; chunk: Chunk }): string[] {
  return [
    ...(text === '' ? [] : wrap(text, { indent: textIndent })),
    ...(described ? dimmed(harmless(shorten(describeFigure(described), 400)), textIndent) : []),
  ];
}

/** With an empty line at the end. */
const closed = (lines: readonly string[]) =>
  lines.length === 0 || lines.at(-1) === '' ? lines : [...lines, ''];

/** What acronyms added to the search; with `--explain`, that says so. */
function describeExpansions({ queries: { expansions = [] }, explanation }: RetrieveResponse): string[] {
  if (expansions.length === 0 || explanation !== undefined) return [];
  const added = expansions.map(({ words, means }) => `${means} (${words})`);
  return dimmed(`Also searched for: ${added.join('; ')}`, 0);
}

/** `2. Annual report, pp. 4–5 · Governance`. */
function describeHead(response: RetrieveResponse, { hit: { chunk, rank }, section }: ShownHit): string[] {
  const title = documentOf(response, chunk)?.title ?? chunk.documentId;
  const pages = describePages(chunk.pageNumbers);
  const place = `${pages && `, ${pages}`}${section && section !== title ? paint.dim(` · ${shorten(section, 60)}`) : ''}`;
  const [first = '', ...others] = wrap(`${paint.bold(`${rank}. ${title}`)}${place}`, { indent: textIndent });
  return [first.trimStart(), ...others];
}

const documentOf = ({ sources }: RetrieveResponse, { documentId }: Chunk) =>
  sources.find(({ document }) => document.documentId === documentId)?.document;

function describeHit(response: RetrieveResponse, shown: ShownHit): string[] {
  const { hit, text } = shown;
  const { chunk, relevanceScore } = hit;
  const document = documentOf(response, chunk);
  const path = document === undefined ? [] : [displayPath(document.sourcePath)];
  const facts = [...path, chunk.chunkId, `relevance ${relevanceScore.toFixed(2)}`];
  return [
    ...describeHead(response, shown),
    ...describeText({ text, chunk }),
    ...wrapFacts(facts, { indent: textIndent }).map(paint.dim),
    ...(hit.explanation?.reasons ?? []).flatMap((reason) => dimmed(reason, 5)),
    '',
  ];
}

const dimmed = (text: string, indent: number) => wrap(text, { indent }).map(paint.dim);

const whatStagesDo = `${docsPage('retrieval.md')} says what each stage does.`;

/** With `--explain`: what was searched and how, what each stage took, and which did not run. */
function describeRetrieval({ explanation, stats }: RetrieveResponse): string[] {
  if (explanation === undefined) return [];
  const stages = stats.stages.map(({ stage, ms, count }) => `${stage} ${ms.toFixed(1)} ms (${count})`);
  const skipped = explanation.skipped.map(({ stage, reason }) => `${stage} (${reason})`);
  const list = skipped.length === 0 ? [] : [`Not run: ${skipped.join('; ')}.`];
  const lines = [...explanation.reasons, `Stages: ${stages.join(', ')}.`, ...list, whatStagesDo];
  return [...lines.flatMap((line) => dimmed(line, 0)), ''];
}
