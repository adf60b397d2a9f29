import type { Chunk, ChunkPreview } from '../../../index.ts';
import { escapeHtml } from '../../../util/strings/escape-html.ts';
import { describePages, describePlace } from '../print/describe-place.ts';
import { formatCount, plural } from '../terminal/layout.ts';
import { describeCounts, levelNames, numberOf, parentsAmong, searchedWith } from '../print/chunk-preview.ts';
import { style } from './style.ts';

/** Colours that take turns; with three, a chunk has another one than both of its neighbours. */
const colours = 3;

/** Tells such a page from one that a person has made. */
export const generatorTag = '<meta name="generator" content="pincite chunk">';

/** One HTML page, which loads nothing: the text in the colours of its chunks, and a list of them. */
export function renderChunkPage(preview: ChunkPreview): string {
  const { title, text, chunks, failedChunks } = preview;
  const failed = failedChunks.length > 0 ? [`${formatCount(failedChunks.length)} left out`] : [];
  const parents = parentsAmong(chunks);
  const leaves = chunks.filter(({ chunkId }) => !parents.has(chunkId));
  const segments = segmentsOf(text, leaves);
  const body = segments
    .map((segment) => labelsOf(segment, { text, leaves }) + markOf(segment, leaves))
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generatorTag}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}: chunks</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml([...describeCounts(preview), ...failed].join(' · '))}</p>
<p class="key"><span><mark class="c0">chunk</mark> <mark class="c1">chunk</mark> <mark class="c2">chunk</mark></span>
<span><mark class="shared" style="--from: var(--c0); --to: var(--c1)">shared by two neighbours</mark></span>
<span><i>+ searched with a chunk</i>, and no part of it</span></p>
</header>
<main>
<nav aria-label="Chunks"><ol>${listOf(preview, parents)}</ol></nav>
<article>${body}</article>
</main>
</body>
</html>
`;
}

function listOf(preview: ChunkPreview, parents: ReadonlySet<string>): string {
  const { chunks } = preview;
  const context = searchedWith(preview);
  const longest = Math.max(...chunks.filter(({ chunkId }) => !parents.has(chunkId)).map(tokensOf));
  const childrenOf = new Map<string | undefined, Chunk[]>();
  for (const chunk of chunks) {
    const siblings = childrenOf.get(chunk.parentChunkId);
    if (siblings === undefined) childrenOf.set(chunk.parentChunkId, [chunk]);
    else siblings.push(chunk);
  }
  const firstUnder = (parent: Chunk): Chunk => {
    const [first] = childrenOf.get(parent.chunkId) ?? [];
    return first === undefined ? parent : firstUnder(first);
  };
  const list = (of: string | undefined): string =>
    (childrenOf.get(of) ?? [])
      .map((chunk) => {
        const isParent = parents.has(chunk.chunkId);
        const entry = entryOf(chunk, {
          target: isParent ? firstUnder(chunk) : undefined,
          longest,
          context: context.get(chunk)!,
        });
        return `<li>${entry}${isParent ? `<ol style="margin-left: 12px">${list(chunk.chunkId)}</ol>` : ''}</li>`;
      })
      .join('');
  return list(undefined);
}

const tokensOf = ({ tokenCount }: Chunk) => tokenCount;

interface Entry {
  /** Of a parent: the first chunk in it. */
  readonly target: Chunk | undefined;
  readonly longest: number;
  readonly context: readonly string[];
}

function entryOf(chunk: Chunk, { target, longest, context }: Entry): string {
  const facts = [
    numberOf(chunk.chunkId),
    plural(chunk.tokenCount, 'token'),
    target ? levelNames[chunk.level] : chunk.kind,
    describePages(chunk.pageNumbers),
  ]
    .filter(Boolean)
    .join(' · ');
  const place = describePlace(chunk);
  const path = place === '' ? '' : `<span class="path">${escapeHtml(place)}</span>`;
  const lines = context.map((line) => `<span class="context">+ ${escapeHtml(line)}</span>`).join('');
  if (target) return `<a class="parent" href="#${anchorOf(target)}">${facts}${path}${lines}</a>`;
  const width = Math.max(2, Math.round((100 * chunk.tokenCount) / longest));
  return `<a href="#${anchorOf(chunk)}">${facts}${path}${lines}<span class="bar" style="width: ${width}%"></span></a>`;
}

/** A stretch of the text and the chunks that share it: none, one, or two neighbours. */
interface Segment {
  readonly text: string;
  readonly charStart: number;
  /** Indexes of the chunks. */
  readonly chunks: readonly number[];
}

/** The text in order, cut wherever one of the chunks, all of one level, begins or ends. */
function segmentsOf(text: string, chunks: readonly Chunk[]): Segment[] {
  const offsets = new Set([
    0,
    text.length,
    ...chunks.flatMap(({ charStart, charEnd }) => [charStart, charEnd]),
  ]);
  const cuts = [...offsets].sort((a, b) => a - b);
  let first = 0;
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index]!;
    while (first < chunks.length && chunks[first]!.charEnd <= start) first++;
    const around: number[] = [];
    for (let one = first; one < chunks.length && chunks[one]!.charStart <= start; one++) around.push(one);
    return { text: text.slice(start, end), charStart: start, chunks: around };
  });
}

/** A label where a chunk begins, on a line of its own where the chunk begins a line. */
function labelsOf(
  { charStart, chunks }: Segment,
  { text, leaves }: { readonly text: string; readonly leaves: readonly Chunk[] },
): string {
  const opensLine = charStart === 0 || text[charStart - 1] === '\n';
  return chunks
    .map((index) => leaves[index]!)
    .filter((chunk) => chunk.charStart === charStart)
    .map((chunk) => {
      const label = `${numberOf(chunk.chunkId)} · ${chunk.charStart}–${chunk.charEnd} · ${plural(chunk.tokenCount, 'token')}`;
      return `<span class="label${opensLine ? ' line' : ''}" id="${anchorOf(chunk)}">${label}</span>`;
    })
    .join('');
}

function markOf({ text, chunks }: Segment, leaves: readonly Chunk[]): string {
  const [first, second] = chunks.map((index) => `c${index % colours}`);
  if (first === undefined) return escapeHtml(text);
  const { kind } = leaves[chunks[0]!]!;
  const aligned = kind === 'code' || kind === 'table' ? ' aligned' : '';
  if (second === undefined) return `<mark class="${first}${aligned}">${escapeHtml(text)}</mark>`;
  return `<mark class="shared${aligned}" style="--from: var(--${first}); --to: var(--${second})">${escapeHtml(text)}</mark>`;
}

const anchorOf = ({ sequence }: Chunk) => `chunk-${sequence}`;
