import { describe, expect, it } from 'vitest';
import { answerKind, hasAnswerKind } from './answer-kind.ts';

describe('what a question asks for', () => {
  it.each([
    ['What was revenue in 2025?', 'amount'],
    ['What fee was the chair paid?', 'amount'],
    ["What was Amcor's net debt at June 30, 2023?", 'amount'],
    ['What will the nitrate sensor cost?', 'amount'],
    ['How much were the auditors paid?', 'amount'],
    ['What interest does the loan bear?', 'amount'],
    ['How many probes were shipped?', 'number'],
    ['How much does it drift?', 'number'],
    ['Which sales channel is the largest?', 'other'],
    ['When does the agreement end?', 'date'],
    ['What is counted when calculating the area?', 'other'],
    ['Who chairs the board?', 'person'],
    ['What drove the rise of inventories?', 'reason'],
  ])('%s', (question, kind) => {
    expect(answerKind(question)).toBe(kind);
  });
});

describe('whether a text has an amount or a number', () => {
  it.each([
    ['amount', 'The chair was paid €90.', 1],
    ['amount', 'It bears interest at 1.55 percentage points.', 1],
    ['amount', 'Revenue  83,600  73,100', 1],
    ['amount', 'The board has eight members.', 0],
    ['amount', 'Table 12 shows revenue by segment, as does clause 18.3.', 0],
    ['amount', 'The fee was agreed on 14 March 2024.', 0],
    ['amount', 'It costs nine euros.', 1],
    ['amount', '($ million)  June 30, 2022  June 30, 2023', 0],
    ['number', '18.3 The Supplier may end this Agreement.', 0],
    ['number', 'The board has eight members.', 1],
  ] as const)('%s: %s', (kind, text, expected) => {
    expect(hasAnswerKind(kind, text, 'What is asked?')).toBe(expected);
  });
});
