import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language.ts';

const mostly = (one: string, other: string): string =>
  [other, one, one, one].map((part) => `${part}\n\n`.repeat(4)).join('');

describe('detectLanguage', () => {
  it.each([
    [
      'en',
      'The parties agree that this contract is governed by the laws of the state in which it was signed.',
    ],
    [
      'de',
      'Die Parteien vereinbaren, dass dieser Vertrag dem Recht des Staates unterliegt, in dem er geschlossen wurde.',
    ],
    ['fr', 'Les parties conviennent que le présent contrat est régi par les lois du pays où il a été signé.'],
    ['es', 'Las partes acuerdan que este contrato se rige por las leyes del país en el que fue firmado.'],
    ['ru', 'Стороны договорились, что настоящий договор регулируется законами страны, где он был подписан.'],
    ['ar', 'اتفق الطرفان على أن هذا العقد يخضع لقوانين البلد الذي تم التوقيع عليه فيه.'],
    ['zh', '双方同意,本合同受其签署地国家的法律管辖,任何争议应提交仲裁。'],
    ['ja', '両当事者は、この契約が署名された国の法律に準拠することに合意します。'],
  ])('tells %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    '',
    'Hello',
    '12345 67890 | 12 | 13 | 14'.repeat(20),
    Array.from({ length: 120 }, (_, row) => `| A-${row} | Bolt M${row} | 19.20 | 51 | 2021 |`).join('\n'),
    'name price stock year '.repeat(50),
    'https://example.org/the/quick/brown/fox/jumps/over/it',
  ])('does not guess from %j', (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  });

  it('looks at the middle of long texts', () => {
    const english = 'The title page is written in English. ';
    const german = 'Der Rest des Buches ist in deutscher Sprache geschrieben. ';
    expect(detectLanguage(english.repeat(20) + german.repeat(500) + english.repeat(20))).toBe('de');
  });

  it('tells what most of a text is in, whatever it begins with', () => {
    const french = [
      'Ce chapitre décrit comment installer le système et quels paquets choisir pour un poste de travail.',
      'Les administrateurs préfèrent souvent une installation automatique, qui pose moins de questions.',
      'Une fois le réseau configuré, il suffit de redémarrer la machine pour que tout soit pris en compte.',
      'La sauvegarde des données se fait chaque nuit, et le rapport est envoyé par courrier électronique.',
    ].join('\n\n');
    const english = [
      'This part of the page has not been translated yet, and is shown as it was written first.',
      'The daemon reads its settings when it starts, and has to be restarted whenever they change.',
      'Most users will never need any of these options, which are explained in the manual page.',
    ].join('\n\n');
    expect(detectLanguage(mostly(french, english))).toBe('fr');
    expect(detectLanguage(mostly(english, french))).toBe('en');
  });

  it('reads a short text as one: a list of names is not what it is written in', () => {
    const prose =
      'The wines are served until eleven, and opening a bottle that you brought yourself costs fifteen pounds. '.repeat(
        5,
      );
    const wines =
      '- Barolo Riserva della Casa Bruno Giacosa\n- Chianti Classico della Fattoria di Lamole\n'.repeat(12);
    expect(detectLanguage(`${prose}\n\n${wines}`)).not.toBe('it');
  });

  it('asks parts of a text whose middle has names alone', () => {
    const names = [
      'Kong',
      'Quist',
      'Xiu',
      'Etoile',
      'Brzk',
      'Wolf',
      'Ngu',
      'Zsófi',
      'Odd',
      'Iqbal',
      'Fumble',
      'Rozo',
      'Gabbro',
    ];
    const text = 'Les membres ont voté le rapport moral et élu le bureau à main levée. '.repeat(5);
    expect(detectLanguage(names.join(' '))).toBeUndefined();
    expect(detectLanguage(text + `${names.join(' ')}\n`.repeat(60) + text)).toBe('fr');
  });
});
