import { describe, expect, it } from 'vitest';
import { withoutDirectives } from './directives.ts';

describe('withoutDirectives', () => {
  it.each([
    [
      'What was its revenue in 2024 (in USD millions)? Round to one decimal.',
      'What was its revenue in 2024?',
    ],
    [
      'Answer the following question as an analyst would: what is the net income of Heron?',
      'what is the net income of Heron?',
    ],
    [
      'According to the details in the balance sheet, what are the inventories of Heron?',
      'what are the inventories of Heron?',
    ],
    [
      'Does Heron have a good margin? If margins are not useful here, then state that and explain why.',
      'Does Heron have a good margin?',
    ],
    ['Based on the P&L statement, what was EBIT?', 'what was EBIT?'],
    [
      'According to the balance sheet of Heron for 2021, what are total assets?',
      'According to the _ of Heron for 2021, what are total assets?',
    ],
  ])('takes out what is told to who answers: %s', (question, asked) => {
    expect(withoutDirectives(question)).toBe(asked);
  });

  it.each([
    'How much may a hotel cost (in Sweden)?',
    'What were inventories (in 2024, in thousands)?',
    'According to the witness statements, who was there?',
    'Which question came up most: the one about loggers?',
    'We rent. If we leave early, must we state a reason?',
    'We looked at the report. State the share of exports.',
    'Give the name of the chair.',
    'If the lease ends early, who pays?',
    'I rent a flat. Must I say when I leave?',
    'When information is late, who is told?',
    'Ratio is defined as: debt / equity. What is it for Heron?',
  ])('leaves the rest as it is: %s', (question) => {
    expect(withoutDirectives(question)).toBe(question);
  });
});
