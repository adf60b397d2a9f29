/**
 * `node scripts/sizing.mjs [--dimensions 256] [--memory 192]` prints the sizing table of docs/scale.md: what a number of chunks
 * takes, by the formulas of the engines' documentation and bytes a chunk that were measured (both named there).
 */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    dimensions: { type: 'string', default: '256' },
    /** GB of a machine that an index may fill. */
    memory: { type: 'string', default: '192' },
  },
});
const dimensions = Number(values.dimensions);
const usableBytes = Number(values.memory) * 1e9;
if (!(dimensions > 0 && usableBytes > 0)) throw new Error('--dimensions and --memory are numbers above 0.');

/** Measured in bytes a chunk over 12,767 chunks of 256 dimensions, postings over 30,057: docs/scale.md says how. */
const measured = {
  postgres: { chunksWithoutVector: 2573, chunkIndexes: 126, postings: 1254, documents: 2552 },
  sqliteWithoutVector: 7295,
  termsOfAChunk: 80,
};

/** As pgvector stores them: 4 bytes a number and 8, with an index over halves of 2 bytes a number and 8. */
const pgvector = 4 * dimensions + 8;
const links = 24;
const bytesOfALink = 6;
const tupleHeads = 2 * 36;
/** An element has 2m links at the lowest layer, and in the mean m/(m−1) more above it. */
const pgvectorIndex = 2 * dimensions + 8 + tupleHeads + (2 * links + links / (links - 1)) * bytesOfALink;

/** Qdrant's rule for vectors in memory: 4 bytes a number, and half of that again for the index and its upkeep. */
const qdrantFull = 4 * dimensions * 1.5;
const qdrantInt8 = dimensions * 1.5;
/** A term of a sparse vector is a number of 4 bytes and a weight of 4; what else a point holds is taken to be as large as in PostgreSQL. */
const sparseTerm = 8;
const { chunksWithoutVector, chunkIndexes, postings, documents } = measured.postgres;
const qdrantDisk = 5 * dimensions + measured.termsOfAChunk * sparseTerm + chunksWithoutVector + documents;

/** SQLite is for one machine. */
const mostInSqlite = 1e7;

const sizes = [
  { what: 'SQLite, disk', bytes: 4 * dimensions + measured.sqliteWithoutVector, most: mostInSqlite },
  { what: 'SQLite, memory', bytes: dimensions, most: mostInSqlite },
  {
    what: 'PostgreSQL, disk',
    bytes: pgvector + chunksWithoutVector + chunkIndexes + postings + documents + pgvectorIndex,
  },
  { what: 'PostgreSQL, memory for the HNSW index', bytes: pgvectorIndex, isIndex: true },
  { what: 'Qdrant, disk', bytes: qdrantDisk },
  { what: 'Qdrant, memory, vectors in full', bytes: qdrantFull, isIndex: true },
  { what: 'Qdrant, memory, `?quantization=int8`', bytes: qdrantInt8, isIndex: true },
];
const counts = { '1M': 1e6, '100M': 1e8, '10B': 1e10 };

const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const formatBytes = (bytes) =>
  bytes >= 1e12 ? `${twoDigits.format(bytes / 1e12)} TB` : `${twoDigits.format(bytes / 1e9)} GB`;

function cell({ bytes, isIndex = false, most = Infinity }, count) {
  if (count > most) return '—';
  const machines = Math.ceil((bytes * count) / usableBytes);
  const size = formatBytes(bytes * count);
  return isIndex && machines > 1 ? `${size}, ${machines.toLocaleString('en')} machines` : size;
}

console.log(`| ${dimensions} dimensions | bytes a chunk | ${Object.keys(counts).join(' | ')} |`);
console.log('| --- | --: | --: | --: | --: |');
for (const size of sizes) {
  const cells = Object.values(counts).map((count) => cell(size, count));
  const bytes = Math.round(size.bytes).toLocaleString('en');
  console.log(`| ${[size.what, bytes, ...cells].join(' | ')} |`);
}
