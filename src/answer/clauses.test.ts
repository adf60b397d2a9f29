import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inClauses } from './clauses.ts';
import type { Unit } from './units.ts';

const filler = 'and this goes on for as long as it takes to fill the page that it is printed on '
  .repeat(4)
  .trim();

const sentence = (text: string): Unit => ({
  kind: 'sentence',
  start: 9,
  end: 9 + text.length,
  text,
  context: 'Risks',
});
const textsOf = (text: string) => inClauses([sentence(text)]).map((unit) => unit.text);

describe('inClauses', () => {
  it('cuts a long sentence behind its semicolons, not within brackets', () => {
    const clauses = [
      `The risks are storms ${filler};`,
      `fire (in the hold; on deck) ${filler};`,
      `and ice ${filler}.`,
    ];
    expect(textsOf(clauses.join(' '))).toEqual(clauses);
  });

  it('cuts a list without full stops before its numbered entries, not before a number', () => {
    const entries = [
      `3.1 Charter ${filler}`,
      `3.2 By-laws of\n3.5 million shares ${filler}`,
      `10.1 364-Day Lease ${filler}`,
    ];
    expect(textsOf(entries.join('\n'))).toEqual(entries);
  });

  it('puts what leads in over the other clauses', () => {
    const units = inClauses([sentence(`The risks include: storms ${filler}; fire ${filler}.`)]);
    expect(units.map(({ context }) => context)).toEqual(['Risks', 'Risks\nThe risks include:']);
  });

  it.each([
    `The tenant may not: sublet ${filler}; keep pets ${filler}.`,
    `The tenant pays, except for: water ${filler}; heating ${filler}.`,
    `Unless the tenant agrees, the rent stays ${filler}; the deposit is paid back ${filler}.`,
    `The landlord pays for water ${filler}; for heating ${filler}; unless the tenant agrees to pay.`,
    `The tenant pays rent ${filler}, ${filler}.`,
    'The risks include: storms; fire; and ice.',
  ])('leaves whole what is short, has no such mark, or is turned or limited by the rest: %s', (text) => {
    expect(textsOf(text)).toEqual([text]);
  });

  it('cuts where a list is said to be open', () => {
    expect(
      textsOf(`The risks include, but are not limited to: storms ${filler}; fire ${filler}.`),
    ).toHaveLength(2);
  });

  it('leaves out nothing but white space, and gives the very text at each span', () => {
    const part = fc.constantFrom('; ', ';\n', '\n3.1 Annex', '\n• ', '(', ')', ' word', ':', filler);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('').trim();
        const units = inClauses([sentence(text)]);
        expect(
          units
            .map((unit) => unit.text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(text.replaceAll(/\s/g, ''));
        for (const unit of units) expect(text.slice(unit.start - 9, unit.end - 9)).toBe(unit.text);
      }),
    );
  });
});
