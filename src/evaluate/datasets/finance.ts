import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { lineError } from '../line-error.ts';
import type { EvaluationDataset } from './dataset.ts';
import { indexRows, readJsonLines } from './read-lines.ts';

const questionSchema = z.object({
  financebench_id: z.string(),
  question: z.string().min(1),
  answer: z.string().optional(),
  evidence: z.array(
    z.object({
      doc_name: z.string(),
      /** From 0. */
      evidence_page_num: z.int().min(0),
    }),
  ),
});

/**
 * Reads FinanceBench: `questions.jsonl` (question, answer, evidence with document and page) and `pdfs/<document>.pdf`.
 * @see https://github.com/patronus-ai/financebench
 * @throws ConfigError naming file and line.
 */
export async function readFinanceBench(folder: string): Promise<EvaluationDataset> {
  const rows = await readJsonLines(join(folder, 'questions.jsonl'), questionSchema);
  if (rows.length === 0) throw new ConfigError(`${join(folder, 'questions.jsonl')} holds no questions`);
  indexRows(rows, 'question', ({ financebench_id: id }) => id);
  const names = (await readdir(join(folder, 'pdfs'))).filter((name) => name.endsWith('.pdf')).sort();
  const documents = names.map((name) => ({
    documentId: basename(name, '.pdf'),
    source: join(folder, 'pdfs', name),
    sourceType: 'file' as const,
  }));
  const known = new Set(documents.map(({ documentId }) => documentId));
  const queries = rows.map(({ value, place }) => {
    const relevantPages = value.evidence.map(({ doc_name: documentId, evidence_page_num: page }) => {
      if (!known.has(documentId)) throw lineError(place, `there is no pdfs/${documentId}.pdf`);
      return { documentId, page: page + 1 };
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
  return { name: basename(folder), queries, documents, references: [], warnings: [] };
}
