import type { Command } from 'commander';
import type { Chunk, ChunkPreview } from '../../../../index.ts';
import { checkPageFile, writePage } from '../../chunk-page/write-page.ts';
import { describePages, describePlace } from '../../print/describe-place.ts';
import { flags } from '../../options/flags.ts';
import { plural, shorten, terminalWidth } from '../../terminal/layout.ts';
import {
  chunkingOverrides,
  loadingOverrides,
  type ChunkingFlags,
  type LoadingFlags,
} from '../../options/overrides.ts';
import { note, paint, paintLines } from '../../terminal/paint.ts';
import {
  describeCounts,
  levelNames,
  numberOf,
  parentsAmong,
  searchedWith,
} from '../../print/chunk-preview.ts';
import {
  createCommand,
  printJson,
  printLines,
  withKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface ChunkFlags extends SessionOptions, ChunkingFlags, LoadingFlags {
  readonly size?: number;
  readonly password?: string;
  readonly show?: string | true;
  readonly force?: boolean;
}

export function chunkCommand(): Command {
  return createCommand('chunk', 'show how a document would be cut, and store nothing', [
    flags.cutMethod,
    flags.cutSize,
    flags.overlap,
    flags.summaries,
    flags.preset,
    flags.password,
    flags.ocr,
    flags.ocrLanguages,
    flags.show,
    flags.replace('with --show: replace a file that is no such page'),
  ])
    .argument('<source>', 'file or URL')
    .helpAfter(`
Examples:
  pincite chunk report.pdf
  pincite chunk report.pdf --method hierarchical --size 256 --overlap 40
  pincite chunk report.pdf --preset legal --show chunks.html`)
    .action(chunk);
}

async function chunk(source: string, options: ChunkFlags): Promise<void> {
  const page = typeof options.show === 'string' ? options.show : undefined;
  if (page !== undefined) await checkPageFile(page, options);
  const chunking = chunkingOverrides({ ...options, chunkSize: options.size });
  const overrides = { ...chunking, ...loadingOverrides(options) };
  await withKnowledgeBase(
    { ...options, store: 'sqlite::memory:' },
    async (kb, signal) => {
      const preview = await kb.previewChunks({ source, password: options.password }, { signal });
      if (page !== undefined) await writePage(preview, page);
      const problems = describeProblems(preview);
      if (options.json) printJson(preview);
      else if (page !== undefined) printLines([...problems, `Wrote ${page}: ${summarise(preview)}`]);
      else if (options.show === true) printLines([...showText(preview), '', ...problems, summarise(preview)]);
      else printLines([...listChunks(preview), ...problems, summarise(preview)]);
    },
    overrides,
  );
}

function listChunks(preview: ChunkPreview): string[] {
  const context = searchedWith(preview);
  return preview.chunks.flatMap((one) => [
    describeChunk(one),
    ...context.get(one)!.map((line) => paint.dim(`  + ${shorten(line, terminalWidth() - 4)}`)),
    `  ${shorten(one.content, terminalWidth() - 2)}`,
    ...(one.overlapPrevChars === 0
      ? []
      : [paint.cyan(`  shares ${plural(one.overlapPrevChars, 'character')} with the one before`)]),
  ]);
}

/** Every chunk but parents whole, with what it shares with the ones before and after in colours; over it what else it is searched with. */
function showText(preview: ChunkPreview): string[] {
  const { chunks } = preview;
  const parents = parentsAmong(chunks);
  const context = searchedWith(preview);
  return chunks.flatMap((one) => {
    const head = [describeChunk(one), ...context.get(one)!.map((line) => paint.dim(`+ ${line}`))];
    if (parents.has(one.chunkId)) return head;
    const { content, overlapPrevChars, overlapNextChars } = one;
    const own = Math.max(overlapPrevChars, content.length - overlapNextChars);
    return [
      ...head,
      paintLines(paint.cyan, content.slice(0, overlapPrevChars)) +
        content.slice(overlapPrevChars, own) +
        paintLines(paint.yellow, content.slice(own)),
      '',
    ];
  });
}

function describeChunk(one: Chunk): string {
  const level = one.level === 3 ? [] : [levelNames[one.level]!];
  const parent = one.parentChunkId ? [`in ${numberOf(one.parentChunkId)}`] : [];
  const facts = [
    `${one.charStart}–${one.charEnd}`,
    plural(one.tokenCount, 'token'),
    one.kind,
    ...level,
    ...parent,
    describePages(one.pageNumbers),
  ].filter(Boolean);
  const place = describePlace(one);
  return `${paint.bold(numberOf(one.chunkId))}  ${paint.dim(facts.join(' · '))}${place === '' ? '' : `  ${shorten(place, 60)}`}`;
}

function describeProblems({ warnings, failedChunks }: ChunkPreview): string[] {
  return [
    ...warnings.map(note),
    ...failedChunks.map(({ sequence, reason }) => `${paint.red('Left out:')} ${sequence}, ${reason}`),
  ];
}

const summarise = (preview: ChunkPreview) => describeCounts(preview).join(', ');
