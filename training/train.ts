/**
 * Trains the embedding table of the package (assets/static-table/table.bin) on pairs of texts, from the rows that a
 * teacher gives (training/teacher); docs/model-card.md describes data and result. The same rows, data and seed give the
 * same bytes.
 *
 *   npm run train -- --rows <file> [--data ../shared/data] [--out assets/static-table/table.bin] [--seed 1] [--passes 2]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openVocabulary, readBuiltInTable } from '../src/embed/built-in/built-in.ts';
import { writeTable } from '../src/embed/built-in/table-file.ts';
import { sha256 } from '../src/util/ids/hash.ts';
import { evaluationShingles } from './overlap.ts';
import { readPairs } from './read-pairs.ts';
import { sources } from './sources.ts';
import { trainTable } from './train-table.ts';

const root = path.join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    data: { type: 'string', default: path.join(root, '../shared/data') },
    out: { type: 'string', default: path.join(root, 'assets/static-table/table.bin') },
    seed: { type: 'string', default: '1' },
    passes: { type: 'string', default: '2' },
  },
});

const dimensions = 256;
const vocabularySize = 30_522;

if (values.rows === undefined)
  throw new Error('Give the rows to start from with --rows: see training/teacher.');
const start = new Float32Array(Uint8Array.from(readFileSync(values.rows)).buffer);
if (start.length !== vocabularySize * dimensions)
  throw new Error(`${values.rows} has not ${vocabularySize} rows of ${dimensions} numbers.`);

const wordPiece = openVocabulary();
const shingles = evaluationShingles(values.data);
const folder = path.join(values.data, 'train/pairs');
const read = sources.map((source) => readPairs({ folder, source }, { wordPiece, shingles }));
const bySource = read.map(({ pairs }) => pairs);
const overlapping = read.reduce((sum, { overlapping: count }) => sum + count, 0);
const total = bySource.reduce((sum, { length }) => sum + length, 0);
console.log(
  `${total} pairs of ${sources.length} sources; ${overlapping} left out for overlap with evaluation sets`,
);

let started = performance.now();
const table = writeTable(
  trainTable(bySource, {
    start,
    dimensions,
    seed: Number(values.seed),
    passes: Number(values.passes),
    onPass: (pass, meanLoss) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`pass ${pass}: mean loss ${meanLoss.toFixed(4)}, ${seconds} s`);
      started = performance.now();
    },
  }),
);
const before = readBuiltInTable();
const same = table.filter((value, at) => value === before[at]).length / before.length;
writeFileSync(values.out, table);
console.log(
  `sha256 of the table: ${sha256(table)}; ${(100 * same).toFixed(2)} % of the bytes of the package's`,
);
