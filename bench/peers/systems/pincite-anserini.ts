/** Exact BM25 at Anserini's parameters over the terms of our analyser, whole documents: the store has 1.2 and 0.75 only. */
import { analyse } from '../../../src/text/terms/analyser.ts';
import type { OpenSystem } from '../system.ts';

const k1 = 0.9;
const b = 0.4;

const open: OpenSystem = () => {
  /** For each term the documents that have it, with how often. */
  const postings = new Map<string, Map<string, number>>();
  const lengths = new Map<string, number>();
  let averageLength = 0;
  return {
    async index(documents) {
      for (const { id, title, text } of documents) {
        const terms = analyse(`${title}\n${text}`);
        lengths.set(id, terms.length);
        averageLength += terms.length / documents.length;
        for (const term of terms) {
          const having = postings.get(term) ?? new Map<string, number>();
          postings.set(term, having.set(id, (having.get(id) ?? 0) + 1));
        }
      }
    },
    async search(query, k) {
      const scores = new Map<string, number>();
      for (const term of analyse(query)) {
        const having = postings.get(term) ?? new Map<string, number>();
        const idf = Math.log(1 + (lengths.size - having.size + 0.5) / (having.size + 0.5));
        for (const [id, frequency] of having) {
          const saturation = frequency + k1 * (1 - b + (b * (lengths.get(id) ?? 0)) / averageLength);
          scores.set(id, (scores.get(id) ?? 0) + (idf * frequency) / saturation);
        }
      }
      const ranked = [...scores].sort((first, second) => second[1] - first[1]);
      return ranked.slice(0, k).map(([id]) => id);
    },
  };
};
export default open;
