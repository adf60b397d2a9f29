/** Programs that write to Qdrant are killed at random moments, and so is the server: what was acknowledged stays, whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openQdrantStore } from '../../src/store/qdrant/qdrant-store.ts';
import type { Store } from '../../src/store/store.ts';
import { spec } from '../contract/store/records.ts';
import { hasQdrant, isEmulated } from '../support/qdrant-server.ts';
import { stateAfter } from './numbered-changes.ts';
import { restartingQdrant } from './restarting-qdrant.ts';

/** What a killed program has begun, others wait ten seconds for. */
const rounds = Number(process.env['PINCITE_TEST_QDRANT_KILLS'] ?? (isEmulated ? 2 : 8));
const longestRunMs = isEmulated ? 300 : 3_000;
const timeout = 60_000 + rounds * 60_000;

describe.skipIf(!hasQdrant)('Qdrant, killed at random', { timeout }, () => {
  const { urlOf, restart } = restartingQdrant();

  it('keeps what was acknowledged to a program, and what was under way as a whole or not at all', async () => {
    let last = 0;
    for (let round = 0; round < rounds; round += 1) {
      const writer = new Writer(urlOf('killed'), last + 1);
      await writer.hasBegun();
      await sleep(Math.random() * longestRunMs);
      if (round % 2 === 0) await writer.kill();
      else {
        await restart();
        // It may have been between two requests, and not have noticed.
        await writer.kill();
      }
      const acknowledged = Math.max(last, writer.acknowledged);
      const store = await openQdrantStore(urlOf('killed'));
      const state = await storedState(store);
      await store.close();
      if (isAlike(stateAfter(acknowledged + 1), state)) last = acknowledged + 1;
      else {
        // Says what is another where it is neither.
        expect(sorted(state), `round ${round}, after ${acknowledged}`).toEqual(
          sorted(stateAfter(acknowledged)),
        );
        last = acknowledged;
      }
    }
    expect(last).toBeGreaterThanOrEqual(rounds); // one change a round is waited for
  });

  it('leaves every document whole where two programs write and one of them is killed', async () => {
    for (let round = 0; round < rounds / 2; round += 1) {
      const writers = [1, 10_000].map((first) => new Writer(urlOf(`two${round}`), first));
      await Promise.all(writers.map((writer) => writer.hasBegun()));
      await sleep(Math.random() * longestRunMs);
      await writers[round % 2]!.kill();
      const other = writers[1 - (round % 2)]!;
      await other.goesOn();
      await other.kill();
      const store = await openQdrantStore(urlOf(`two${round}`));
      for (const [id, texts] of await storedState(store)) {
        const change = Number(/change (\d+)/.exec(texts[0]!)![1]);
        const parts = texts.map((text) => text.split(':')[0]);
        const all = Array.from(
          { length: 3 + (change % 11) },
          (_, part) => `${id} as of change ${change}, part ${part}`,
        );
        expect(parts).toEqual(all);
      }
      await store.close();
    }
  });
});

/** A program that writes. */
class Writer {
  acknowledged = 0;
  private readonly child: ChildProcess;
  private output = '';

  constructor(url: string, first: number) {
    const runner = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs');
    const program = fileURLToPath(new URL('killed-qdrant-writer.ts', import.meta.url));
    this.child = spawn(process.execPath, [runner, program, url, String(first)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.child.stdout!.on('data', (data: Buffer) => {
      this.output += data.toString();
      this.acknowledged = Number(this.output.split('\n').at(-2) ?? 0);
    });
  }

  hasBegun(): Promise<void> {
    return this.goesOn();
  }

  /** Until another change is acknowledged. */
  async goesOn(): Promise<void> {
    await Promise.race([
      once(this.child.stdout!, 'data'),
      once(this.child, 'close').then(() => Promise.reject(new Error('The writer has ended.'))),
    ]);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }
}

/** Document id → text of its chunks. */
async function storedState(store: Store): Promise<Map<string, string[]>> {
  const state = new Map<string, string[]>();
  for await (const { document, chunks } of store.export(spec.name)) {
    expect(chunks).toHaveLength(document.chunkCount);
    state.set(
      document.documentId,
      chunks.map(({ chunk }) => chunk.content),
    );
  }
  return state;
}

const sorted = (state: ReadonlyMap<string, string[]>) => [...state].sort();
const isAlike = (a: ReadonlyMap<string, string[]>, b: ReadonlyMap<string, string[]>) =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
