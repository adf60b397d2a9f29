/**
 * Changes that are seen as a whole, on a server without transactions.
 *
 *   begin ──▶ points with `born: n` ──▶ commit: revision = n, and what has gone ──▶ delete that ──▶ end
 *   one step   nobody sees any of it     one step                                    nobody sees it go
 *
 * A reader reads the state of a collection first: it sees the points that were born by its revision, but for those that the
 * state says have gone. They are deleted at once, so a reader that ends behind such a commit reads again. A change that ends
 * unfinished is `lost`: its points are of no revision, and are deleted by whoever begins next.
 *
 * Changes of a collection follow each other: who begins one becomes the owner of the collection, which had none. An owner writes the
 * state anew from time to time as long as it lives; one that has not for a while, by the clock of those who wait, has lost its change.
 * So the clocks of two machines are never compared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../errors.ts';
import { Slots } from '../../util/async/slots.ts';
import { anyOf, type Condition, type Filter, type Point, Points } from './connection.ts';
import type { CollectionState, Registry } from './registry.ts';

/** An owner that writes nothing for so long is dead. */
const longestSilenceMs = 10_000;
const beatMs = 2_500;
const longestWaitMs = 300_000;
/** So many lost changes are remembered: an owner thought dead may wake up and write on. */
const mostLost = 20;
/** A request may have 32 MB unless the server is told otherwise; a character may take four bytes. */
const charactersPerRequest = 6_000_000;
const pointsPerRequest = 500;

type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Points, as many at once as a request can carry. */
export async function* inRequests<Item extends object>(points: Items<Item>): AsyncIterable<Item[]> {
  let some: Item[] = [];
  let size = 0;
  for await (const point of points) {
    const { length } = JSON.stringify(point);
    if (some.length === pointsPerRequest || (some.length > 0 && size + length > charactersPerRequest)) {
      yield some;
      [some, size] = [[], 0];
    }
    some.push(point);
    size += length;
  }
  if (some.length > 0) yield some;
}

/** The points of a collection that a reader of that state sees. */
export function visible({ revision, lost, gone }: CollectionState): Filter {
  const born: Condition = { key: 'born', range: { lte: revision } };
  return { must: [born], must_not: [...(lost.length > 0 ? [anyOf('born', lost)] : []), ...gone] };
}

/** Whether what was read under the one state may have been deleted meanwhile. */
export function mayLack(before: CollectionState, now: CollectionState | undefined): boolean {
  return now?.place !== before.place || now.taken > before.revision;
}

/** Lets one change of a collection run at a time, whoever makes them. */
export class Changes {
  private readonly registry: Registry;
  /** Who this is among the programs that change the store. */
  private readonly owner: string;
  private readonly turns = new Map<string, Slots>();

  constructor(registry: Registry, owner: string) {
    this.registry = registry;
    this.owner = owner;
  }

  /**
   * Runs an action as a change. What it stages is seen when it has called `commit`, and is deleted when it has not.
   * @throws CollectionNotFoundError; the signal's reason when it is aborted before the change has begun.
   */
  async run<Result>(
    name: string,
    action: (change: Change) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const turn = this.turns.get(name) ?? new Slots(1);
    this.turns.set(name, turn);
    return turn.run(async () => {
      const change = await this.begin(name, signal);
      const beating = setInterval(() => void change.beat().catch(() => undefined), beatMs).unref();
      try {
        await change.clean();
        return await action(change);
      } finally {
        clearInterval(beating);
        // What fails, the next change does.
        await change.end().catch(() => undefined);
      }
    }, signal);
  }

  private async begin(name: string, signal: AbortSignal | undefined): Promise<Change> {
    const { registry, owner } = this;
    const started = performance.now();
    let [seen, since] = ['', started];
    for (;;) {
      signal?.throwIfAborted();
      const state = await registry.require(name);
      const now = performance.now();
      if (state.stamp !== seen) [seen, since] = [state.stamp, now];
      // Of this program's own, no other is running: its owner is one that failed.
      const hasFailed = state.owner === owner || now - since > longestSilenceMs;
      if (state.owner === '' || hasFailed) {
        const { begun, revision, lost: known } = state;
        const lost = hasFailed && begun > revision ? withLost(known, begun) : known;
        const { now: begunState, isSet } = await registry.set(state, { begun: begun + 1, owner, lost });
        if (isSet) return new Change(registry, begunState, hasFailed);
      } else if (now - started > longestWaitMs) {
        throw tookTooLong(registry.connection.location, name);
      }
      await sleep(10 + Math.random() * 20, undefined, { signal }).catch(() => undefined); // the loop throws the reason
    }
  }
}

/** A change that has begun. */
export class Change {
  readonly points: Points;
  /** Its number: that of the revision it makes. */
  readonly number: number;
  private readonly registry: Registry;
  private readonly isAfterFailure: boolean;
  /** What is there before it, and after its commit what it has made. */
  state: CollectionState;
  private readonly turn = new Slots(1);
  private hasStaged = false;

  constructor(registry: Registry, state: CollectionState, isAfterFailure: boolean) {
    this.registry = registry;
    this.state = state;
    this.isAfterFailure = isAfterFailure;
    this.number = state.begun;
    this.points = new Points(registry.connection, state.place);
  }

  /** Says that its owner lives. @throws StoreError when another one has taken its place. */
  async beat(): Promise<void> {
    if (this.isIts(this.state)) await this.set({});
  }

  async stage(points: Items<Point>): Promise<void> {
    for await (const some of inRequests(points)) {
      this.hasStaged = true;
      await this.points.change('upsertPoints', { points: some });
    }
  }

  /** Deletes what the changes before it have left. */
  async clean(): Promise<void> {
    const { lost } = this.state;
    if (this.isAfterFailure && lost.length > 0) await this.deleteAll(anyOf('born', lost));
    await this.deleteGone();
  }

  /** Shows all that is staged, and hides what was there before and meets one of the conditions. */
  async commit(change: Partial<CollectionState>, gone: readonly Condition[] = []): Promise<void> {
    const { number } = this;
    const { revision } = this.state;
    const before: Condition = { key: 'born', range: { lte: revision } };
    const taken = gone.length > 0 && {
      taken: number,
      gone: gone.map((condition) => ({ must: [condition, before] })),
    };
    await this.set({ ...change, revision: number, ...(taken || { owner: '' }) });
    // Nobody sees what is deleted now; where that fails, the next change does it.
    if (taken) await this.deleteGone().catch(() => undefined);
  }

  /** Takes the whole collection away, in one step; what that leaves, whoever makes a collection next removes. */
  async remove(): Promise<void> {
    await this.set({ isRemoved: true });
    await this.registry.finishRemoval(this.state);
  }

  /** Lets the next one begin; what was staged and not committed is lost. */
  async end(): Promise<void> {
    const { number, hasStaged } = this;
    let state = this.state;
    while (this.isIts(state)) {
      const isLost = hasStaged && state.revision < number;
      const lost = isLost ? withLost(state.lost, number) : state.lost;
      // A commit that is still on its way comes too late from here on.
      const { now, isSet } = await this.registry.set(state, { owner: '', lost });
      if (isSet && isLost) await this.deleteAll(anyOf('born', [number]));
      if (!now) return;
      state = now;
    }
  }

  private async deleteGone(): Promise<void> {
    const { gone } = this.state;
    if (gone.length === 0) return; // which would delete all there is
    await this.deleteAll({ should: [...gone] });
    this.state = { ...this.state, gone: [] };
  }

  private deleteAll(condition: Condition): Promise<void> {
    return this.points.change('deletePoints', { filter: { must: [condition] } });
  }

  /** @throws StoreError when another one has taken its place. */
  private set(change: Partial<CollectionState>): Promise<void> {
    return this.turn.run(async () => {
      for (;;) {
        const { number } = this;
        const { now, isSet } = await this.registry.set(this.state, change);
        const its = isSet || this.isIts(now) ? now : undefined;
        if (its) this.state = its; // where it was not set, it had set another, and did not hear of it
        // What it has committed nobody undoes, whoever has gone on since.
        if (isSet || (now && now.revision >= number && !now.lost.includes(number))) return;
        if (!its) throw this.lostTo();
      }
    });
  }

  private isIts(now: CollectionState | undefined): now is CollectionState {
    return now?.place === this.state.place && now.begun === this.number && now.owner !== '';
  }

  private lostTo(): StoreError {
    const { location } = this.registry.connection;
    return new StoreError('The change took so long to answer that another writer went on without it.', {
      hint: 'Try again: nothing was stored.',
      context: { location, collection: this.state.name },
    });
  }
}

const withLost = (lost: readonly number[], change: number) => [...lost, change].slice(-mostLost);

function tookTooLong(location: string, collection: string): StoreError {
  return new StoreError(`Another writer has been changing ${collection} for five minutes.`, {
    hint: 'Try again when it is done.',
    context: { location, collection },
  });
}
