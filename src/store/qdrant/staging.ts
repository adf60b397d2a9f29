import type { Change } from './changes.ts';
import type { Filter, Point } from './connection.ts';
import { changedChunkPoint, type ChunkChange, type ChunkPayload } from './points.ts';
import type { View } from './view.ts';

/** A request may have 32 MB unless the server is told otherwise; a character may take four bytes. */
const charactersPerRequest = 6_000_000;
const pointsPerRequest = 500;

/** Sends the points of a change, as many at once as a request can carry. */
export class Staging {
  private readonly change: Change;
  private waiting: Point[] = [];
  private size = 0;

  constructor(change: Change) {
    this.change = change;
  }

  async add(point: Point): Promise<void> {
    const size = JSON.stringify(point).length;
    const isFull = this.size + size > charactersPerRequest || this.waiting.length === pointsPerRequest;
    if (isFull) await this.send();
    this.waiting.push(point);
    this.size += size;
  }

  /** To be called at the end. */
  async send(): Promise<void> {
    const points = this.waiting;
    this.waiting = [];
    this.size = 0;
    if (points.length === 0) return;
    await this.change.requireAlive();
    const { connection, state } = this.change;
    await connection.change('upsertPoints', state.place, { points });
  }
}

/** Puts others in the place of the chunks that match. @param changeOf what is to be another about each */
export async function replaceChunks(
  change: Change,
  view: View,
  {
    filter,
    usualLength,
    changeOf,
  }: {
    readonly filter: Filter;
    readonly usualLength: number;
    readonly changeOf: (payload: ChunkPayload) => ChunkChange;
  },
): Promise<void> {
  const staging = new Staging(change);
  for await (const page of view.pages<ChunkPayload>(filter, { wanted: { vectors: true } })) {
    for (const point of page) {
      const options = { born: change.number, usualLength };
      await staging.add(changedChunkPoint(point, changeOf(point.payload), options));
    }
  }
  await staging.send();
  await change.take(filter);
}
