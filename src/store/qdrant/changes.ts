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
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../errors.ts';
import { Slots } from '../../util/async/slots.ts';
import type { CollectionState } from './collection-state.ts';
import { anyOf, type Condition, equal, type Point } from './place.ts';
import type { Registry } from './registry.ts';
import type { View } from './view.ts';

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

/** Lets one change of a collection run at a time, whoever makes them. */
export class Changes {
  private readonly registry: Registry;
  /** Owners that begin so are of this program. */
  private readonly program = randomUUID();
  private readonly turns = new Map<string, Slots>();

  constructor(registry: Registry) {
    this.registry = registry;
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
    const { registry, program } = this;
    const started = performance.now();
    let [seen, since] = ['', started];
    for (;;) {
      signal?.throwIfAborted();
      const state = await registry.require(name);
      const now = performance.now();
      if (state.stamp !== seen) [seen, since] = [state.stamp, now];
      const isOwned = state.owner !== '';
      // Of this program's own, no other is running: its owner is one that failed.
      const hasFailed = isOwned && (state.owner.startsWith(program) || now - since > longestSilenceMs);
      if (!isOwned || hasFailed) {
        const number = state.begun + 1;
        const owner = `${program}/${number}`;
        const lost = hasFailed && state.begun > state.revision ? withLost(state, state.begun) : state.lost;
        const begun = await registry.set(name, { begun: number, owner, lost }, equal('stamp', state.stamp));
        if (begun?.owner === owner) return new Change(registry, begun, hasFailed);
      } else if (now - started > longestWaitMs) {
        throw tookTooLong(registry.connection.location, name);
      }
      await sleep(10 + Math.random() * 20, undefined, { signal }).catch(() => undefined); // the loop throws the reason
    }
  }
}

/** A change that has begun. */
export class Change {
  /** Its collection as it was before. */
  readonly view: View;
  /** That of the revision it makes. */
  readonly number: number;
  /** What is there before it, and after its commit what it has made. */
  state: CollectionState;
  private readonly registry: Registry;
  private readonly isAfterFailure: boolean;
  private readonly owner: string;
  /** Of the state, as long as no other one has taken its place. */
  private readonly isIts: Condition;
  private hasStaged = false;

  constructor(registry: Registry, state: CollectionState, isAfterFailure: boolean) {
    this.registry = registry;
    this.state = state;
    this.isAfterFailure = isAfterFailure;
    this.number = state.begun;
    this.owner = state.owner;
    this.isIts = equal('owner', state.owner);
    this.view = registry.viewOf(state);
  }

  /** Says that its owner lives. */
  async beat(): Promise<void> {
    await this.registry.set(this.state.name, {}, this.isIts);
  }

  async stage(points: Items<Point>): Promise<void> {
    for await (const some of inRequests(points)) {
      this.hasStaged = true;
      await this.view.put(some);
    }
  }

  /** Deletes what the changes before it have left. */
  async clean(): Promise<void> {
    const { lost } = this.state;
    if (this.isAfterFailure && lost.length > 0) await this.delete(anyOf('born', lost));
    await this.deleteGone();
  }

  /**
   * Shows all that is staged, and hides what was there before and meets one of the conditions.
   * @throws StoreError when another one has taken its place.
   */
  async commit(change: Partial<CollectionState>, gone: readonly Condition[] = []): Promise<void> {
    const { number, state: before } = this;
    const old: Condition = { key: 'born', range: { lte: before.revision } };
    const isTaking = gone.length > 0;
    const state = { ...before, ...change, revision: number, ...(isTaking && { taken: number }) };
    const progress = {
      owner: isTaking ? this.owner : '',
      gone: gone.map((condition) => ({ must: [condition, old] })),
    };
    const now = await this.registry.set(before.name, { state, ...progress }, this.isIts);
    // What it has committed nobody undoes, whoever has gone on since.
    if (now?.place !== before.place || now.revision < number || now.lost.includes(number))
      throw this.lostTo();
    this.state = now;
    // Nobody sees what is deleted now; where that fails, the next change does it.
    await this.deleteGone().catch(() => undefined);
  }

  /** Takes the whole collection away, in one step. @throws as `commit`. */
  async remove(): Promise<void> {
    if (!(await this.registry.remove(this.state, this.isIts))) throw this.lostTo();
    this.state = { ...this.state, owner: '' };
  }

  /** Lets the next one begin; what was staged and not committed is lost. */
  async end(): Promise<void> {
    const { number, owner, hasStaged } = this;
    let state: CollectionState | undefined = this.state;
    while (state?.owner === owner) {
      const isLost = hasStaged && state.revision < number;
      const ended = { owner: '', gone: state.gone, ...(isLost && { lost: withLost(state, number) }) };
      // A commit that is still on its way comes too late from here on.
      state = await this.registry.set(state.name, ended, equal('stamp', state.stamp));
      if (isLost && state?.lost.includes(number)) await this.delete(anyOf('born', [number]));
    }
  }

  private async deleteGone(): Promise<void> {
    const { gone } = this.state;
    if (gone.length === 0) return; // which would delete all there is
    await this.delete({ should: [...gone] });
    this.state = { ...this.state, gone: [] };
  }

  private delete(condition: Condition): Promise<void> {
    return this.view.remove({ filter: { must: [condition] } });
  }

  private lostTo(): StoreError {
    return new StoreError('The change took so long to answer that another writer went on without it.', {
      hint: 'Try again: nothing was stored.',
      context: { location: this.registry.connection.location, collection: this.state.name },
    });
  }
}

const withLost = ({ lost }: CollectionState, change: number) => [...lost, change].slice(-mostLost);

function tookTooLong(location: string, collection: string): StoreError {
  return new StoreError(`Another writer has been changing ${collection} for five minutes.`, {
    hint: 'Try again when it is done.',
    context: { location, collection },
  });
}
