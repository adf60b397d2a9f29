import type { Session } from '../database/connection.ts';
import { toPg } from '../database/pg-text.ts';
import { type Postings, readPostings, readPostingsOf } from './posting-blocks.ts';
import type { Lists, ScoredTerm } from './scores.ts';

/** Of a term with fewer postings for each chunk that is looked up, all are read as fast. */
const mostPerChunk = 50;

/** The postings of a query's terms, as far as they have been read. */
export class TermLists implements Lists {
  private readonly session: Session;
  private readonly collectionId: number;
  private readonly lists = new Map<ScoredTerm, Postings>();
  private readonly whole = new Set<ScoredTerm>();

  constructor(session: Session, collectionId: number) {
    this.session = session;
    this.collectionId = collectionId;
  }

  of(term: ScoredTerm): Postings {
    return term.postings ?? this.lists.get(term)!;
  }

  async read(terms: readonly ScoredTerm[]): Promise<void> {
    const missing = terms.filter((term) => !term.postings && !this.whole.has(term));
    await this.add(missing, (words) => readPostings(this.session, this.collectionId, words));
    for (const term of missing) this.whole.add(term);
  }

  /** Of these chunks at least. */
  async readFor(chunks: Float64Array, terms: readonly ScoredTerm[]): Promise<void> {
    const isLong = ({ having }: ScoredTerm) => having > mostPerChunk * chunks.length;
    await this.read(terms.filter((term) => !isLong(term)));
    const long = terms.filter((term) => isLong(term) && !term.postings && !this.whole.has(term));
    await this.add(long, (words) =>
      readPostingsOf(this.session, this.collectionId, { terms: words, chunks: [...chunks] }),
    );
  }

  private async add(
    terms: readonly ScoredTerm[],
    read: (words: readonly string[]) => Promise<ReadonlyMap<string, Postings>>,
  ): Promise<void> {
    if (terms.length === 0) return;
    const found = await read(terms.map(({ indexed }) => toPg(indexed)));
    for (const term of terms) this.lists.set(term, found.get(toPg(term.indexed))!);
  }
}
