import { describe, expect, it } from 'vitest';
import { standAlone } from './follow-up.ts';

describe('standAlone', () => {
  it.each([
    [
      'Since when does she?',
      'Who chairs the audit committee of Aster Ltd.?',
      'Since when does she? (chairs audit committee Aster Ltd)',
    ],
    ['And in 2024?', 'What was net revenue in 2025?', 'And in 2024? (net revenue)'],
    ['In 2024?', 'What was net revenue in 2025?', 'In 2024? (net revenue)'],
    ['And of Adobe?', 'Who is its CEO? (Ulta Beauty)', 'And of Adobe? (CEO)'],
    ['What about Heron?', 'What was the revenue of Aster in 2024?', 'What about Heron? (revenue 2024)'],
    [
      'And for Juniper Waste?',
      'How much insurance must Ivory Staffing hold?',
      'And for Juniper Waste? (insurance hold)',
    ],
    [
      'What about the notice period?',
      'Which law governs the agreement with Ivory Staffing?',
      'What about the notice period? (law governs agreement Ivory Staffing)',
    ],
    ['Since when?', 'Who chairs the board of Aster?', 'Since when? (chairs board Aster)'],
    ['When does it end?', 'Which law governs the lease?', 'When does it end? (lease)'],
    [
      'and when may the supplier end it?',
      'Which law governs the supply agreement?',
      'and when may the supplier end it? (supply agreement)',
    ],
    [
      'May it be lent?',
      'When may the supplier end it? (supply agreement)',
      'May it be lent? (supplier supply agreement)',
    ],
    ['What does it cost?', 'At what speed does the pump run?', 'What does it cost? (pump)'],
    ['Was kostet er?', 'Wann endet der Mietvertrag?', 'Was kostet er? (Mietvertrag)'],
    ['Quanto dura questo?', 'Chi nomina il tesoriere?', 'Quanto dura questo? (tesoriere)'],
    ['And who pays?', 'Which law governs the lease?', 'And who pays? (law governs lease)'],
    ['Why?', 'What did the board decide on Aster?', 'Why? (board decide Aster)'],
  ])('adds to %j what %j names', (question, previous, alone) => {
    expect(standAlone(question, previous)).toBe(alone);
  });

  it.each([
    ['Which law governs the supply agreement?', 'Who chairs the committee?'],
    ['What is the wiper?', 'What was net debt of Amcor?'],
    ['And what does the council decide?', 'Which law governs the lease?'],
    ['How much must Fairhaven IT pay?', 'Which law governs the lease?'],
    ['And the tenant pays for repairs?', 'Which law governs the lease?'],
    ['And is the deposit paid?', 'Which law governs the lease?'],
    ['Are there fees for late delivery?', 'What is Aster?'],
    ['Is it allowed to keep pets?', undefined],
    ['Chi nomina il tesoriere della fondazione?', 'Quanto dura il mandato del presidente?'],
    ['Does Aster pay for it?', 'What is Aster?'],
  ])('leaves %j after %j as it is', (question, previous) => {
    expect(standAlone(question, previous)).toBe(question);
  });
});
