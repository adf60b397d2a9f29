import { QdrantError } from './error.ts';

/** How deep Qdrant's parser goes. */
const deepest = 127;

/** Halves of characters that an escape can write: Qdrant's parser takes none. */
const mayHaveHalf = /\\u[Dd][89A-Fa-f]/;
const half = /\p{Surrogate}/u;

/** @throws QdrantError for what Qdrant's parser refuses */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, mayHaveHalf.test(text) ? refuseHalf : undefined);
  } catch (error) {
    if (error instanceof QdrantError) throw error;
    throw refused((error as Error).message);
  }
}

const refused = (problem: string) => new QdrantError(400, `Format error in JSON body: ${problem}`);

function refuseHalf(key: string, value: unknown): unknown {
  if (half.test(key) || (typeof value === 'string' && half.test(value)))
    throw refused('lone leading surrogate in hex escape');
  return value;
}

/** @throws QdrantError for values in values in values that are too many */
export function checkDepth(value: unknown, depth = 1): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw refused('recursion limit exceeded');
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}
