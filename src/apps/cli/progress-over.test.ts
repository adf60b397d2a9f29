import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProgressBar } from './progress.ts';
import { progressOver } from './progress-over.ts';

it('counts what is done and the pages of what is under way, with the rate of chunks', () => {
  const drawn: [number, string, string | undefined][] = [];
  const bar = {
    update: (fraction: number, label: string, name?: string) => void drawn.push([fraction, label, name]),
    nextStage: () => undefined,
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

it('never draws less than before, whatever comes in which order', () => {
  const source = fc.constantFrom('/a.pdf', '/b.pdf', '/c.txt');
  const total = fc.integer({ min: 1, max: 5 });
  const page = fc.record({ kind: fc.constant('page' as const), source, done: fc.nat(5), total });
  const start = fc.record({ kind: fc.constant('start' as const), source, index: fc.nat(4), total });
  const outcome = fc.constantFrom('inserted' as const, 'failed' as const);
  const counts = { index: fc.nat(4), chunks: fc.nat(9) };
  const end = fc.record({ kind: fc.constant('end' as const), source, total, outcome, ...counts });
  fc.assert(
    fc.property(fc.array(fc.oneof(start, page, end)), (events) => {
      const percents: number[] = [];
      const write = (text: string) => {
        const percent = /(\d+) %/.exec(text);
        if (percent) percents.push(Number(percent[1]));
      };
      const stream = { isTTY: true, columns: 80, write } as unknown as NodeJS.WriteStream;
      const draw = progressOver(createProgressBar(stream, 0));
      for (const event of events) draw(event);
      expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    }),
  );
});
