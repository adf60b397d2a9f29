import { describe, expect, it } from 'vitest';
import { splitUnits } from '../../../text/structure/quotable-units.ts';
import { lacksPrice } from './prices.ts';
import { readQuestion } from '../question.ts';

const read = (question: string, language = 'en') => readQuestion(question, () => 1, language);

/** Whether the last unit of a text has no sum for what a question asks for. */
const lacks = (question: string, text: string, language = 'en') =>
  lacksPrice({ unit: splitUnits(text, { language }).at(-1)!, question: read(question, language) });

describe('a question for a price', () => {
  it.each([
    ['en', 'What does the skewer cost?'],
    ['en', 'How much is paid for a night in the hut?'],
    ['en', 'What is the monthly fee?'],
    ['de', 'Was kostet eine Saisonkarte?'],
    ['de', 'Wie hoch ist die Grundmiete?'],
    ['fr', "Combien coûte l'entretien ?"],
    ['es', '¿Cuánto cuesta la sala?'],
    ['it', 'Quanto costa la visita?'],
    ['pt', 'Qual é a mensalidade?'],
    ['nl', 'Hoeveel huur betaalt de huurder?'],
    ['zh', '月租金是多少?'],
    ['ja', '入場料金はいくらですか。'],
    ['ar', 'كم تكلفة الدورة؟'],
  ])('in %s: %s', (language, question) => {
    expect(read(question, language)).toMatchObject({ asksPrice: true, kind: 'number' });
  });

  it.each([
    'How long must the rent be overdue?',
    'Which costs does the tenant bear?',
    'How much water does the pump move?',
    'How much notice must a tenant get who does not pay the rent?',
    '¿Cuánto tiempo tiene el inquilino para pagar la renta?',
  ])('is none: %s', (question) => {
    expect(read(question).asksPrice).toBe(false);
  });

  it.each([
    ['3. Bicycles with a quick release need the skewer PH-QR, others the adapter PH-TA12.', true],
    ['The skewer has been sold since 2019 in 12 shops.', true],
    ['The skewer costs 35.', false],
    ['With the skewer it comes to €12.', false],
    ['The skewer is 12 dollars.', false],
    ['The skewer is free of charge.', false],
    ['The price of the skewer is half that of the pump.', false],
    ['Skewer: 35', true],
    ['Skewer: 2.50', false],
    ['| Skewer | 18 kg | red |', true],
    ['| Item | Price |\n| --- | --- |\n| Skewer | 35 |', false],
    ['The skewer is Rs 250.', false],
    ['For the skewer 3 % is added.', false],
  ])('is not answered without a sum: %s', (text, expected) => {
    expect(lacks('How much does the skewer cost?', text)).toBe(expected);
  });
});
