import { expect, it } from 'vitest';
import { LoadError, StoreError } from '../errors.ts';
import { untilReached } from './until-reached.ts';

const because = (cause: unknown) => new StoreError('The store failed.', { cause });
const coded = (code: string) => Object.assign(new Error('no'), { code });
const away = because(coded('ECONNREFUSED'));

/** Fails so often, then gives how often it was asked. */
function failing(times: number, error: Error) {
  let asked = 0;
  const work = async () => {
    asked += 1;
    if (asked <= times) throw error;
    return asked;
  };
  return { work, asked: () => asked };
}

it('asks again until there is an answer, and says once that there was none', async () => {
  const told: StoreError[] = [];
  const { work } = failing(2, away);
  expect(await untilReached(work, { longestMs: 60_000, onAway: (error) => told.push(error) })).toBe(3);
  expect(told).toEqual([away]);
});

it.each([
  coded('57P01'),
  coded('08006'),
  new AggregateError([coded('ECONNREFUSED')]),
  new Error('Connection terminated unexpectedly'),
  Object.assign(new TypeError('fetch failed'), { cause: coded('UND_ERR_SOCKET') }),
])('takes %o for a server that is away', async (cause) => {
  expect(await untilReached(failing(1, because(cause)).work, { longestMs: 60_000 })).toBe(2);
});

it.each([
  because(coded('28P01')),
  because(undefined),
  new LoadError('No page', { cause: coded('ECONNREFUSED') }),
])('asks once where the failure is %o', async (error) => {
  const { work, asked } = failing(9, error);
  await expect(untilReached(work, { longestMs: 60_000 })).rejects.toBe(error);
  expect(asked()).toBe(1);
});

it('throws what it was told when the time is over', async () => {
  const { work, asked } = failing(9, away);
  await expect(untilReached(work, { longestMs: 100 })).rejects.toBe(away);
  expect(asked()).toBe(2);
});

it('ends at once when it is aborted', async () => {
  const stop = new AbortController();
  const reason = new Error('Stopped.');
  const onAway = () => stop.abort(reason);
  const asking = untilReached(failing(9, away).work, { longestMs: 60_000, signal: stop.signal, onAway });
  await expect(asking).rejects.toBe(reason);
});
