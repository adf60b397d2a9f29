import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { formatQrels, parseJudgments, parseQrels } from './qrels.ts';

describe('parseQrels', () => {
  it("reads TREC's four columns and BEIR's three with a header alike", () => {
    const expected = new Map([
      [
        '1',
        new Map([
          ['a', 2],
          ['b', 0],
        ]),
      ],
      ['2', new Map([['a', 1]])],
    ]);
    expect(parseQrels('1 0 a 2\n# a comment\n1 0 b 0\n2 0 a 1\n', 'q.txt')).toEqual(expected);
    expect(parseQrels('query-id\tcorpus-id\tscore\r\n1\ta\t2\r\n1\tb\t0\r\n2\ta\t1\r\n', 'q.tsv')).toEqual(
      expected,
    );
  });

  it('keeps spaces in ids between tabs', () => {
    expect(parseQrels('q one\tdoc a\t1\n', 'q.tsv')).toEqual(new Map([['q one', new Map([['doc a', 1]])]]));
  });

  it('says where each judgment stands', () => {
    expect(parseJudgments('query-id\tcorpus-id\tscore\n\n1\ta\t2\n', 'q.tsv')[0]!.place).toEqual({
      file: 'q.tsv',
      line: 3,
    });
  });

  it.each([
    ['1 0 a', /q\.txt:2: the grade "a"/],
    ['1 a', /q\.txt:2: expected/],
    ['1 0 a 1.5', /q\.txt:2: the grade "1\.5"/],
    ['1 0 x 1\n', /q\.txt:2: query "1" has document "x" twice/],
  ])('refuses %j with file and line', (line, message) => {
    const text = `1 0 x 1\n${line}`;
    expect(() => parseQrels(text, 'q.txt')).toThrow(ConfigError);
    expect(() => parseQrels(text, 'q.txt')).toThrow(message);
  });
});

describe('formatQrels', () => {
  it('is read back as it was', () => {
    const id = fc.stringMatching(/^[\w.#-]{1,10}$/);
    const queryId = id.filter((text) => !text.startsWith('#'));
    const judged = fc
      .uniqueArray(fc.tuple(id, fc.integer({ min: -2, max: 4 })), { selector: ([key]) => key, minLength: 1 })
      .map((entries) => new Map(entries));
    const qrels = fc
      .uniqueArray(fc.tuple(queryId, judged), { selector: ([key]) => key })
      .map((all) => new Map(all));
    fc.assert(
      fc.property(qrels, (given) => {
        expect(parseQrels(formatQrels(given), 'q')).toEqual(given);
      }),
    );
  });
});
