import { describe, expect, it } from 'vitest';
import { isOfAnother } from './holder.ts';

const question = 'Who is the CEO of Adobe?';

describe('isOfAnother', () => {
  it.each([
    'From September 2015 to October 2019, he was President and CEO of AppDynamics.',
    'Belsky cofounded Behance in 2006 and served as its CEO for over 6 years.',
    'She has been CEO of the Weir Group since 2020.',
  ])('tells “%s” from what is asked', (text) => {
    expect(isOfAnother(question, text)).toBe(true);
  });

  it.each([
    'Shantanu Narayen is the CEO of Adobe.',
    'Before he was CEO of Adobe, he was CEO of AppDynamics.',
    'The CEO reports to the board.',
    'The company changed its CEO in 2007.',
  ])('lets “%s” answer', (text) => {
    expect(isOfAnother(question, text)).toBe(false);
  });

  it('says nothing of a question that asks of no one by name', () => {
    expect(isOfAnother('Who is the CEO?', 'He was CEO of AppDynamics.')).toBe(false);
  });

  it.each([
    ['The Supplier’s total liability is limited.', [], true],
    ['Our liability is limited.', [], true],
    ['Our liability is limited.', ['Authority'], false],
    ['The Authority’s liability is not limited.', [], false],
    ['Liability is limited.', [], false],
  ])("tells whose liability “%s” speaks of, where the Authority's is asked for", (text, about, expected) => {
    expect(isOfAnother("What is the limit of the Authority's liability?", text, about)).toBe(expected);
  });
});
