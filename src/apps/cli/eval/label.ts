import { readFile, writeFile } from 'node:fs/promises';
import type { Hit, KnowledgeBase } from '../../../index.ts';
import { parseYamlQueries, writeGrades, type EvaluationQuery } from '../../../evaluate/index.ts';
import { plural, shorten, wrap } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';
import { printLines } from '../session.ts';

export interface LabelOptions {
  readonly collection: string;
  /** Grade chunks instead of documents. */
  readonly chunks: boolean;
  /** Hits to take from each way of searching. */
  readonly depth: number;
  readonly signal: AbortSignal;
}

type Grade = 0 | 1 | 2;

/** A person's choice for one hit. */
type Choice = Grade | 'skip' | 'next' | 'quit';

const choices: Readonly<Record<string, Choice>> = {
  '0': 0,
  '1': 1,
  '2': 2,
  s: 'skip',
  n: 'next',
  q: 'quit',
  '\u0003': 'quit', // Ctrl-C
  '\u0004': 'quit', // Ctrl-D
};

/**
 * Shows what keyword, vector and hybrid search find for each query, and writes the grades that a person gives into
 * the query set, query by query, so that nothing is lost. What is graded already is not shown again.
 */
export async function labelQueries(kb: KnowledgeBase, file: string, options: LabelOptions): Promise<void> {
  const { queries } = await parseYamlQueries(await readFile(file, 'utf8'), file);
  const keys = readKeys();
  let graded = 0;
  try {
    for (const [index, query] of queries.entries()) {
      const hits = await ungradedHits(kb, query, options);
      if (hits.length === 0) continue;
      printLines(['', paint.bold(`Query ${index + 1} of ${queries.length}: ${query.query}`)]);
      const { grades, quit } = await gradeHits(kb, hits, { keys, options });
      const key = options.chunks ? 'relevantChunks' : 'relevantDocuments';
      if (grades.size > 0) {
        const given = [...grades].map(([id, grade]) => ({ index, key, id, grade }) as const);
        await writeFile(file, await writeGrades(await readFile(file, 'utf8'), given));
        graded += grades.size;
      }
      if (quit) break;
    }
  } finally {
    await keys.return(undefined);
  }
  printLines(['', `${plural(graded, 'grade')} written to ${file}.`]);
}

const idOf = ({ chunk }: Hit, chunks: boolean) => (chunks ? chunk.chunkId : chunk.documentId);

async function ungradedHits(
  kb: KnowledgeBase,
  query: EvaluationQuery,
  { collection, chunks, depth, signal }: LabelOptions,
): Promise<Hit[]> {
  const lists: (readonly Hit[])[] = [];
  for (const mode of ['keyword', 'fast', 'hybrid'] as const) {
    const { hits } = await kb.retrieve(query.query, { collection, mode, topK: depth, signal });
    lists.push(hits);
  }
  const known = chunks ? query.relevantChunks : query.relevantDocuments;
  return pool(lists, (hit) => idOf(hit, chunks)).filter((hit) => known?.has(idOf(hit, chunks)) !== true);
}

async function gradeHits(
  kb: KnowledgeBase,
  hits: readonly Hit[],
  { keys, options }: { keys: AsyncIterator<string>; options: LabelOptions },
): Promise<{ grades: Map<string, Grade>; quit: boolean }> {
  const grades = new Map<string, Grade>();
  const { collection } = options;
  for (const [index, hit] of hits.entries()) {
    const { title } = await kb.document(hit.chunk.documentId, { collection });
    const { pageNumbers, sectionHeading, content } = hit.chunk;
    const page = pageNumbers.length === 0 ? '' : `, p. ${pageNumbers[0]}`;
    const place = [`${title}${page}`, sectionHeading].filter(Boolean).join(' · ');
    printLines([
      '',
      `${paint.dim(`${index + 1}/${hits.length}`)} ${paint.cyan(shorten(place, 90))}`,
      ...wrap(shorten(content, 1200), { indent: 4 }),
      paint.dim('    0 irrelevant · 1 somewhat · 2 highly relevant · s skip · n next query · q quit'),
    ]);
    const choice = await nextChoice(keys);
    if (choice === 'quit') return { grades, quit: true };
    if (choice === 'next') break;
    if (choice !== 'skip') grades.set(idOf(hit, options.chunks), choice);
  }
  return { grades, quit: false };
}

/** The next key that means something; the end of the input means quit. */
async function nextChoice(keys: AsyncIterator<string>): Promise<Choice> {
  for (;;) {
    const { value, done } = await keys.next();
    if (done === true) return 'quit';
    const choice = choices[value];
    if (choice !== undefined) return choice;
  }
}

/** Characters as they are typed: each key at once on a terminal, the whole input elsewhere. Ends with the input. */
async function* readKeys(): AsyncGenerator<string, void> {
  const input = process.stdin;
  if (input.isTTY) input.setRawMode(true);
  try {
    for await (const text of input.setEncoding('utf8')) yield* text as string;
  } finally {
    if (input.isTTY) input.setRawMode(false);
  }
}

/**
 * Items of several ranked lists, each once, taken turn by turn from the top, so that no list comes first and the order
 * does not give away which list found what.
 */
export function pool<Item>(lists: readonly (readonly Item[])[], keyOf: (item: Item) => string): Item[] {
  const pooled = new Map<string, Item>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined && !pooled.has(keyOf(item))) pooled.set(keyOf(item), item);
    }
  }
  return [...pooled.values()];
}
