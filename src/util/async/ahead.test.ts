import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collect } from '../../../test/support/collect.ts';
import { ahead } from './ahead.ts';

async function* failing() {
  yield 1;
  throw new Error('no more');
}

it('gives the same items in their order, each made while the one before is worked on', async () => {
  const made: number[] = [];
  async function* numbers() {
    for (const number of [1, 2, 3]) {
      made.push(number);
      yield number;
    }
  }
  const seen: [number, number[]][] = [];
  for await (const number of ahead(numbers())) {
    await sleep(1);
    seen.push([number, [...made]]);
  }
  expect(seen).toEqual([
    [1, [1, 2]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3]],
  ]);
});

it('throws what the items throw when their turn comes', async () => {
  const items = ahead(failing());
  expect(await items.next()).toEqual({ done: false, value: 1 });
  await sleep(1);
  await expect(items.next()).rejects.toThrow('no more');
});

it('ends the items when the caller leaves early', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (let number = 0; ; number += 1) yield number;
    } finally {
      isEnded = true;
    }
  }
  for await (const number of ahead(endless())) if (number === 2) break;
  expect(isEnded).toBe(true);
});

it('is empty where the items are', async () => {
  expect(await collect(ahead((async function* () {})()))).toEqual([]);
});
