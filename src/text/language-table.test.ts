import { readFileSync } from 'node:fs';
import { eld } from 'eld/extrasmall';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LanguageTable } from './language-table.ts';

const file = readFileSync(new URL('../../assets/languages/ngrams.bin', import.meta.url));

it('tells the language of words in any script as eld does', () => {
  const table = new LanguageTable(file);
  const texts = [
    'The parties agree that this contract is governed by the laws of the state in which it was signed',
    'Die Parteien vereinbaren, dass dieser Vertrag dem Recht des Staates unterliegt',
    "Les parties conviennent que l'accord est régi par les lois du pays où il a été signé",
    'Las partes acuerdan que este contrato se rige por las leyes del país',
    'Стороны договорились, что настоящий договор регулируется законами страны',
    'اتفق الطرفان على أن هذا العقد يخضع لقوانين البلد',
    '双方同意,本合同受其签署地国家的法律管辖,任何争议应提交仲裁。',
    'この契約が署名された国の法律に準拠することに合意します。',
    'สัญญานี้อยู่ภายใต้กฎหมายของประเทศ',
    "don’t 'quoted' words’ it's",
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(6),
  ];
  const words = texts.flatMap((text) => text.split(' '));
  const mixed = fc
    .array(fc.constantFrom(...words, 'a', 'ab', 'abc', 'abcd', 'é', '𝒜', '1'))
    .map((some) => some.join(' '));
  const same = (text: string) => {
    const found = eld.detect(text);
    const expected = found.isReliable() ? found.language : undefined;
    expect(table.detect(text)).toBe(expected);
  };
  texts.forEach(same);
  fc.assert(fc.property(mixed, same), { numRuns: 1000 });
});
