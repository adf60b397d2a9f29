/**
 * Changes that are seen as a whole, on a server without transactions.
 *
 *   begin ──▶ points with `born: n`; those that go get `died: n` ──▶ commit: revision = n ──▶ sweep what died
 *   one step   nobody sees any of it                                 one step                  nobody sees it go
 *
 * A reader reads the revision first and sees the points that were born by then and died later. What a change took is swept
 * at once, so a reader that ends behind the commit of one that takes reads again. A change that ends unfinished is `lost`:
 * its points are of no revision, and are swept by whoever begins next.
 *
 * Changes of a collection follow each other: who begins one becomes the owner of the collection, which had none. An owner counts
 * `beat` up as long as it lives; one that has not for a while, by the clock of those who wait, has lost its change. So the clocks of
 * two machines are never compared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../errors.ts';
import { Slots } from '../../util/slots.ts';
import { anyOf } from './conditions.ts';
import type { Condition, Filter } from './connection.ts';
import type { CollectionFacts, CollectionState, Marks, Registry } from './registry.ts';

/** When a point dies that lives. */
export const never = Number.MAX_SAFE_INTEGER;

/** An owner that does not count up for so long is dead. */
const longestSilenceMs = 10_000;
const beatMs = 2_500;
const longestWaitMs = 300_000;
/** So many lost changes are remembered: an owner thought dead may wake up and write on. */
const mostLost = 20;

/** The points of a collection that a reader of that state sees. */
export function visible({ revision, lost }: Pick<Marks, 'revision' | 'lost'>): Filter {
  const isBorn: Condition = { key: 'born', range: { lte: revision } };
  const lives: Condition = { key: 'died', range: { gt: revision } };
  if (lost.length === 0) return { must: [isBorn, lives] };
  return { must: [isBorn, { should: [lives, anyOf('died', lost)] }], must_not: [anyOf('born', lost)] };
}

/** Whether what was read under the one state may have been swept meanwhile. */
export function mayLack(before: CollectionState, now: CollectionState | undefined): boolean {
  return now === undefined || now.place !== before.place || now.taken > before.revision;
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
   * Runs an action as a change. What it stages is seen when it has called `commit`, and is swept when it has not.
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
      const { state, isAfterFailure } = await this.begin(name, signal);
      const change = new Change(this.registry, state);
      const beating = setInterval(() => void change.beat().catch(() => undefined), beatMs).unref();
      try {
        await change.clean({ isAfterFailure });
        return await action(change);
      } finally {
        clearInterval(beating);
        await change.end();
      }
    }, signal);
  }

  private async begin(
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<{ state: CollectionState; isAfterFailure: boolean }> {
    const watch = new Watch();
    for (;;) {
      signal?.throwIfAborted();
      const state = await this.registry.require(name);
      // Of this program's own, no other is running: its owner is one that failed.
      if (state.owner === '' || state.owner === this.owner || watch.isDead(state)) {
        const begun = await this.take(state);
        if (begun) return { state: begun, isAfterFailure: state.owner !== '' };
      } else if (watch.hasWaitedFor(longestWaitMs)) {
        throw tookTooLong(this.registry.connection.location, name);
      }
      await sleep(10 + Math.random() * 20, undefined, { signal }).catch(() => undefined); // the loop throws the reason
    }
  }

  /** `undefined` when another one was quicker. */
  private async take(state: CollectionState): Promise<CollectionState | undefined> {
    const { name, begun, owner, beat } = state;
    const isUnfinished = owner !== '' && begun > state.revision;
    const lost = isUnfinished ? withLost(state.lost, begun) : state.lost;
    const marks = { begun: begun + 1, owner: this.owner, beat: 0, lost };
    await this.registry.set(name, marks, { begun, owner, beat });
    const now = await this.registry.find(name);
    return now?.begun === begun + 1 && now.owner === this.owner ? now : undefined;
  }
}

/** Looks at an owner until it is dead. */
class Watch {
  private readonly started = performance.now();
  private seen = '';
  private since = 0;

  isDead({ begun, owner, beat }: CollectionState): boolean {
    const now = `${begun} ${owner} ${beat}`;
    if (now !== this.seen) [this.seen, this.since] = [now, performance.now()];
    return performance.now() - this.since > longestSilenceMs;
  }

  hasWaitedFor(ms: number): boolean {
    return performance.now() - this.started > ms;
  }
}

/** A change that has begun. */
export class Change {
  readonly state: CollectionState;
  /** Its number: that of the revision it makes. */
  readonly number: number;
  private readonly registry: Registry;
  private count = 0;
  private beatenAt = Date.now();
  private isDone = false;

  constructor(registry: Registry, state: CollectionState) {
    this.registry = registry;
    this.state = state;
    this.number = state.begun;
  }

  get connection(): Registry['connection'] {
    return this.registry.connection;
  }

  /** What is there before it. */
  get visible(): Filter {
    return visible(this.state);
  }

  /** Says that its owner lives. @throws StoreError when another one has taken its place. */
  async beat(): Promise<void> {
    const began = Date.now();
    const beat = this.count + 1;
    await this.set({ beat });
    // What is set of a change that is over is passed over in silence.
    const now = await this.registry.find(this.state.name);
    if (now?.begun !== this.number) throw this.lostTo();
    this.count = beat;
    this.beatenAt = began;
  }

  /** To be called before anything is staged. @throws StoreError when another one has taken its place. */
  async requireAlive(): Promise<void> {
    if (Date.now() - this.beatenAt >= longestSilenceMs / 2) await this.beat();
  }

  /**
   * From its commit on, the points that match are gone. One that an earlier change has taken is passed over: should this
   * request arrive when another change has gone on, it brings nothing back.
   */
  async take(filter: Filter): Promise<void> {
    await this.requireAlive();
    const { number, state } = this;
    const lives = anyOf('died', [never, ...state.lost]);
    const request = { payload: { died: number }, filter: { must: [filter, lives] } };
    await this.connection.change('setPayload', state.place, request);
  }

  /** Sweeps what the changes before it have left. */
  async clean({ isAfterFailure }: { readonly isAfterFailure: boolean }): Promise<void> {
    const { lost, revision, taken, swept } = this.state;
    if (isAfterFailure && lost.length > 0) await this.sweepLost(lost);
    if (taken > swept) await this.sweepDead(revision);
  }

  /** Shows all that is staged. @param taking whether any of it dies */
  async commit(facts: CollectionFacts, { taking }: { readonly taking: boolean }): Promise<void> {
    const { number, state } = this;
    const taken = taking ? number : state.taken;
    await this.requireAlive();
    await this.set({ revision: number, taken, facts, ...(!taking && { owner: '' }) });
    const now = await this.registry.find(state.name);
    if (!now || now.revision < number || now.lost.includes(number)) throw this.lostTo();
    this.isDone = true;
    // Nobody sees what is swept now; where that fails, the next change does it.
    if (taking) await this.sweepTaken().catch(() => undefined);
  }

  private async sweepTaken(): Promise<void> {
    await this.sweepDead(this.number);
    await this.set({ swept: this.number, owner: '' });
  }

  /** Ends it where it has staged nothing that is to be shown or swept. */
  async release(): Promise<void> {
    await this.set({ owner: '' });
    this.isDone = true;
  }

  /** Takes the whole collection away, in one step; what that leaves, whoever makes a collection next removes. */
  async remove(): Promise<void> {
    const { name } = this.state;
    await this.requireAlive();
    await this.set({ isRemoved: true });
    const now = await this.registry.find(name, { removedToo: true });
    if (now && !now.isRemoved) throw this.lostTo();
    this.isDone = true;
    if (now) await this.registry.finishRemoval(now);
  }

  /** Lets the next one begin; where nothing was committed, all that was staged goes. What fails, the next change does. */
  async end(): Promise<void> {
    if (!this.isDone) await this.undo().catch(() => undefined);
  }

  private async undo(): Promise<void> {
    const { name, begun, owner, revision, lost: others } = this.state;
    const lost = withLost(others, this.number);
    // A commit that is still on its way comes too late from here on.
    await this.registry.set(name, { owner: '', lost }, { begun, owner, revision });
    const now = await this.registry.find(name);
    if (now?.lost.includes(this.number)) await this.sweepLost([...others, this.number]);
    else await this.set({ owner: '' });
  }

  private async set(change: Partial<Marks> & { readonly facts?: CollectionFacts }): Promise<void> {
    const { begun, owner } = this.state;
    await this.registry.set(this.state.name, change, { begun, owner });
  }

  private async sweepLost(lost: readonly number[]): Promise<void> {
    const { connection, state } = this;
    const { place } = state;
    await connection.change('deletePoints', place, { filter: { must: [anyOf('born', lost)] } });
    const filter = { must: [anyOf('died', lost)] };
    await connection.change('setPayload', place, { payload: { died: never }, filter });
  }

  private async sweepDead(revision: number): Promise<void> {
    const filter: Filter = {
      must: [{ key: 'died', range: { lte: revision } }],
      must_not: [anyOf('died', this.state.lost)],
    };
    await this.connection.change('deletePoints', this.state.place, { filter });
  }

  private lostTo(): StoreError {
    const { location } = this.connection;
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
