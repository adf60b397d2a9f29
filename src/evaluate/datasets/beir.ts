import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { counted } from '../../util/strings/counted.ts';
import { lineError } from '../files/line-error.ts';
import { groupJudgments, parseJudgments, type Judgment } from '../files/qrels.ts';
import type { CorpusDocument, EvaluationDataset } from './dataset.ts';
import { indexRows, readJsonLines, readText, type Row } from './read-lines.ts';

const id = z.union([z.string().min(1), z.number()]).transform(String);
const documentRow = z.object({ _id: id, title: z.string().nullish(), text: z.string() });
const queryRow = z.object({ _id: id, text: z.string().min(1) });

/**
 * Reads a folder in the format of BEIR: `corpus.jsonl` (`_id`, `title`, `text`), `queries.jsonl` (`_id`, `text`) and
 * `qrels/<split>.tsv` (also TREC's four columns): `test` unless given, or the only one there is. Queries that the split does not judge are left out. Without
 * `corpus.jsonl` the ids of the judgments are those of the collection at hand.
 * @throws ConfigError naming file and line: broken JSON, an id that comes twice or is not there, an empty corpus.
 */
export async function readBeir(
  folder: string,
  { split }: { readonly split?: string | undefined } = {},
): Promise<EvaluationDataset> {
  const corpusFile = join(folder, 'corpus.jsonl');
  const corpus = existsSync(corpusFile) ? await readCorpus(corpusFile) : undefined;
  const queriesFile = join(folder, 'queries.jsonl');
  const queries = indexRows(await readJsonLines(queriesFile, queryRow), 'query', ({ _id }) => _id);
  const { file: qrelsFile, warnings } = findQrels(folder, split);
  const judgments = parseJudgments(await readText(qrelsFile), qrelsFile);
  for (const judgment of judgments) checkJudgment(judgment, { queries, corpus });
  const judged = [...groupJudgments(judgments)];
  if (judged.length === 0) {
    throw new ConfigError(`${qrelsFile} has no relevance judgments`, { hint: 'Choose another --split.' });
  }
  return {
    name: basename(folder),
    queries: judged.map(([queryId, relevantDocuments]) => ({
      queryId,
      query: queries.get(queryId)!.value.text,
      relevantDocuments,
    })),
    documents: corpus?.documents,
    references: corpus === undefined ? judgments.map((judgment) => ({ kind: 'document', ...judgment })) : [],
    warnings: [...warnings, ...(corpus?.warnings ?? [])],
  };
}

const endings = ['.tsv', '.txt', '.qrels'];

/** The judgments of the split; where none is asked for, of `test`, or of the only one that there is. */
function findQrels(folder: string, asked: string | undefined): { file: string; warnings: string[] } {
  const split = asked ?? 'test';
  const candidates = endings.map((ending) => join(folder, 'qrels', `${split}${ending}`));
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return { file: found, warnings: [] };
  const qrels = join(folder, 'qrels');
  const files = (existsSync(qrels) ? readdirSync(qrels) : []).filter((name) =>
    endings.includes(extname(name)),
  );
  const [only, ...others] = files;
  if (asked === undefined && only !== undefined && others.length === 0) {
    return { file: join(qrels, only), warnings: [`There is no split test: measured by qrels/${only}`] };
  }
  const splits = files.map((name) => basename(name, extname(name)));
  throw new ConfigError(`There are no judgments ${candidates[0]}`, {
    hint:
      splits.length === 0
        ? 'Write a line a judgment there: query id, document id, grade, with tabs between them.'
        : `Choose another --split: ${splits.sort().join(', ')}.`,
  });
}

interface Corpus {
  readonly ids: ReadonlyMap<string, unknown>;
  readonly documents: readonly CorpusDocument[];
  readonly warnings: readonly string[];
}

async function readCorpus(path: string): Promise<Corpus> {
  const rows = await readJsonLines(path, documentRow);
  if (rows.length === 0) {
    throw new ConfigError(`${path} holds no documents`, {
      hint: 'A line a document: {"_id": …, "text": …}.',
    });
  }
  const ids = indexRows(rows, 'document', ({ _id }) => _id);
  const documents = rows.map(({ value }) => toDocument(value)).filter(({ source }) => source.trim() !== '');
  const empty = rows.length - documents.length;
  return {
    ids,
    documents,
    warnings: empty === 0 ? [] : [`${counted(empty, 'document')} without text left out`],
  };
}

/** A document that has a title only is searched by that. */
function toDocument({ _id, title, text }: z.output<typeof documentRow>): CorpusDocument {
  const source = text.trim() === '' ? (title ?? '') : text;
  return { documentId: _id, source, sourceType: 'text', title: title || undefined };
}

function checkJudgment(
  { queryId, id: documentId, place }: Judgment,
  { queries, corpus }: { queries: ReadonlyMap<string, Row<unknown>>; corpus?: Corpus },
): void {
  if (!queries.has(queryId)) throw lineError(place, `there is no query "${queryId}" in queries.jsonl`);
  if (corpus !== undefined && !corpus.ids.has(documentId)) {
    throw lineError(place, `there is no document "${documentId}" in corpus.jsonl`);
  }
}
