import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createProgressBar } from './progress.ts';
import { progressOver } from './progress-over.ts';

it('says what goes on once all is stored, by a clock of its own', () => {
  const bar = { update: vi.fn(), nextStage: vi.fn(), log: vi.fn(), stop: vi.fn() };
  const draw = progressOver(bar);
  draw({ kind: 'end', source: '/a.txt', index: 0, total: 1, outcome: 'inserted', chunks: 300 });
  expect(bar.nextStage).not.toHaveBeenCalled();
  draw({ kind: 'adapt', step: 'learn', done: 1, total: 2 });
  draw({ kind: 'adapt', step: 'embed', done: 300, total: 300 });
  expect(bar.nextStage.mock.calls).toEqual([['1 of 1 can be searched; now adapting search to them']]);
  expect(bar.update.mock.calls.slice(1)).toEqual([
    [0.25, 'adapting: learning the words'],
    [1, 'adapting: embedding chunks anew'],
  ]);
});

it('counts files by their share of the work, pages of those under way included', () => {
  const drawn: [number, string, string | undefined][] = [];
  const bar = {
    update: (fraction: number, label: string, name?: string) => void drawn.push([fraction, label, name]),
    nextStage: () => undefined,
    log: () => undefined,
    stop: () => undefined,
  };
  const draw = progressOver(bar);
  const of = { total: 3 };
  draw({ kind: 'start', source: '/b.txt', index: 0, share: 0.125, ...of });
  draw({ kind: 'start', source: '/long.pdf', index: 1, share: 0.75, ...of });
  draw({ kind: 'page', source: '/long.pdf', done: 5, total: 10 });
  draw({ kind: 'end', source: '/b.txt', index: 0, outcome: 'failed', chunks: 0, ...of });
  draw({ kind: 'end', source: '/long.pdf', index: 1, outcome: 'skipped', chunks: 5, ...of });
  expect(drawn.map(([fraction]) => fraction)).toEqual([0, 0, 0.225, 0.35, 0.875]);
  expect(drawn.map(([, ...labels]) => labels).slice(2)).toEqual([
    ['0 of 3 can be searched', '/long.pdf'],
    ['0 of 3 can be searched', '/b.txt'],
    ['1 of 3 can be searched', '/long.pdf'],
  ]);
});

it('never draws less than before within a stage, whatever comes in which order', () => {
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
  const counts = { index: fc.nat(4), chunks: fc.nat(9) };
  const end = fc.record({ kind: fc.constant('end' as const), source, total, outcome, ...counts });
  const step = fc.constantFrom('learn' as const, 'embed' as const);
  const adapt = fc.record({ kind: fc.constant('adapt' as const), step, done: fc.nat(5), total });
  fc.assert(
    fc.property(fc.array(fc.oneof(start, page, end)), fc.array(adapt), (adding, adapting) => {
      const percents: number[][] = [[]];
      const write = (text: string) => {
        const percent = /(\d+) %/.exec(text);
        if (percent) percents.at(-1)!.push(Number(percent[1]));
        if (text.endsWith('\n')) percents.push([]);
      };
      const stream = { isTTY: true, columns: 80, write } as unknown as NodeJS.WriteStream;
      const draw = progressOver(createProgressBar(stream, 0));
      for (const event of [...adding, ...adapting]) draw(event);
      expect(percents).toHaveLength(adapting.length > 0 ? 2 : 1);
      for (const stage of percents) expect(stage).toEqual([...stage].sort((a, b) => a - b));
    }),
  );
});
