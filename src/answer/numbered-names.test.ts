import { describe, expect, it } from 'vitest';
import { numberedNames, speakOfNumbered } from './numbered-names.ts';
import { splitUnits } from './units.ts';

const asked = (question: string) => numberedNames(question).map(({ name, number }) => `${name} ${number}`);

/** The units of a text that speak of what a question numbers. */
function speaking(question: string, text: string, headings: string[] = []): string[] {
  const units = splitUnits(text);
  const speak = speakOfNumbered(numberedNames(question), units, headings);
  return units.filter(({ kind }, at) => kind !== 'heading' && speak[at]).map((unit) => unit.text);
}

const rows = (head: string, cells: string[]) =>
  [`| ${head} | Price |`, '|---|---|', ...cells.map((cell) => `| ${cell} | 4 |`)].join('\n');

describe('numberedNames', () => {
  it('are names, labels and codes with a number', () => {
    expect(asked('What did Project Falcon 3 cost?')).toEqual(['Falcon 3']);
    expect(asked('How heavy is pump model 4?')).toEqual(['model 4']);
    expect(asked('What is the price of Bolt M17, as in Table 3?')).toEqual(['Table 3', 'M 17']);
  });

  it('are no amounts, days, years, periods, forms and parts of a document', () => {
    for (const question of [
      'What changed in the last 3 years?',
      'What happened on May 4, 2022?',
      'What was the revenue of Adobe 2022 in Q3?',
      'What does the Form 10-K say in Section 7?',
      'Did 40 people and Adobe 4,000 sign?',
    ])
      expect(asked(question)).toEqual([]);
  });
});

describe('speakOfNumbered', () => {
  const text =
    'Falcon 0, 1 and 4 cost 90 million. Falcon 3 cost 12 million. It took two years. Falcons 5 and 6 are planned.';

  it('takes what names the number, and what follows it without another', () => {
    expect(speaking('What did Falcon 3 cost?', text)).toEqual([
      'Falcon 3 cost 12 million.',
      'It took two years.',
    ]);
    expect(speaking('What did Falcon 4 cost?', text)).toEqual(['Falcon 0, 1 and 4 cost 90 million.']);
    expect(speaking('What did Falcon 2 cost?', text)).toEqual([]);
  });

  it('knows other ways to write it', () => {
    expect(speaking('Where did Lion Air 610 start?', 'Lion Air Flight 610 started in Jakarta.')).toHaveLength(
      1,
    );
    expect(speaking('What did Falcon 3 cost?', 'It cost 12 million.', ['FALCON_3'])).toHaveLength(1);
    expect(speaking('What is phase 4 of DECnet?', 'Phase IV is open. Phase II was not.')).toEqual([
      'Phase IV is open.',
    ]);
    expect(speaking('What is SR 99?', 'SR-99 is a road. SRV 5 is none.')).toHaveLength(2);
    expect(speaking('What is SR 5?', 'SR-99 is a road. SRV 5 is none.')).toEqual([]);
  });

  it('takes the rows with the number alone, or all of a table that is about it', () => {
    expect(speaking('What is the price of Widget 42?', rows('Item', ['Widget 4', 'Widget 42']))).toEqual([
      '| Widget 42 | 4 |',
    ]);
    expect(speaking('What does pump model 4 cost?', rows('Model', ['3', '4']))).toEqual(['| 4 | 4 |']);
    expect(speaking('What does Heron 4 cost?', rows('Heron 4', ['Net']))).toEqual(['| Net | 4 |']);
    expect(speaking('What does Bolt M17 cost?', rows('Item', ['Bolt M16', 'Bolt M17']))).toEqual([
      '| Bolt M17 | 4 |',
    ]);
  });

  it('takes everything where the question numbers nothing', () => {
    expect(speaking('What did Falcon cost?', text)).toHaveLength(4);
  });
});
