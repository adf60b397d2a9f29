import type { Chunk, ChunkPreview } from '../../../index.ts';
import { describePages } from '../describe-pages.ts';
import { describeTokens } from '../describe-tokens.ts';
import { formatCount, plural } from '../layout.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { style } from './style.ts';

/** Colours that take turns; with three, a chunk has another one than both of its neighbours. */
const colours = 3;

/** Tells such a page from one that a person has made. */
export const generatorTag = '<meta name="generator" content="pincite chunk">';

/** One HTML page, which loads nothing: the text in the colours of its chunks, and a list of them. */
export function renderChunkPage({ title, text, chunks, failedChunks }: ChunkPreview): string {
  const parents = new Set(chunks.map(({ parentChunkId }) => parentChunkId));
  const leaves = chunks.filter(({ chunkId }) => !parents.has(chunkId));
  const segments = segmentsOf(text, leaves);
  const body = segments.map((segment) => labelsOf(segment, leaves) + markOf(segment)).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generatorTag}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}: chunks</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p class="soft">${summary(leaves, chunks.length - leaves.length, failedChunks.length)}</p>
<p class="key"><span><mark class="c0">chunk</mark> <mark class="c1">chunk</mark> <mark class="c2">chunk</mark></span>
<span><mark class="shared" style="--from: var(--c0); --to: var(--c1)">shared by two neighbours</mark></span></p>
</header>
<main>
<nav aria-label="Chunks"><ol>${listOf(chunks, parents)}</ol></nav>
<article>${body}</article>
</main>
</body>
</html>
`;
}

function summary(leaves: readonly Chunk[], parents: number, failed: number): string {
  const methods = [...new Set(leaves.map(({ chunkingMethod }) => chunkingMethod))].join(', ');
  return [
    `${plural(leaves.length, 'chunk')} by ${escape(methods)}`,
    describeTokens(leaves),
    ...(parents > 0 ? [`${plural(parents, 'parent')} over them`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} left out`] : []),
  ].join(' · ');
}

function listOf(chunks: readonly Chunk[], parents: ReadonlySet<string | undefined>): string {
  const longest = Math.max(...chunks.filter(({ chunkId }) => !parents.has(chunkId)).map(tokensOf));
  const childrenOf = new Map<string | undefined, Chunk[]>();
  for (const chunk of chunks) {
    const siblings = childrenOf.get(chunk.parentChunkId);
    if (siblings === undefined) childrenOf.set(chunk.parentChunkId, [chunk]);
    else siblings.push(chunk);
  }
  const list = (of: string | undefined): string =>
    (childrenOf.get(of) ?? [])
      .map((chunk) => {
        const isParent = parents.has(chunk.chunkId);
        const entry = entryOf(chunk, { isParent, longest });
        return `<li>${entry}${isParent ? `<ol style="margin-left: 12px">${list(chunk.chunkId)}</ol>` : ''}</li>`;
      })
      .join('');
  return list(undefined);
}

const tokensOf = ({ tokenCount }: Chunk) => tokenCount;

function entryOf(chunk: Chunk, { isParent, longest }: { isParent: boolean; longest: number }): string {
  const facts = [
    numberOf(chunk),
    plural(chunk.tokenCount, 'token'),
    chunk.kind,
    describePages(chunk.pageNumbers),
  ]
    .filter(Boolean)
    .join(' · ');
  const path = chunk.hierarchyPath === '' ? '' : `<span class="path">${escape(chunk.hierarchyPath)}</span>`;
  if (isParent) return `<a class="parent">${facts}${path}</a>`;
  const width = Math.max(2, Math.round((100 * chunk.tokenCount) / longest));
  return `<a href="#${anchorOf(chunk)}">${facts}${path}<span class="bar" style="width: ${width}%"></span></a>`;
}

/** A label where a chunk begins. */
function labelsOf({ charStart, chunks }: Segment, leaves: readonly Chunk[]): string {
  return chunks
    .map((index) => leaves[index]!)
    .filter((chunk) => chunk.charStart === charStart)
    .map((chunk) => {
      const label = `${numberOf(chunk)} · ${chunk.charStart}–${chunk.charEnd} · ${plural(chunk.tokenCount, 'token')}`;
      return `<span class="label" id="${anchorOf(chunk)}">${label}</span>`;
    })
    .join('');
}

function markOf({ text, chunks }: Segment): string {
  const [first, second] = chunks.map((index) => `c${index % colours}`);
  if (first === undefined) return escape(text);
  if (second === undefined) return `<mark class="${first}">${escape(text)}</mark>`;
  return `<mark class="shared" style="--from: var(--${first}); --to: var(--${second})">${escape(text)}</mark>`;
}

const numberOf = ({ chunkId }: Chunk) => chunkId.slice(chunkId.lastIndexOf('#'));
const anchorOf = ({ sequence }: Chunk) => `chunk-${sequence}`;

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
