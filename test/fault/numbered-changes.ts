import type { DocumentRecord, StoreChange } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { makeRecord } from '../contract/store/records.ts';

const documents = 9;

/** The change of that number, from 1: now one document, now two, now a removal; always the same for a number. */
export function changeNumber(number: number): Required<Pick<StoreChange, 'remove' | 'put'>> {
  const id = (offset: number) => `d${(number * 5 + offset) % documents}`;
  if (number % 4 === 3) return { remove: [id(0)], put: [] };
  const put =
    number % 3 === 0 ? [revision(id(0), number), revision(id(1), number)] : [revision(id(0), number)];
  return { remove: number % 5 === 0 ? [id(2)] : [], put };
}

/** Document id → text of its chunks, after all changes up to that number. */
export function stateAfter(number: number): Map<string, string[]> {
  const state = new Map<string, string[]>();
  for (let step = 1; step <= number; step += 1) {
    const { remove, put } = changeNumber(step);
    for (const id of remove) state.delete(id);
    for (const record of put) state.set(record.document.documentId, contents(record));
  }
  return state;
}

function contents(record: DocumentRecord): string[] {
  return record.chunks.map(({ chunk }) => chunk.content);
}

function revision(id: string, number: number): DocumentRecord {
  const text = Array.from(
    { length: 3 + (number % 11) },
    (_, index) => `${id} as of change ${number}, part ${index}: ${'harbour tax silver '.repeat(number % 40)}`,
  );
  const document = { metadata: { number }, tags: ['kept', id] };
  if (number % 2 === 0) return makeRecord(id, { text, document });
  const original = Buffer.from(`The original of ${id} as of change ${number}.`);
  return { ...makeRecord(id, { text, document: { ...document, sourceHash: sha256(original) } }), original };
}
