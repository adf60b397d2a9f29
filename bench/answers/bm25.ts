/** A small exact BM25 (k1 1.2, b 0.75, Lucene's IDF) that can leave documents out of one search. */
import { analyse } from '../../src/text/analyser.ts';

export class Bm25 {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[];
  readonly #average: number;
  readonly #language: string;

  constructor(texts: readonly string[], language = 'en') {
    this.#language = language;
    this.#lengths = texts.map((text, id) => {
      const terms = analyse(text, language);
      for (const term of terms) {
        const posting = this.#postings.get(term) ?? new Map<number, number>();
        posting.set(id, (posting.get(id) ?? 0) + 1);
        this.#postings.set(term, posting);
      }
      return terms.length;
    });
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  }

  /** 0 for a term that no included document has. */
  idf(term: string, excluded: (id: number) => boolean): number {
    const frequency = [...(this.#postings.get(term)?.keys() ?? [])].filter((id) => !excluded(id)).length;
    if (frequency === 0) return 0;
    return Math.log(1 + (this.#lengths.length - frequency + 0.5) / (frequency + 0.5));
  }

  /** BM25 of one text as a share of the most that a text could have, 0…1; terms that no document has count as rare. */
  overlap(query: string, text: string): number {
    const written = analyse(text, this.#language);
    const norm = 1.2 * (0.25 + (0.75 * written.length) / this.#average);
    let score = 0;
    let most = 0;
    for (const term of new Set(analyse(query, this.#language))) {
      const idf = this.idf(term, () => false) || Math.log(1 + 2 * this.#lengths.length);
      const frequency = written.filter((other) => other === term).length;
      score += (idf * frequency * 2.2) / (frequency + norm);
      most += idf * 2.2;
    }
    return most === 0 ? 0 : score / most;
  }

  search(query: string, limit: number, excluded: (id: number) => boolean): { id: number; score: number }[] {
    const scores = new Map<number, number>();
    for (const term of analyse(query, this.#language)) {
      const idf = this.idf(term, excluded);
      for (const [id, frequency] of this.#postings.get(term) ?? []) {
        if (excluded(id)) continue;
        const norm = 1.2 * (0.25 + (0.75 * (this.#lengths[id] ?? 0)) / this.#average);
        scores.set(id, (scores.get(id) ?? 0) + (idf * frequency * 2.2) / (frequency + norm));
      }
    }
    return Array.from(scores, ([id, score]) => ({ id, score }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit);
  }
}
