import type { Excerpt, FullDocument, Hit, RetrieveResponse } from '../../index.ts';
import { describePages } from './describe-pages.ts';
import { excerptText } from './excerpt-text.ts';
import { displayPath, plural, shorten, wrap } from './layout.ts';
import { paint } from './paint.ts';

/** A hit with the part of it that matches, and the section where that stands. */
export interface ShownHit {
  readonly hit: Hit;
  readonly excerpt: Excerpt;
  readonly section?: string | undefined;
}

/** Below this, what the vectors say of a hit is chance. */
const leastRelevance = 0.01;

/** Whether a word of the query stands in the hit, or it means something alike. */
const isSupported = ({ hit }: ShownHit) =>
  (hit.keywordScore ?? 0) > 0 || hit.relevanceScore >= leastRelevance;

/** The hits for a person; those that nothing speaks for come last, and are called what they are. */
export function describeHits(response: RetrieveResponse, shown: readonly ShownHit[]): string[] {
  const notes = [
    ...response.warnings.map((warning) => `${paint.yellow('Note:')} ${warning}`),
    ...describeExpansions(response),
  ];
  if (shown.length === 0) return [...notes, 'Nothing found.', ...describeRetrieval(response)];
  const supported = shown.filter(isSupported);
  const others = shown.filter((one) => !isSupported(one));
  const nothing = supported.length > 0 ? 'Nothing else' : 'Nothing';
  return [
    ...notes,
    ...supported.flatMap((one) => describeHit(response, one)),
    ...(others.length > 0 ? [`${nothing} in the documents matches well; nearest:`, ''] : []),
    ...others.flatMap((one) => describeHit(response, one)),
    ...describeRetrieval(response),
    paint.dim(`${plural(shown.length, 'hit')} in ${response.stats.totalMs.toFixed(0)} ms`),
  ];
}

/** What acronyms added to the search; with `--explain`, that says so. */
function describeExpansions({ queries: { expansions = [] }, explanation }: RetrieveResponse): string[] {
  if (expansions.length === 0 || explanation !== undefined) return [];
  const added = expansions.map(({ words, means }) => `${means} (${words})`);
  return dimmed(`Also searched for: ${added.join('; ')}`, 0);
}

function describeHit({ sources }: RetrieveResponse, { hit, excerpt, section }: ShownHit): string[] {
  const { chunk, rank, relevanceScore } = hit;
  const source = sources.find(({ document }) => document.documentId === chunk.documentId);
  const pages = describePages(chunk.pageNumbers);
  const place = `${pages && `, ${pages}`}${section ? paint.dim(` · ${shorten(section, 60)}`) : ''}`;
  const path = source === undefined ? '' : `${displayPath(source.document.sourcePath)}  `;
  return [
    `${paint.bold(`${rank}. ${source?.document.title ?? chunk.documentId}`)}${place}`,
    ...wrap(excerptText(chunk, excerpt, paint.bold), { indent: 3 }),
    paint.dim(`   ${path}${chunk.chunkId}  relevance ${relevanceScore.toFixed(2)}`),
    ...(hit.explanation?.reasons ?? []).flatMap((reason) => dimmed(reason, 5)),
    '',
  ];
}

const dimmed = (text: string, indent: number) => wrap(text, { indent }).map(paint.dim);

/** With `--explain`: what was searched and how, what each stage took, and which did not run. */
function describeRetrieval({ explanation, stats }: RetrieveResponse): string[] {
  if (explanation === undefined) return [];
  const stages = stats.stages.map(({ stage, ms, count }) => `${stage} ${ms.toFixed(1)} ms (${count})`);
  const skipped = explanation.skipped.map(({ stage, reason }) => `${stage} (${reason})`);
  const list = skipped.length === 0 ? [] : [`Not run: ${skipped.join('; ')}.`];
  const lines = [...explanation.reasons, `Stages: ${stages.join(', ')}.`, ...list];
  return [...lines.flatMap((line) => dimmed(line, 0)), ''];
}

/** The heading of the innermost section that holds a place of the text. */
export function sectionAt({ sections }: Pick<FullDocument, 'sections'>, place: number): string | undefined {
  const around = sections.filter(({ charStart, charEnd }) => charStart <= place && place < charEnd);
  return around.at(-1)?.heading;
}
