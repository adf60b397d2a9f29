import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkedReply } from './marked-reply.ts';
import type { ReplyEvent } from './reply.ts';

function read(...deltas: string[]): ReplyEvent[] {
  const reader = new MarkedReply();
  return [...deltas.flatMap((delta) => reader.push(delta)), ...reader.end()];
}

/** Claims with their passages: `Rent is 900. ‹1,2›`. */
const claims = (events: readonly ReplyEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'claim' ? [`${event.text} ‹${event.cites.map(({ number }) => number).join()}›`] : [],
  );
const textOf = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.kind === 'text' ? event.text : event.kind === 'claim' ? '¶' : '')).join('');

const plain = (text: string) => text.replaceAll(/\s+/g, '');

describe('MarkedReply', () => {
  it.each(['word ', 'e.g. ', 'a', '\n', '[1] ', '[a](', '<a '])(
    'reads %j without end in time that its length bounds, in claims of at most 4,000 characters',
    (unit) => {
      const deltas = Array.from({ length: 40_000 / unit.length }, () => unit);
      const started = process.cpuUsage();
      const events = read(...deltas);
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5); // one second, were every delta read once
      const texts = events.flatMap((event) => (event.kind === 'claim' ? [event.text] : []));
      expect(Math.max(0, ...texts.map((text) => text.length))).toBeLessThanOrEqual(4_000);
      const given = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
      expect(plain(given.join(''))).toBe(plain(texts.join('')));
    },
  );

  it.each([
    ['Rent is 900 [1]. Water is free [2][3].', ['Rent is 900. ‹1›', 'Water is free. ‹2,3›']],
    ['Rent is 900. [1] Water is free. [2]', ['Rent is 900. ‹1›', 'Water is free. ‹2›']],
    ['Rent [1] is 900 [2], says Dr. Low [1]. So.', ['Rent is 900, says Dr. Low. ‹1,2›', 'So. ‹›']],
    ['- Pets [1]\n- Cars [2]\n', ['- Pets ‹1›', '- Cars ‹2›']],
    [
      '[1] says 900.\n\n[2] says 940.',
      ['[1] says 900.', '[2] says 940.'].map((_, i) => `says 9${i ? 4 : 0}0. ‹${i + 1}›`),
    ],
    ['租金是九百[1]。水费免费[2]。', ['租金是九百。 ‹1›', '水费免费。 ‹2›']],
    ['It is 1.5 [1]', ['It is 1.5 ‹1›']],
    ['', []],
  ])('makes claims of the sentences of %j', (text, expected) => {
    expect(claims(read(text))).toEqual(expected);
  });

  it('gives the words out as they come, and ends a claim before the next one begins', () => {
    const reader = new MarkedReply();
    expect(reader.push('Rent is')).toEqual([{ kind: 'text', text: 'Rent is' }]);
    expect(reader.push(' 900 [1]')).toEqual([{ kind: 'text', text: ' 900' }]);
    expect(reader.push('. Wat')).toEqual([{ kind: 'text', text: '.' }]);
    expect(reader.push('er is')).toEqual([
      { kind: 'claim', text: 'Rent is 900.', cites: [{ number: 1 }] },
      { kind: 'text', text: ' Water is' },
    ]);
  });

  it.each(['NO ANSWER', ' no answer.', '**NO ANSWER**', 'NO ANSWER [1]'])('abstains at %j', (text) => {
    expect(read(...text)).toEqual([{ kind: 'abstain' }]);
  });

  it('does not abstain at what only begins so', () => {
    expect(claims(read('No answer was given to the letter [1].'))).toEqual([
      'No answer was given to the letter. ‹1›',
    ]);
    expect(claims(read('No [1].'))).toEqual(['No. ‹1›']);
  });

  it('makes the same claims whatever the size of the deltas, and each ends what was given out', () => {
    const parts = [
      'Rent',
      ' is',
      ' 900',
      '.',
      ' ',
      '\n',
      '\n\n',
      '- ',
      ' [1]',
      '[2, 3]',
      'Dr. Low',
      '。',
      '?',
      ' (',
      ')',
      '1. ',
      ' U.S.',
      '"',
      ':',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts)),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (some, sizes) => {
          const text = some.join('');
          const deltas: string[] = [];
          for (let at = 0; at < text.length; at += deltas.at(-1)!.length) {
            deltas.push(text.slice(at, at + sizes.next().value!));
          }
          const events = read(...deltas);
          expect(claims(events)).toEqual(claims(read(text)));
          const texts = events.flatMap((event) => (event.kind === 'claim' ? [event.text] : []));
          const given = textOf(events).split('¶');
          expect(given.at(-1)).toBe('');
          expect(given.slice(0, -1).map((words) => words.trim())).toEqual(texts);
        },
      ),
    );
  });
});
