import { describe, expect, it } from 'vitest';
import type { Passage } from '../types.ts';
import { gatherEvidence } from './evidence.ts';
import { readQuestion } from './question.ts';

/** Whether the last unit of a text has the form of an answer, and is about what the question names. */
function lastOf(question: string, text: string): { fits: boolean; named: boolean } {
  const span = { charStart: 0, charEnd: text.length, text, tokenCount: 0 };
  const place = { collection: 'default', documentId: 'a', chunkIds: [], chunks: [] };
  const passage: Passage = { ...place, ...span, rank: 1, relevanceScore: 0 };
  const evidence = gatherEvidence(readQuestion(question, { idf: () => 1 }), [passage]);
  const { fits, named } = evidence.at(-1)!;
  return { fits, named };
}

describe('whether a unit has the form of an answer', () => {
  it.each([
    ['How deep can the logger be used?', 'The logger can be used down to 60 m.', true],
    ['How deep can the logger be used?', '| Thing | Price |\n|---|---|\n| Logger | 398.00 |', false],
    ['How deep can the logger be used?', '| Thing | Depth in m |\n|---|---|\n| Logger | 60 |', true],
    ['How old is the mill?', 'The mill is 150 years old.', true],
    ['How old is the mill?', 'The mill has 12 windows.', false],
    ['How much does it drift under ice?', 'It drifts by 2 per cent; we have no data under ice.', false],
    ['Who founded the firm?', 'We were founded in 1987 at Port Averil.', false],
    ['Who founded the firm?', 'It was founded by Ada Ruiz in 1987.', true],
    ['Who wrote the report?', 'A year ago I wrote that Heron would be built.', false],
    ['Who approved the minutes of 11 December?', 'The minutes of 11 December were approved.', false],
    ['Who approved the minutes?', 'The minutes were approved; Ines Calloway signed them.', true],
    ['Who approved the minutes?', 'They were quickly approved by the board.', true],
    ['Who was elected?', 'He was elected in May.', true],
    ['How many people died at the weir?', 'Subject: weir, probe 40\nCase: 58213', false],
    ['How much were the auditors paid for the audit?', '| Audit committee | 13 |', false],
    ['How much were the auditors paid for the audit?', '| Audit fee, € thousand | 13 |', true],
    ['What was the revenue?', '| Recurring revenue, per cent of total | 21.8 |', false],
    ['What is the salary of the chair?', 'The chair had a bonus of 31 per cent of salary.', false],
    ['What share of revenue recurs?', '| Recurring revenue, per cent of total | 21.8 |', true],
    ['Where was it developed?', '| Research and development | (10,940) |', false],
  ])('%s %s', (question, text, expected) => {
    expect(lastOf(question, text).fits).toBe(expected);
  });

  it.each([
    ['What must the Authority insure?', 'The Supplier shall insure the goods.', false],
    ['What must the Authority insure?', 'The Authority shall insure the depot.', true],
    ['What must the Authority insure?', 'We insure the goods of the depot.', false],
    ['Does the Authority insure the goods?', 'The Supplier shall insure the goods.', false],
  ])('%s %s', (question, text, expected) => {
    const over = `The parties are the Authority and the Supplier.\n\n${text}`;
    expect(lastOf(question, over).named).toBe(expected);
  });
});
