import { QdrantError } from './error.ts';

const refused = [...'<>:"/\\|?*\0\u001F'];

/** @throws QdrantError for a name that could not be a file's */
export function checkName(kind: 'collection' | 'vector', name: string, mostBytes = 255): void {
  const bad = refused.find((character) => name.includes(character));
  if (bad !== undefined) throw invalid(`${kind} name cannot contain "${bad}" char`);
  if (Buffer.byteLength(name) > mostBytes)
    throw invalid(`${kind} name must be at most ${mostBytes} bytes long`);
}

export const checkVectorName = (name: string) => checkName('vector', name, 200);

const invalid = (problem: string) => new QdrantError(422, `Validation error: ${problem}`);
