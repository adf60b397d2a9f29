import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import type { EvaluationDataset } from './dataset.ts';
import { keepComplete } from './keep-complete.ts';
import { checkRow, readText } from './read-lines.ts';

const schema = z.object({
  tests: z
    .array(
      z.object({
        query: z.string().min(1),
        snippets: z.array(
          z.object({
            file_path: z.string(),
            span: z.tuple([z.int().min(0), z.int().min(0)]),
            answer: z.string(),
          }),
        ),
      }),
    )
    .min(1, 'there are no tests'),
});

/**
 * Reads benchmarks of LegalBench-RAG: `<name>.json` (queries with file and character span) beside `corpus/`, or, as it is
 * published, `benchmarks/<name>.json` and `corpus/<name>/`. Of the corpus the folders are read that the queries are about.
 * @param files of benchmarks, below the folder.
 * @see https://github.com/zeroentropy-ai/legalbenchrag
 * @throws ConfigError when a file is malformed, or no text is there that one names.
 */
export async function readLegalBench(folder: string, files: readonly string[]): Promise<EvaluationDataset> {
  const texts = (await readdir(join(folder, 'corpus'), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.txt'))
    .sort();
  const known = new Set(texts);
  const find = (named: string) => [named, basename(named)].find((name) => known.has(name));
  const benchmarks = await Promise.all(files.map((file) => readBenchmark(folder, file, find)));
  const queries = benchmarks.flatMap((one) => one.queries);
  const wanted = new Set(queries.flatMap((query) => [...query.relevantDocuments.keys()].map(dirname)));
  const documents = texts
    .filter((documentId) => wanted.has(dirname(documentId)))
    .map(async (documentId) => ({
      documentId,
      source: await readText(join(folder, 'corpus', documentId)),
      sourceType: 'text' as const,
    }));
  return {
    name: files.length === 1 ? basename(files[0]!, '.json') : basename(folder),
    queries,
    documents: await Promise.all(documents),
    references: [],
    warnings: benchmarks.flatMap(({ warnings }) => warnings),
  };
}

async function readBenchmark(folder: string, file: string, find: (named: string) => string | undefined) {
  const path = join(folder, file);
  const { tests } = checkRow(parseWhole(await readText(path), path), schema, { file: path, line: 1 });
  const numbered = tests.map((test, index) => ({
    ...test,
    queryId: `${basename(file, '.json')}-${index + 1}`,
  }));
  const { rows, warnings } = keepComplete(numbered, path, ({ snippets }) =>
    snippets.flatMap(({ file_path: named }) => (find(named) === undefined ? [named] : [])),
  );
  const queries = rows.map(({ query, snippets, queryId }) => {
    const relevantSpans = snippets.map(({ file_path: named, span, answer: text }) => {
      return { documentId: find(named)!, charStart: span[0], charEnd: span[1], text };
    });
    const relevantDocuments = new Map(relevantSpans.map(({ documentId }) => [documentId, 1]));
    return { queryId, query, relevantDocuments, relevantSpans };
  });
  return { queries, warnings: warnings.map((warning) => `${basename(file)}: ${warning}`) };
}

function parseWhole(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
