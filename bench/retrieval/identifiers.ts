/**
 * Look-ups of exact identifiers: those that stand in a collection's own chunks, asked for as they are written. A hit is right
 * when it has the identifier whole. Success at 1 and the mean reciprocal rank among ten, by kind.
 *
 *   npm run bench -- retrieval/identifiers --store sqlite:./.pincite [--collection default] [--modes keyword,full] [--count 100]
 *
 * Identifiers that stand in more than ten chunks are left out: whichever of those comes first says nothing.
 */
import { parseArgs } from 'node:util';
import { mean } from '../../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { createRandom } from '../../src/util/random.ts';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite:./.pincite' },
    collection: { type: 'string', default: 'default' },
    modes: { type: 'string', default: 'keyword,full' },
    count: { type: 'string', default: '100' },
  },
});
const { store, collection } = values;
const modes = values.modes.split(',') as NonNullable<RetrieveOptions['mode']>[];
const mostChunks = 10;

const kinds: Readonly<Record<string, RegExp>> = {
  'letters and digits': /\b[A-Z]{1,6}[-‑/]\d+(?:\.\d+)*(?:[-/][A-Z\d]+)*\b/g,
  'digits and letters': /\b\d+[-‑][A-Z]{1,3}\b(?:\/A)?/g,
  'numbers with signs': /\b\d+[-/:]\d+(?:[-/:]\d+)*\b/g,
  section: /(?:§|\bSection|\bArticle|\bItem|\bNote) ?\d+(?:\.\d+)*(?:\([a-z]+\))*/g,
  clause: /\b\d+(?:\.\d+)*(?:\([a-z]+\))+/g,
  'files and addresses': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+\.(?:pdf|htm|html|com|org|xml|txt|doc)\b/g,
  ampersand: /\b[A-Z]&[A-Z]\b/g,
};

await using kb = await openKnowledgeBase({ store });
const texts = new Map<string, string>();
for (const { documentId } of await kb.documents({}, { collection })) {
  for (const { chunkId, content } of await kb.chunks(documentId, { collection })) texts.set(chunkId, content);
}

/** Whether it stands there with nothing of a longer one beside it. */
const has = (text: string, identifier: string) =>
  new RegExp(`(?<![\\w.])${identifier.replaceAll(/[^\w\s]/g, '\\$&')}(?![\\w(]|[-.,/]\\w)`).test(text);

/** At random, but the same each time. */
function sample(kind: RegExp): string[] {
  const random = createRandom(1);
  const found = new Set([...texts.values()].flatMap((text) => text.match(kind) ?? []));
  return [...found]
    .sort()
    .map((identifier) => ({ identifier, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ identifier }) => identifier)
    .filter((identifier) => {
      const having = [...texts.values()].filter((text) => has(text, identifier)).length;
      return having > 0 && having <= mostChunks;
    })
    .slice(0, Number(values.count));
}

for (const [kind, pattern] of Object.entries(kinds)) {
  const identifiers = sample(pattern);
  for (const mode of identifiers.length > 0 ? modes : []) {
    const reciprocalRanks: number[] = [];
    for (const identifier of identifiers) {
      const { hits } = await kb.retrieve(identifier, { collection, mode, topK: 10, deduplicate: false });
      const rank = hits.findIndex(({ chunk }) => has(chunk.content, identifier)) + 1;
      reciprocalRanks.push(rank > 0 ? 1 / rank : 0);
    }
    const success = mean(reciprocalRanks.map((value) => (value === 1 ? 1 : 0)));
    const figures = `success@1 ${success.toFixed(3)}  MRR@10 ${mean(reciprocalRanks).toFixed(3)}`;
    console.log(`${kind.padEnd(20)} ${mode.padEnd(8)} ${figures}  ${identifiers.length} identifiers`);
  }
}
