import { expect, it } from 'vitest';
import { leavesOpen } from './left-open.ts';
import { readQuestion } from '../question.ts';

const isOpen = (question: string, sentence: string, language = 'en'): boolean =>
  leavesOpen(
    sentence,
    readQuestion(question, () => 1, language),
  );

const asked = 'Does grease reduce wear of the crane?';

it('is what a sentence asks itself, or wants to find out', () => {
  expect(isOpen(asked, 'We tested whether grease reduces wear of cranes.')).toBe(true);
  expect(isOpen(asked, 'OBJECTIVE: To assess wear of cranes with and without grease.')).toBe(true);
  expect(isOpen(asked, 'The aim of the trial was to determine the effect of grease on wear.')).toBe(true);
});

it('is what a sentence only supposes, and not what it says of that', () => {
  expect(isOpen(asked, 'We hypothesized that grease reduces wear of cranes.')).toBe(true);
  expect(isOpen(asked, 'Our data support the hypothesis that grease reduces wear of cranes.')).toBe(false);
  const german = 'Wir vermuteten, dass Fett den Verschleiß senkt.';
  expect(isOpen('Kann Fett den Verschleiß senken?', german, 'de')).toBe(true);
});

it('is what stands behind any verb that takes a question', () => {
  expect(isOpen(asked, 'The board discussed whether grease reduces wear of cranes.')).toBe(true);
  expect(isOpen(asked, 'The board disputed on whether grease reduces wear of cranes.')).toBe(false);
  expect(isOpen(asked, 'No trial has shown whether grease reduces wear of cranes.')).toBe(false);
  const german = 'Der Vorstand besprach, ob Fett den Verschleiß senkt.';
  expect(isOpen('Kann Fett den Verschleiß senken?', german, 'de')).toBe(true);
});

it.each([
  ['de', 'Kann Fett den Verschleiß senken?', 'Wir wollten prüfen, ob Fett den Verschleiß senkt.'],
  ['fr', 'Est-ce que la graisse réduit l’usure ?', 'Le but était d’évaluer l’usure avec de la graisse.'],
  ['es', '¿Puede la grasa reducir el desgaste?', 'Queríamos determinar si la grasa reduce el desgaste.'],
])('is so in other languages too: %s', (language, question, sentence) => {
  expect(isOpen(question, sentence, language)).toBe(true);
});

it('is not what it says before that, or in any case', () => {
  expect(isOpen(asked, 'Grease reduces wear of the crane, and we asked whether rust counts.')).toBe(false);
  expect(isOpen(asked, 'Grease reduces wear, whether the wear of the crane is new or old.')).toBe(false);
  expect(isOpen(asked, 'Grease is used to assess wear of the crane.')).toBe(false);
  expect(isOpen(asked, 'Grease works regardless of whether wear of the crane is new.')).toBe(false);
  expect(isOpen('Is damage by frost insured?', 'We pay whether damage is by frost or by fire.')).toBe(false);
  const purpose = 'For this purpose the buyer is entitled to test the goods.';
  expect(isOpen('May the buyer test the goods?', purpose)).toBe(false);
});

it('is nothing to who asks for the aim, or for more than yes or no', () => {
  expect(isOpen('Is it the aim to assess wear?', 'The aim is to assess wear.')).toBe(false);
  expect(isOpen('What was to be found out about wear?', 'The aim was to assess wear.')).toBe(false);
});
