import { describe, expect, it } from 'vitest';
import { isMeant } from './named-document.ts';

const agreement = {
  document: { title: 'Framework Supply Agreement', sourcePath: '/agreement.pdf' },
  text: 'FRAMEWORK SUPPLY AGREEMENT\n\nNo. FSA-2024-017\n\nmade on 14 March 2024 between Orrin Pumps plc (the "Supplier") and Tarn Valley Authority (the "Authority"). The Supplier supplies pumps.',
};
const lease = {
  document: { title: 'Mietvertrag', sourcePath: '/mietvertrag.docx' },
  text: 'Mietvertrag\n\nzwischen Anna Berger (Vermieterin) und Tom Klee (Mieter), geschlossen am 1. März 2022 über die Wohnung in der Lindenstraße 4.',
};

const addendumOf = (tenant: string) => `Nachtrag zum Mietvertrag zwischen Anna Berger und ${tenant}`;

const of = (title: string, text: string) => ({ document: { title, sourcePath: title }, text });

describe('isMeant', () => {
  it.each([
    'Amendment No. 1 to the Framework Supply Agreement No. FSA-2024-017 dated 14 March 2024',
    'This Amendment is made on 3 May 2025. It changes the Framework Supply Agreement dated March 14, 2024 between Orrin Pumps plc and Tarn Valley Authority.',
    'Variation of the Framework Supply Agreement between Orrin Pumps plc and Tarn Valley Authority',
    'This Amendment is made on 3 May 2025 between Orrin Pumps plc and Tarn Valley Authority. It changes the Framework Supply Agreement.',
    'Amendment to contract FSA-2024-017 between Orrin Pumps plc and Tarn Valley Authority',
  ])('means the document: %s', (naming) => {
    expect(isMeant(naming, agreement)).toBe(true);
  });

  it.each([
    'Amendment No. 1 to the Framework Supply Agreement No. FSA-2023-002',
    'Amendment No. 1 to the Framework Supply Agreement dated 2 February 2023',
    'Variation of the Framework Supply Agreement between Orrin Pumps plc and Loch Arrin Water Board',
    'Amendment No. 1 to the Software Licence between Orrin Pumps plc and Tarn Valley Authority',
    'Amendment No. 1 to a contract',
  ])('means another one: %s', (naming) => {
    expect(isMeant(naming, agreement)).toBe(false);
  });

  it('tells documents of one kind apart by the numbers of their titles, and of one day by their kind', () => {
    const parties = 'made on 3 March 2023 between Orrin Pumps plc and Tarn Valley Authority';
    expect(
      isMeant('Deed of variation of the Lease of Unit 5', of('Lease of Unit 4', 'Lease of Unit 4')),
    ).toBe(false);
    const naming = `Amendment of the Services Agreement ${parties}`;
    expect(isMeant(naming, of('Services Agreement', `Services Agreement ${parties}`))).toBe(true);
    expect(isMeant(naming, of('Lease', `Lease ${parties}`))).toBe(false);
  });

  it('reads names where all nouns have capitals', () => {
    expect(isMeant(addendumOf('Tom Klee'), lease, 'de')).toBe(true);
    expect(isMeant(addendumOf('Jonas Wolf'), lease, 'de')).toBe(false);
    expect(isMeant('Nachtrag zum Mietvertrag vom 01.03.2022', lease, 'de')).toBe(true);
    expect(isMeant('Nachtrag zum Mietvertrag vom 01.06.2023', lease, 'de')).toBe(false);
  });
});
