import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { formatRun, orderAsTrecEval, parseRun, scoreByRank } from './run.ts';

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe('orderAsTrecEval', () => {
  it('puts higher scores first and equal scores by id descending', () => {
    const entries = [
      { id: 'b', score: 1 },
      { id: 'a', score: 2 },
      { id: 'c', score: 1 },
    ];
    expect(ids(orderAsTrecEval(entries))).toEqual(['a', 'c', 'b']);
  });

  it('compares ids by the bytes of UTF-8, as strcmp does', () => {
    const entries = ['\uFFFD', '\u{1F600}'].map((id) => ({ id, score: 1 }));
    expect(ids(orderAsTrecEval(entries))).toEqual(['\u{1F600}', '\uFFFD']);
  });
});

describe('scoreByRank', () => {
  it('keeps scores that fall and replaces scores that rise', () => {
    const falling = [
      { id: 'a', score: 0.9 },
      { id: 'b', score: 0.9 },
    ];
    expect(scoreByRank(falling)).toEqual(falling);
    const rising = [
      { id: 'a', score: 0.5 },
      { id: 'b', score: 0.9 },
    ];
    expect(scoreByRank(rising)).toEqual([
      { id: 'a', score: 1 },
      { id: 'b', score: 0.5 },
    ]);
  });
});

describe('run files', () => {
  it('are read by score, whatever rank the line states', () => {
    const run = parseRun(
      '# a comment\nq1 Q0 a 1 0.5 sys\nq1 Q0 b 2 0.7 sys\n\nq2 Q0 a 1 -3e-1 sys\n',
      'x.run',
    );
    expect(run).toEqual(
      new Map([
        [
          'q1',
          [
            { id: 'b', score: 0.7 },
            { id: 'a', score: 0.5 },
          ],
        ],
        ['q2', [{ id: 'a', score: -0.3 }]],
      ]),
    );
  });

  it('come back as they were written', () => {
    const id = fc.stringMatching(/^[\w./#-]{1,12}$/);
    const queryId = id.filter((text) => !text.startsWith('#'));
    const score = fc.double({ noNaN: true, noDefaultInfinity: true });
    const entries = fc
      .uniqueArray(fc.record({ id, score }), { selector: (entry) => entry.id, minLength: 1 })
      .map((list) => orderAsTrecEval(list.map((entry) => ({ id: entry.id, score: entry.score + 0 }))));
    const runs = fc
      .uniqueArray(fc.tuple(queryId, entries), { selector: ([query]) => query })
      .map((all) => new Map(all));
    fc.assert(
      fc.property(runs, (run) => {
        expect(parseRun(formatRun(run, 'a tag'), 'x.run')).toEqual(run);
      }),
    );
  });

  it.each([
    ['q1 Q0 a 1 0.5', /x\.run:1: expected 6 fields/],
    ['q1 Q0 a 1 high sys', /x\.run:1: the score "high" is not a number/],
    ['q1 Q0 a 1 0.5 sys\nq1 Q0 a 2 0.4 sys', /x\.run:2: query "q1" has document "a" twice/],
  ])('are refused with file and line: %j', (text, message) => {
    expect(() => parseRun(text, 'x.run')).toThrow(ConfigError);
    expect(() => parseRun(text, 'x.run')).toThrow(message);
  });
});
