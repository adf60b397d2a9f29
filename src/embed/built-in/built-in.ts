import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../util/ids/hash.ts';
import { once } from '../../util/async/once.ts';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { builtInId } from './built-in-id.ts';
import type { Embedder, EmbedOptions, WordVectors } from '../embedder.ts';
import { StaticTable } from './static-table.ts';
import { parseTable } from './table-file.ts';
import { WordPiece } from './word-piece.ts';

const dimensions = 256;
const tableFile = 'assets/static-table/table.bin';
const vocabularyFile = 'assets/static-table/vocabulary.txt';
/** Vectors are sums over tokens, so nothing is cut off; far above any chunk that makes sense. */
const maxTokens = 1_000_000;
/** Characters embedded before the event loop may turn: a few milliseconds of work. */
const charactersPerTurn = 50_000;
/** Shares in the fused score that were best on SciFact's training queries and on sources of questions not trained on. */
const vectorWeights = { general: 0.3, adapted: 0.55 };

/**
 * The embedder inside the package: needs no download, key or network, and gives bit-identical vectors on
 * every machine. Queries and passages are treated alike. Time is linear in the length of the texts. Its files are read
 * when the first text is embedded: most commands embed none.
 *
 * @throws ConfigError when the package's files are missing.
 */
export function openBuiltInEmbedder(): Embedder {
  for (const file of [tableFile, vocabularyFile]) fileOfPackage(file);
  return embedderOf({ modelId: builtInId, dimensions, vectorWeight: vectorWeights.general }, packageTable);
}

/** The table inside the package (`table-file.ts`), trained by `npm run train`. */
export const readBuiltInTable = (): Uint8Array => readFileSync(fileOfPackage(tableFile));

/** The same one ready for use, for all that use it. */
const packageTable = once(() => new StaticTable(parseTable(readBuiltInTable())));

/** Tokens of the built-in tables. */
export const openVocabulary = once(
  () => new WordPiece(readFileSync(fileOfPackage(vocabularyFile), 'utf8').trimEnd().split('\n')),
);

/** Each takes a kilobyte. */
const mostWordVectors = 20_000;

/**
 * Vectors of single words from the table inside the package, whatever model a collection has: they tell words of like
 * meaning, of which the table knows English ones.
 */
export const openWordVectors = once((): WordVectors => {
  const wordPiece = openVocabulary();
  const table = packageTable();
  const known = new Map<number, Float32Array>();
  return (word) => {
    const id = wordPiece.idOf(word);
    if (id === undefined) return undefined;
    let vector = known.get(id);
    if (vector === undefined) {
      vector = table.embed([id]);
      if (known.size >= mostWordVectors) known.clear();
      known.set(id, vector);
    }
    return vector;
  };
});

/** The model id of another table for the same vocabulary: `<built-in>+<16 hex digits of the table's hash>`. */
function staticModelId(table: Uint8Array): string {
  return `${builtInId}+${sha256(table).slice(0, 16)}`;
}

/**
 * The embedder of another table for the same vocabulary; its model id is `staticModelId` of the table.
 * @throws EmbeddingError when the bytes are no table.
 */
export function openStaticEmbedder(table: Uint8Array): Embedder {
  const parts = parseTable(table);
  const about = {
    modelId: staticModelId(table),
    dimensions: parts.dimensions,
    vectorWeight: vectorWeights.adapted,
  };
  return embedderOf(
    about,
    once(() => new StaticTable(parts)),
  );
}

function embedderOf(
  { vectorWeight, ...about }: Pick<Embedder, 'modelId' | 'dimensions'> & { readonly vectorWeight: number },
  openTable: () => StaticTable,
): Embedder {
  return {
    ...about,
    maxTokens,
    vectorWeight: (query) => vectorWeight * knownShare(openVocabulary(), query),
    knownShare: (query) => knownShare(openVocabulary(), query),
    async embed(texts, { signal }: EmbedOptions) {
      const table = openTable();
      const wordPiece = openVocabulary();
      const vectors: Float32Array[] = [];
      let characters = 0;
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(table.embed(wordPiece.encode(text)));
        characters += text.length;
        if (characters < charactersPerTurn) continue;
        characters = 0;
        await nextTurn();
      }
      return vectors;
    },
  };
}

/** A shorter piece says little of its word: scripts that the vocabulary does not know fall into single letters. */
const shortestPiece = 3;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Share of a text's letters and digits that stand in words, or long pieces of words, that the vocabulary has; 0…1. */
function knownShare(wordPiece: WordPiece, text: string): number {
  let all = 0;
  let known = 0;
  for (const [letters] of text.matchAll(word)) {
    all += letters.length;
    known += isKnown(wordPiece, letters) ? letters.length : 0;
  }
  return all === 0 ? 0 : known / all;
}

/** Whole, or in pieces of three letters in the mean. */
function isKnown(wordPiece: WordPiece, letters: string): boolean {
  const pieces = wordPiece.encode(letters);
  if (pieces.includes(wordPiece.unknownId)) return false;
  const isWhole = pieces.length === 1 && /[\p{Script=Latin}\p{N}]/u.test(letters);
  return isWhole || letters.length / pieces.length >= shortestPiece;
}
