import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { lineError } from '../files/line-error.ts';
import type { CorpusDocument, EvaluationDataset } from './dataset.ts';
import { keepComplete } from './keep-complete.ts';
import { checkRow, readText } from './read-lines.ts';

const referenceSchema = z.array(
  z.object({ content: z.string(), start_index: z.int().min(0), end_index: z.int().min(0) }),
);

/**
 * Reads the chunking evaluation set: `questions_df.csv` (question, excerpts with character offsets, corpus) and
 * `corpora/<corpus>.md`. A question that is asked of several corpora is one query a corpus.
 * @see https://research.trychroma.com/evaluating-chunking
 * @throws ConfigError naming file and record.
 */
export async function readChunkingSet(folder: string): Promise<EvaluationDataset> {
  const file = join(folder, 'questions_df.csv');
  const rows = await readCsv(file);
  if (rows.length === 0) throw new ConfigError(`${file} holds no questions`);
  for (const column of ['question', 'references', 'corpus_id']) {
    if (!(column in rows[0]!)) throw lineError({ file, line: 1 }, `there is no column "${column}"`);
  }
  const numbered = rows.map((row, index) => ({ row, index, corpus: row['corpus_id'] ?? '' }));
  const { rows: complete, warnings } = keepComplete(numbered, file, ({ corpus }) =>
    existsSync(fileOf(folder, corpus)) ? [] : [`corpora/${corpus}.md`],
  );
  const corpora = [...new Set(complete.map(({ corpus }) => corpus))];
  return {
    name: basename(folder),
    queries: complete.map(({ row, index, corpus: documentId }) => {
      const place = { file, line: index + 2 };
      const excerpts = checkRow(parseReferences(row['references'] ?? '', place), referenceSchema, place);
      return {
        queryId: `${documentId}-${index + 1}`,
        query: row['question'] ?? '',
        relevantDocuments: new Map([[documentId, 1]]),
        relevantSpans: excerpts.map((excerpt) => ({
          documentId,
          charStart: excerpt.start_index,
          charEnd: excerpt.end_index,
          text: excerpt.content,
        })),
      };
    }),
    documents: await Promise.all(corpora.map((name) => readCorpus(folder, name))),
    references: [],
    warnings,
  };
}

const fileOf = (folder: string, corpus: string) => join(folder, 'corpora', `${corpus}.md`);

async function readCorpus(folder: string, name: string): Promise<CorpusDocument> {
  return {
    documentId: name,
    source: await readText(fileOf(folder, name)),
    sourceType: 'text',
  };
}

/** Rows as objects by the names of the header. */
async function readCsv(file: string): Promise<Record<string, string | undefined>[]> {
  const { parse } = await import('csv-parse/sync');
  const text = await readText(file);
  try {
    return parse(text, { columns: true, relaxColumnCount: true });
  } catch (error) {
    const { lines: line, message } = error as Error & { readonly lines: number };
    throw lineError({ file, line }, message);
  }
}

function parseReferences(text: string, place: { file: string; line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw lineError(place, 'the references of this record are not JSON');
  }
}
