import { describe, expect, it } from 'vitest';
import { splitUnits } from '../../text/structure/quotable-units.ts';
import { lacksPrice } from './prices.ts';
import { readQuestion } from './question.ts';

const read = (question: string, language = 'en') => readQuestion(question, () => 1, language);

/** Whether the first unit of a text has no sum for what a question asks for. */
const lacks = (question: string, text: string, language = 'en') =>
  lacksPrice({ unit: splitUnits(text, { language })[0]!, question: read(question, language) });

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
    'What does the firm use to reduce the inventory cost basis?',
    'How much water does the pump move?',
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
    ['Skewer: 35', false],
    ['| Skewer | 35 |', false],
  ])('is not answered without a sum: %s', (text, expected) => {
    expect(lacks('How much does the skewer cost?', text)).toBe(expected);
  });
});
