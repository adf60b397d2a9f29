import { describe, expect, it } from 'vitest';
import { createReplyReader } from './generated.ts';
import type { ReplyEvent } from './reply.ts';

function read(...deltas: string[]): ReplyEvent[] {
  const reader = createReplyReader();
  return [...deltas.flatMap((delta) => reader.push(delta)), ...reader.end()];
}

const claim = (text: string, ...quotes: object[]) => ({ text, quotes });
const reply = (...claims: unknown[]) => JSON.stringify({ answerable: true, claims });
const claimsOf = (events: readonly ReplyEvent[]) => events.filter(({ kind }) => kind === 'claim');
const wordsOf = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.kind === 'text' ? event.text : '')).join('');

describe('a structured reply', () => {
  it.each([
    ['one claim', JSON.stringify({ claims: [{ text: 'word '.repeat(40_000), quotes: [] }] })],
    [
      'many claims',
      JSON.stringify({ claims: Array.from({ length: 2_000 }, (_, i) => claim(`Rent is ${i}.`)) }),
    ],
    ['brackets', `{"claims": ${'['.repeat(200_000)}`],
    ['blanks', ' '.repeat(200_000)],
  ])('of %s without end is read in time that its length bounds', (_what, text) => {
    const started = process.cpuUsage();
    const events = read(...(text.match(/[^]{1,8}/g) ?? []));
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
    expect(wordsOf(events).length).toBeLessThanOrEqual(text.length);
  });

  const rent = claim('Rent is 900.', { passage: 2, quote: 'rent of 900' });
  const water = claim('Water is free. [1]', { passage: 1, quote: 'not pay for water' });
  const whole = reply(rent, water);

  it('is claims with their quotes, the words without markers', () => {
    expect(claimsOf(read(whole))).toEqual([
      { kind: 'claim', text: 'Rent is 900.', cites: [{ number: 2, quote: 'rent of 900' }] },
      { kind: 'claim', text: 'Water is free.', cites: [{ number: 1, quote: 'not pay for water' }] },
    ]);
  });

  it('gives words out as they are written, the same whatever the deltas', () => {
    const reader = createReplyReader();
    const [before] = whole.split(' is 900');
    expect(reader.push(before!)).toEqual([{ kind: 'text', text: 'Rent' }]);
    const events = read(...whole);
    expect(wordsOf(events).trimEnd()).toBe('Rent is 900. Water is free.');
    expect(claimsOf(events)).toEqual(claimsOf(read(whole)));
  });

  it('may stand in a fence, and have more behind it', () => {
    expect(claimsOf(read('```json\n', whole, '\n```\nDone.'))).toEqual(claimsOf(read(whole)));
  });

  it('has list items on lines of their own', () => {
    const list = reply(claim('Allowed are:'), claim('- pets'), claim('- cars'), claim('So it is.'));
    expect(wordsOf(read(list))).toBe('Allowed are:\n- pets\n- cars\nSo it is.');
  });

  it('abstains when it says so, whatever else it says', () => {
    const no = JSON.stringify({ answerable: false, claims: [rent] });
    expect(read(...no)).toEqual([{ kind: 'abstain' }]);
  });

  it('ends words in a claim that it takes back, as one without quotes', () => {
    const twice = `${reply(rent, water).slice(0, -1)}, "claims": []}`;
    const events = read(...twice);
    expect(wordsOf(events).trimEnd()).toBe('Rent is 900. Water is free.');
    expect(claimsOf(events).at(-1)).toEqual({ kind: 'claim', text: 'Water is free.', cites: [] });
  });

  it('leaves out what has another shape, and keeps the rest', () => {
    const odd = reply(
      { text: 7 },
      claim('Rent is 900.', { passage: '2', quote: 'x' }, { passage: 1, quote: 'y' }),
      null,
    );
    expect(claimsOf(read(odd))).toEqual([
      { kind: 'claim', text: 'Rent is 900.', cites: [{ number: 1, quote: 'y' }] },
    ]);
    expect(read('{"city": "Paris"}')).toEqual([]);
  });

  it('ends the claim that it breaks off in', () => {
    expect(claimsOf(read(whole.slice(0, -40))).at(-1)).toMatchObject({ text: 'Water is free.' });
  });

  it('is prose where it is no object', () => {
    expect(claimsOf(read('Rent is 900 [2].'))).toEqual([
      { kind: 'claim', text: 'Rent is 900.', cites: [{ number: 2 }] },
    ]);
    expect(read('', ' ')).toEqual([]);
  });
});
