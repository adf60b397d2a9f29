import { expect, it, vi } from 'vitest';
import { progressOver } from './progress-over.ts';

it('says what goes on once all is stored, by a clock of its own', () => {
  const bar = { update: vi.fn(), restart: vi.fn(), log: vi.fn(), stop: vi.fn() };
  const draw = progressOver(bar);
  draw({ kind: 'end', source: '/a.txt', index: 0, total: 1, outcome: 'inserted', chunks: 300 });
  expect(bar.restart).not.toHaveBeenCalled();
  draw({ kind: 'adapt', step: 'learn', done: 1, total: 2 });
  draw({ kind: 'adapt', step: 'embed', done: 300, total: 300 });
  expect(bar.restart).toHaveBeenCalledOnce();
  expect(bar.update.mock.calls.slice(1)).toEqual([
    [0.25, 'stored, now learning the words'],
    [1, 'stored, now embedding chunks anew'],
  ]);
});

it('counts what is done and the pages of what is under way, with the rate of chunks', () => {
  const drawn: [number, string, string | undefined][] = [];
  const bar = {
    update: (fraction: number, label: string, name?: string) => void drawn.push([fraction, label, name]),
    restart: () => undefined,
    log: () => undefined,
    stop: () => undefined,
  };
  let milliseconds = 0;
  const draw = progressOver(bar, () => milliseconds);
  const of = { total: 4 };
  draw({ kind: 'start', source: '/long.pdf', index: 0, ...of });
  draw({ kind: 'start', source: '/b.txt', index: 1, ...of });
  draw({ kind: 'page', source: '/long.pdf', done: 5, total: 10 });
  milliseconds = 2000;
  draw({ kind: 'end', source: '/b.txt', index: 1, outcome: 'inserted', chunks: 2500, ...of });
  draw({ kind: 'end', source: '/long.pdf', index: 0, outcome: 'inserted', chunks: 500, ...of });
  expect(drawn.map(([fraction]) => fraction)).toEqual([0, 0, 0.125, 0.375, 0.5]);
  expect(drawn.map(([, ...labels]) => labels).slice(2)).toEqual([
    ['0/4', '/long.pdf'],
    ['1/4 · 1,250 chunks/s', '/b.txt'],
    ['2/4 · 1,500 chunks/s', '/long.pdf'],
  ]);
});
