import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import type { EvaluationDataset } from './dataset.ts';
import { keepComplete } from './keep-complete.ts';
import { indexRows, readJsonLines } from './read-lines.ts';

const questionSchema = z.object({
  financebench_id: z.string(),
  question: z.string().min(1),
  answer: z.string().optional(),
  /** Of evidence that names none. */
  doc_name: z.string().optional(),
  evidence: z.array(
    z.object({
      doc_name: z.string().optional(),
      /** From 0. */
      evidence_page_num: z.int().min(0),
    }),
  ),
});

/**
 * Reads FinanceBench: a JSON Lines file of questions (answer, evidence with document and page) and `pdfs/<document>.pdf`.
 * @param file of the questions, below the folder.
 * @see https://github.com/patronus-ai/financebench
 * @throws ConfigError naming file and line.
 */
export async function readFinanceBench(folder: string, file: string): Promise<EvaluationDataset> {
  const path = join(folder, file);
  const all = await readJsonLines(path, questionSchema);
  if (all.length === 0) throw new ConfigError(`${path} holds no questions`);
  indexRows(all, 'question', ({ financebench_id: id }) => id);
  const names = (await readdir(join(folder, 'pdfs'))).filter((name) => name.endsWith('.pdf')).sort();
  const documents = names.map((name) => ({
    documentId: basename(name, '.pdf'),
    source: join(folder, 'pdfs', name),
    sourceType: 'file' as const,
  }));
  const known = new Set(documents.map(({ documentId }) => documentId));
  const { rows, warnings } = keepComplete(all, path, ({ value }) =>
    documentsOf(value).flatMap((name) => (known.has(name) ? [] : [`pdfs/${name}.pdf`])),
  );
  const queries = rows.map(({ value }) => {
    const cited = documentsOf(value);
    const relevantPages = value.evidence.map(({ evidence_page_num: page }, index) => {
      return { documentId: cited[index]!, page: page + 1 };
    });
    const relevantDocuments = new Map(relevantPages.map(({ documentId }) => [documentId, 1]));
    return {
      queryId: value.financebench_id,
      query: value.question,
      answer: value.answer,
      relevantDocuments,
      relevantPages,
    };
  });
  return { name: basename(folder), queries, documents, references: [], warnings };
}

/** A document for each evidence. */
const documentsOf = ({ evidence, doc_name: usual = '(none is named)' }: z.output<typeof questionSchema>) =>
  evidence.map(({ doc_name: name = usual }) => name);

/** The file of the questions, told from what its first line holds; published, it lies in `data/`. */
export async function findFinanceBench(folder: string): Promise<string | undefined> {
  const names = ['.', 'data'].flatMap((below) =>
    existsSync(join(folder, below)) ? readdirSync(join(folder, below)).map((name) => join(below, name)) : [],
  );
  for (const name of names.filter((one) => one.endsWith('.jsonl')).sort()) {
    if ((await firstLine(join(folder, name))).includes('"financebench_id"')) return name;
  }
  return undefined;
}

async function firstLine(path: string): Promise<string> {
  for await (const line of createInterface(createReadStream(path))) return line;
  return '';
}
