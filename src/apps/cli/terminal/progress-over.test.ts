import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProgressBar } from './progress.ts';
import { progressOver } from './progress-over.ts';

it('counts files by their share of the work, pages of those under way included', () => {
  const drawn: [number, string, string | undefined][] = [];
  const bar = {
    update: (fraction: number, label: string, name?: string) => void drawn.push([fraction, label, name]),
    stop: () => undefined,
  };
  const draw = progressOver(bar);
  const of = { total: 3 };
  draw({ kind: 'start', source: '/b.txt', index: 0, share: 0.125, ...of });
  draw({ kind: 'start', source: '/long.pdf', index: 1, share: 0.75, ...of });
  draw({ kind: 'page', source: '/long.pdf', done: 5, total: 10 });
  draw({ kind: 'end', source: '/b.txt', index: 0, outcome: 'failed', chunks: 0, warnings: [], ...of });
  draw({ kind: 'end', source: '/long.pdf', index: 1, outcome: 'skipped', chunks: 5, warnings: [], ...of });
  expect(drawn.map(([fraction]) => fraction)).toEqual([0, 0, 0.225, 0.35, 0.875]);
  expect(drawn.map(([, ...labels]) => labels).slice(2)).toEqual([
    ['0 of 3 can be searched', '/long.pdf'],
    ['0 of 3 can be searched', '/b.txt'],
    ['1 of 3 can be searched', '/long.pdf'],
  ]);
});

it('never draws less than before, whatever comes in which order', () => {
  const source = fc.constantFrom('/a.pdf', '/b.pdf', '/c.txt');
  const total = fc.integer({ min: 1, max: 5 });
  const page = fc.record({ kind: fc.constant('page' as const), source, done: fc.nat(5), total });
  const start = fc.record({
    kind: fc.constant('start' as const),
    source,
    index: fc.nat(4),
    total,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const outcome = fc.constantFrom('inserted' as const, 'failed' as const);
  const counts = { index: fc.nat(4), chunks: fc.nat(9), warnings: fc.constant([]) };
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
