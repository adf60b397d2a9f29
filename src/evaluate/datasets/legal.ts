import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import type { EvaluationDataset } from './dataset.ts';
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
 * Reads a benchmark of LegalBench-RAG: `<name>.json` (queries with file and character span) beside `corpus/`.
 * @see https://github.com/zeroentropy-ai/legalbenchrag
 * @throws ConfigError when the file is malformed or names a text that is not there.
 */
export async function readLegalBench(folder: string, file: string): Promise<EvaluationDataset> {
  const path = join(folder, file);
  const { tests } = checkRow(parseWhole(await readText(path), path), schema, { file: path, line: 1 });
  const names = (await readdir(join(folder, 'corpus'))).filter((name) => name.endsWith('.txt')).sort();
  const known = new Set(names);
  const queries = tests.map(({ query, snippets }, index) => {
    const relevantSpans = snippets.map(({ file_path: source, span, answer: text }) => {
      const documentId = basename(source);
      if (!known.has(documentId))
        throw new ConfigError(`${path}: test ${index + 1} names ${source}, which is not in corpus/`);
      return { documentId, charStart: span[0], charEnd: span[1], text };
    });
    const relevantDocuments = new Map(relevantSpans.map(({ documentId }) => [documentId, 1]));
    return { queryId: `test-${index + 1}`, query, relevantDocuments, relevantSpans };
  });
  const documents = names.map(async (documentId) => ({
    documentId,
    source: await readText(join(folder, 'corpus', documentId)),
    sourceType: 'text' as const,
  }));
  return {
    name: basename(file, '.json'),
    queries,
    documents: await Promise.all(documents),
    references: [],
    warnings: [],
  };
}

function parseWhole(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
