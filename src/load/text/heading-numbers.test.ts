import { describe, expect, it } from 'vitest';
import { isSuccessor, numberOf, sentenceDepths } from './heading-numbers.ts';
import { readPlainText } from './text.ts';

const headingsOf = (text: string) =>
  readPlainText(text).sections.map(({ heading, level }) => [heading, level]);
const numberedLine = (line: string) => ({ number: numberOf(line)!, isSentence: line.endsWith('.') });
const depthsOf = (lines: readonly string[]) => [...sentenceDepths(lines.map(numberedLine))];

describe('numberOf', () => {
  it.each([
    ['2.1. Scope', ['2', '1']],
    ['3 Scope', ['3']],
    ['A.10 Scope', ['A', '10']],
    ['B. Scope', ['B']],
    ['A river', undefined],
    ['2,000 rivers', undefined],
    ['1999 was dry', undefined],
    ['U.S. rivers', undefined],
  ])('of %s is %j', (line, expected) => expect(numberOf(line)).toEqual(expected));
});

describe('isSuccessor', () => {
  it.each([
    ['2.1', '2.2', true],
    ['A', 'B', true],
    ['2.1', '2.3', false],
    ['2.1', '3.2', false],
    ['2.1', '2.1.1', false],
    ['2.0', '2.1', false],
  ])('of %s and %s is %s', (before, after, expected) =>
    expect(isSuccessor(before.split('.'), after.split('.'))).toBe(expected),
  );
});

describe('sentenceDepths', () => {
  it('has the depths whose lines go on from one another', () => {
    expect(depthsOf(['1. A.', '2. B.', '2.1. C.', '3. D.'])).toEqual([1]);
    expect(depthsOf(['1. A', '1.1. B.', '1.2. C.', '2. D', '2.1. E.', '2.2. F.'])).toEqual([2]);
  });

  it.each([
    ['that are few', ['1. A.', '2. B.']],
    ['most of which end otherwise', ['1. A', '2. B', '3. C', '4. D', '1. E.', '2. F.', '3. G.']],
    ['that begin anew again and again', ['1. A.', '2. B.', '3. C.', '1. D.', '2. E.', '3. F.']],
  ])('has none of lines %s', (_, lines) => expect(depthsOf(lines)).toEqual([]));
});

describe('sections', () => {
  it.each([
    ['English', ['1. Definitions.', '2. Grants.', '3. No Warranty.']],
    ['German', ['1. Begriffe.', '2. Rechte.', '3. Gewähr.']],
    ['Spanish', ['1. ¿Qué es un río?', '2. ¿Cómo nace?', '3. ¿Dónde acaba?']],
    ['French', ['1. Définitions.', '2. « Droits ».', '3. Garantie.']],
    ['Japanese', ['1. 定義', '2. 許諾', '3. 保証']],
  ])('begin at indented numbers that end like sentences: %s', (_, headings) => {
    const text = headings.map((heading) => `  ${heading}\n\n  Words about it,\nin lines.\n`).join('\n');
    expect(headingsOf(text).map(([heading]) => heading)).toEqual(headings);
  });

  it('begin at appendices with letters', () => {
    const text =
      '1. Votes\n\nText.\n\n9.3. Trusts\n\nText.\n\nA. Procedure\n\nText.\n\n  A.1. Proposal\n\n    1. It is made.\n    2. It is told.\n\n  A.2. Vote\n\nText.';
    expect(headingsOf(text)).toEqual([
      ['1. Votes', 1],
      ['9.3. Trusts', 2],
      ['A. Procedure', 1],
      ['A.1. Proposal', 2],
      ['A.2. Vote', 2],
    ]);
  });

  it('begin at numbered titles that go on in a second line', () => {
    const first = '1.1. How does the harbour master know which of the ships';
    const text = [
      `${first}\nare in the harbour?`,
      '1.2. Who pays?',
      '1.3. Where are the fees for ships written that sail twice\na day?',
      '1.4. The fees are in the schedule that the harbour keeps,\nand are paid in May.',
      '2.1. What is in the schedule that hangs at the harbour\n2.2. and what is not?',
    ];
    expect(headingsOf(text.map((block) => `${block}\n\nSo it is said.`).join('\n\n'))).toEqual([
      [`${first} are in the harbour?`, 2],
      ['1.2. Who pays?', 2],
      ['1.3. Where are the fees for ships written that sail twice a day?', 2],
    ]);
  });

  it('begin at numbered questions, whatever letters their words begin with', () => {
    const questions = [
      '1. Where can I get it?',
      '2. Can it read other archives?',
      '3. Why is it so slow on my machine?',
    ];
    expect(headingsOf(questions.map((line) => `${line}\n\nSo it is said.`).join('\n\n'))).toEqual(
      questions.map((line) => [line, 1]),
    );
  });

  it('begin at chapters that are counted 1.0, 2.0', () => {
    expect(headingsOf('2.0 Scope\n\n2.1 This is what we say, and more of it is to come.')).toEqual([
      ['2.0 Scope', 2],
    ]);
  });

  it.each([
    ['a short one of several numbered paragraphs', '1. Definitions.\n\nText.\n\n2. Grants. You may\nuse it.'],
    ['items that the next item follows', '1. Sleep well\n\n2. Get up before the sun\nrises.\n\nText.'],
    ['letters of lists', 'A. Apples\n\nText.\n\nB. Pears\n\nText.'],
    ['initials', 'J. Smith\n\nText.'],
    [
      'minutes with a list',
      'Present: Ann, Ben\n\n1. Ann opens.\n\n2. Ben speaks of the river\nand its banks.\n\n3. We close.\n\nThanks.',
    ],
    ['logs', '2024-01-02 10:00 START\n\n2024-01-02 10:01 Stop.\n\nText.'],
  ])('do not begin at %s', (_, text) => expect(headingsOf(text)).toEqual([]));
});
