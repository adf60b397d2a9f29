import { unlessAborted } from '../../util/async/unless-aborted.ts';
import type { Changes } from './changes.ts';
import type { CollectionState } from './collection-state.ts';
import type { Registry } from './registry.ts';
import type { View } from './view.ts';

/** Runs an action on one state of a collection. @throws CollectionNotFoundError */
export type Reading = <Result>(
  collection: string,
  action: (view: View) => Promise<Result>,
) => Promise<Result>;

/** By the names of collections. */
type States = Map<string, Promise<CollectionState>>;

/** A time in which nobody writes to a collection. */
interface Pause {
  /** With the state that there is then. */
  readonly begin: Promise<CollectionState>;
  /** It ends when they have: those who were there when it began. */
  readonly readers: Promise<unknown>[];
}

/** A reader that so often was overtaken by a change reads while nobody writes. */
const mostReadings = 2;

/**
 * Reads states of collections as if in a transaction: a reader whose points a change has taken away meanwhile reads again, and
 * those to whom that happens again and again read side by side in a pause between changes.
 */
export class Readings {
  private readonly registry: Registry;
  private readonly changes: Changes;
  /** Those that have not begun, by the names of their collections. */
  private readonly pauses = new Map<string, Pause>();

  constructor(registry: Registry, changes: Changes) {
    this.registry = registry;
    this.changes = changes;
  }

  /** Runs an action on one state of each collection that it reads. @throws CollectionNotFoundError; the signal's reason. */
  async run<Result>(action: (reading: Reading) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    let names: string[] = [];
    for (let attempt = 1; attempt <= mostReadings; attempt += 1) {
      const states: States = new Map();
      const work = action(this.readingOf(states, signal));
      await work.catch(() => undefined); // what it throws may be for what is lacking
      signal?.throwIfAborted();
      if (!(await this.areOvertaken(states))) return work;
      names = [...states.keys()].sort();
    }
    const read = (held: States) => action(this.readingOf(held, signal));
    return unlessAborted(this.inPause(names, read), signal);
  }

  private readingOf(states: States, signal: AbortSignal | undefined): Reading {
    return async (name, action) => {
      signal?.throwIfAborted();
      const state = states.get(name) ?? this.registry.require(name);
      states.set(name, state);
      return action(this.registry.viewOf(await state));
    };
  }

  /** Whether what was read under one of the states may have been deleted meanwhile. */
  private async areOvertaken(states: States): Promise<boolean> {
    for (const [name, found] of states) {
      const before = await found.catch(() => undefined); // one that was not there, as the action has heard
      const now = before && (await this.registry.find(name));
      if (before && (now?.place !== before.place || now.taken > before.revision)) return true;
    }
    return false;
  }

  /** Reads while nobody writes to any of the collections. All who wait for several wait in the same order. */
  private inPause<Result>(
    [name, ...rest]: readonly string[],
    read: (held: States) => Promise<Result>,
    held: States = new Map(),
  ): Promise<Result> {
    if (name === undefined) return read(held);
    const { begin, readers } = this.pauses.get(name) ?? this.pause(name);
    const work = begin.then(() => this.inPause(rest, read, held.set(name, begin)));
    readers.push(work);
    return work;
  }

  private pause(name: string): Pause {
    const readers: Promise<unknown>[] = [];
    const begin = new Promise<CollectionState>((resolve, reject) => {
      const pausing = this.changes.run(name, async ({ state }) => {
        this.pauses.delete(name);
        resolve(state);
        await Promise.allSettled(readers);
      });
      pausing.catch((error: unknown) => {
        this.pauses.delete(name);
        reject(error as Error);
      });
    });
    const pause = { begin, readers };
    this.pauses.set(name, pause);
    return pause;
  }
}
