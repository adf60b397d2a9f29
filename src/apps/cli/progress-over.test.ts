import { expect, it } from 'vitest';
import { progressOver } from './progress-over.ts';

it('counts what is done and the pages of what is under way, with the rate of chunks', () => {
  const drawn: [number, string, string | undefined][] = [];
  const bar = {
    update: (fraction: number, label: string, name?: string) => void drawn.push([fraction, label, name]),
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
