/**
 * Writes assets/static-table/weights.bin: one unsigned byte a token of the vocabulary, proportional to the
 * token's inverse document frequency ln(1 + (N - df + 0.5) / (df + 0.5)); 0 for special tokens.
 *
 * Only document frequencies leave the texts. They come from the public-domain, CC0, CC BY and MIT sources
 * below, at most 5,000 passages each, so that no domain's vocabulary counts as common because it is large.
 *
 *   node --import jiti/register scripts/build-token-weights.ts [folder of <source>.jsonl.gz files]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WordPiece } from '../src/embed/word-piece.ts';

const sources = [
  // CC0 or public domain
  'arxiv-cs',
  'arxiv-math-stat',
  'arxiv-physics',
  'arxiv-qbio-qfin-econ',
  'based-cooking',
  'cfpb-regulations',
  'cia-factbook',
  'dc-code',
  'ethereum-eips',
  'gsa-digitalgov',
  'gsa-plainlanguage',
  '18f-blog',
  '18f-handbook',
  'jargon-file',
  'legal-policies',
  'nist-800-63',
  'nist-sp800-53',
  'python-peps',
  'us-code',
  'us-foreign-relations-history',
  'va-gov-content',
  // CC BY
  'deep-review',
  'elife-preprints',
  'everything-curl',
  'gdpr',
  'medquad',
  'ms-business-central',
  'ms-cpp-docs',
  'ms-powershell-docs',
  'ms-sysinternals',
  'openstax-american-government',
  'openstax-anatomy-physiology',
  'openstax-astronomy',
  'openstax-business-ethics',
  'openstax-business-law',
  'openstax-chemistry-bundle',
  'openstax-college-physics-bundle',
  'openstax-college-success-bundle',
  'openstax-entrepreneurship',
  'openstax-introduction-anthropology',
  'openstax-introduction-business',
  'openstax-introduction-intellectual-property',
  'openstax-introduction-philosophy',
  'openstax-introduction-political-science',
  'openstax-introduction-sociology',
  'openstax-introductory-statistics-bundle',
  'openstax-life-liberty-and-pursuit-happiness',
  'openstax-microbiology',
  'openstax-nursing-external-bundle',
  'openstax-physics',
  'openstax-principles-economics-bundle',
  'openstax-principles-finance',
  'openstax-principles-marketing',
  'openstax-psychology',
  'openstax-university-physics-bundle',
  'openstax-us-history',
  'openstax-world-history',
  'openstax-writing-guide',
  'pmc-rct-articles',
  'turing-way',
  // MIT
  'financedb-companies',
  'financedb-funds',
  'rust-book',
];
const passagesPerSource = 5000;
const specialTokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

const assets = path.join(import.meta.dirname, '../assets/static-table');
const pairs = process.argv[2] ?? path.join(import.meta.dirname, '../../shared/data/train/pairs');
const vocabulary = readFileSync(path.join(assets, 'vocabulary.txt'), 'utf8').trimEnd().split('\n');

function passagesOf(source: string): string[] {
  const file = path.join(pairs, `${source}.jsonl.gz`);
  if (!existsSync(file)) throw new Error(`${file} is missing: give the folder of the training pairs.`);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const step = Math.max(1, lines.length / passagesPerSource);
  const count = Math.min(lines.length, passagesPerSource);
  return Array.from({ length: count }, (_, index) => {
    const pair = JSON.parse(lines[Math.floor(index * step)] ?? '{}') as { q: string; p: string };
    return `${pair.q}\n${pair.p}`;
  });
}

function countDocumentFrequencies(): { frequencies: Uint32Array; passages: number } {
  const wordPiece = new WordPiece(vocabulary);
  const frequencies = new Uint32Array(vocabulary.length);
  let passages = 0;
  for (const source of sources) {
    for (const passage of passagesOf(source)) {
      passages += 1;
      for (const id of new Set(wordPiece.encode(passage))) frequencies[id] = (frequencies[id] ?? 0) + 1;
    }
  }
  return { frequencies, passages };
}

const { frequencies, passages } = countDocumentFrequencies();
const idf = Array.from(frequencies, (df) => Math.log(1 + (passages - df + 0.5) / (df + 0.5)));
const scale = 255 / Math.max(...idf);
const weights = Uint8Array.from(idf, (value) => Math.max(1, Math.round(value * scale)));
for (const token of specialTokens) weights[vocabulary.indexOf(token)] = 0;
writeFileSync(path.join(assets, 'weights.bin'), weights);
const seen = frequencies.reduce((count, df) => count + Math.min(df, 1), 0);
console.log(`${passages} passages of ${sources.length} sources; ${seen} of ${vocabulary.length} tokens seen`);
