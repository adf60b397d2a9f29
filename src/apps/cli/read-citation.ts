import { readFile } from 'node:fs/promises';
import { ConfigError, type Citation } from '../../index.ts';

/**
 * A citation of an answer that was saved as JSON, named as `answer.json#2` by the number of its marker.
 * @throws ConfigError when the file cannot be read, is no answer, or has no such citation.
 */
export async function readCitation(name: string): Promise<Citation> {
  const [, file = name, number] = /^(.*)#(\d+)$/s.exec(name) ?? [];
  if (number === undefined) throw malformed(`${name} does not say which citation`);
  const citations = citationsIn(await readJson(file));
  if (citations === undefined) throw malformed(`${file} is no answer`);
  const found = citations.find(({ sourceId }) => String(sourceId) === number);
  if (found !== undefined) return found;
  const numbers = citations.map(({ sourceId }) => sourceId).join(', ');
  throw new ConfigError(`${file} has no citation ${number}`, {
    hint: numbers === '' ? 'The answer has no citations.' : `It has ${numbers}.`,
  });
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw malformed(`There is no file ${file}`, cause);
    throw malformed(`${file} cannot be read as JSON: ${(cause as Error).message}`, cause);
  }
}

/** As they stand there; `kb` checks the one that is used. */
function citationsIn(answer: unknown): Citation[] | undefined {
  const citations = (answer as { citations?: unknown } | null)?.citations;
  return Array.isArray(citations) ? (citations as Citation[]) : undefined;
}

const malformed = (problem: string, cause?: unknown) =>
  new ConfigError(problem, {
    hint: 'Save an answer with `pincite ask … --output answer.json`, then name one of its citations: answer.json#1.',
    cause,
  });
