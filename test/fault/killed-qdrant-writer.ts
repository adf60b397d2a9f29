/** Writes numbered changes to a Qdrant store until it is killed or refused; prints each number once it is acknowledged. */
import { writeSync } from 'node:fs';
import { openQdrantStore } from '../../src/store/qdrant/qdrant-store.ts';
import { spec } from '../contract/store/records.ts';
import { changeNumber } from './numbered-changes.ts';

const [url, first] = process.argv.slice(2) as [string, string];
const store = await openQdrantStore(url);
await store.ensureCollection(spec);
for (let number = Number(first); ; number += 1) {
  await store.write(spec.name, changeNumber(number));
  writeSync(1, `${number}\n`);
}
