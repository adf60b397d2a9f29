import { readFile } from 'node:fs/promises';
import { ConfigError, type Citation, type KnowledgeBase, type LeanCitation } from '../../../index.ts';

/** As it stands in a saved answer: whole, or lean, as `--json` and the HTTP server give it. */
export type SavedCitation = Citation | LeanCitation;

/**
 * A citation of an answer that was saved as JSON, named as `answer.json#2` by the number of its marker.
 * @throws ConfigError when the file cannot be read, is no answer, or has no such citation.
 */
export async function readCitation(name: string): Promise<SavedCitation> {
  const [, file = name, number] = /^(.*)#(\d+)$/s.exec(name) ?? [];
  if (number === undefined) throw malformed(`${name} does not say which citation`);
  const citations = citationsIn(await readJson(file));
  if (citations === undefined) throw malformed(`${file} is no answer`);
  const found = citations.find((citation) => String(numberOf(citation)) === number);
  if (found !== undefined) return found;
  const numbers = citations.map(numberOf).join(', ');
  throw new ConfigError(`${file} has no citation ${number}`, {
    hint: numbers === '' ? 'The answer has no citations.' : `It has ${numbers}.`,
  });
}

/**
 * The whole citation. A lean one is made anew from its place, with the quote that was saved, so that it shows where the
 * document says something else there by now.
 * @throws NoDocumentsFoundError when the document of a lean citation is gone, or ends before its place.
 */
export async function restoreCitation(kb: KnowledgeBase, saved: SavedCitation): Promise<Citation> {
  if (!isLean(saved)) return saved;
  const { n: sourceId, collection, documentId, documentVersion: version, charStart, charEnd } = saved;
  const { quote, located, similarity: quoteSimilarity = 1, score: retrievalScore } = saved;
  const cited = await kb.cite({ collection, documentId, version, charStart, charEnd });
  return { ...cited, sourceId, quote, located, quoteSimilarity, retrievalScore };
}

const isLean = (citation: SavedCitation): citation is LeanCitation => 'n' in citation;
const numberOf = (citation: SavedCitation) => (isLean(citation) ? citation.n : citation.sourceId);

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw malformed(`There is no file ${file}`, cause);
    throw malformed(`${file} cannot be read as JSON: ${(cause as Error).message}`, cause);
  }
}

/** As they stand there, with the nearest places of a lean answer; `kb` checks the one that is used. */
function citationsIn(answer: unknown): SavedCitation[] | undefined {
  const { citations, nearest = [] } = (answer ?? {}) as { citations?: unknown; nearest?: unknown };
  if (!Array.isArray(citations) || !Array.isArray(nearest)) return undefined;
  const all: unknown[] = [...citations, ...nearest];
  return all.every((one) => typeof one === 'object' && one !== null) ? (all as SavedCitation[]) : undefined;
}

const malformed = (problem: string, cause?: unknown) =>
  new ConfigError(problem, {
    hint: 'Save an answer with `pincite ask … --output answer.json`, then name one of its citations: answer.json#1.',
    cause,
  });
