import { describe, expect, it } from 'vitest';
import { parseNames } from './names.ts';

describe('parseNames', () => {
  it.each([
    ['Ada Ruiz', { family: 'Ruiz', given: 'Ada' }],
    ['Ruiz, Ada', { family: 'Ruiz', given: 'Ada' }],
    ['Dr. Ada M. Ruiz', { family: 'Ruiz', given: 'Ada M.' }],
    ['Ludwig van Beethoven', { family: 'van Beethoven', given: 'Ludwig' }],
    ['Martin Luther King Jr.', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
    ['King, Martin Luther, Jr.', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
    ['Åsa Öberg', { family: 'Öberg', given: 'Åsa' }],
  ])('takes %s as a person', (creator, name) => {
    expect(parseNames([creator])).toEqual([name]);
  });

  it.each([
    'Sundmere Instruments plc',
    'World Health Organization',
    'National Institute of Mental Health',
    'Cyclone Global Navigation 3',
    'Quillane & Roe',
    'Sundmere support',
    'Reuters',
    '王小明',
    'Lucan Breen, company secretary',
    'Acme Software, Inc.',
  ])('leaves %s as it is written', (creator) => {
    expect(parseNames([creator])).toEqual([{ literal: creator }]);
  });

  it('takes braces as the sign of an organisation', () => {
    expect(parseNames(['{Red Cross}'])).toEqual([{ literal: 'Red Cross' }]);
  });

  it('takes a line of whole names apart, and not a name from its given name', () => {
    expect(parseNames(['Aino Vestergard, Joris Hallam, Sunniva Ekdal'])).toEqual([
      { family: 'Vestergard', given: 'Aino' },
      { family: 'Hallam', given: 'Joris' },
      { family: 'Ekdal', given: 'Sunniva' },
    ]);
    expect(parseNames(['Vestergard, Aino Maria'])).toEqual([{ family: 'Vestergard', given: 'Aino Maria' }]);
  });
});
