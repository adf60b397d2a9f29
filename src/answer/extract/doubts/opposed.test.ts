import { describe, expect, it } from 'vitest';
import { splitUnits } from '../../../text/structure/quotable-units.ts';
import { isOfOpposite } from './opposed.ts';
import { readQuestion } from '../question.ts';

/** Whether the last row of a table, or a line, is of the opposite of what is asked for. */
function opposes(question: string, text: string, language = 'en', context: readonly string[] = []): boolean {
  const unit = splitUnits(text, { language, headings: [], tableHeads: [] }).at(-1)!;
  return isOfOpposite(
    { unit, context },
    readQuestion(question, () => 1, language),
  );
}

describe('the opposite of what is asked for', () => {
  it('stands beside the same word, before or behind it', () => {
    expect(opposes('What does a front tyre cost?', 'A rear tyre costs 28 pounds.')).toBe(true);
    expect(opposes('What was the net margin?', '| | 2024 |\n| --- | --- |\n| Gross margin | 41 |')).toBe(
      true,
    );
    expect(opposes('¿Cuándo abre la piscina interior?', 'La piscina exterior abre en mayo.', 'es')).toBe(
      true,
    );
    expect(opposes('Wie groß ist der hintere Keller?', 'Der vordere Keller hat 9 m².', 'de')).toBe(true);
    expect(opposes('How high are non-current assets?', 'Current assets are 120.')).toBe(true);
  });

  it('is none beside another word, nor where the word itself stands there or over it', () => {
    expect(opposes('What does a front tyre cost?', 'A tyre costs 28 pounds at the rear desk.')).toBe(false);
    expect(opposes('What does a front tyre cost?', 'Front and rear tyres cost 28 pounds.')).toBe(false);
    expect(
      opposes('What does a front tyre cost?', 'As a rear tyre it costs 28.', 'en', ['Front tyres']),
    ).toBe(false);
    expect(opposes('What do front and rear tyres cost?', 'Rear tyres cost 28 pounds.')).toBe(false);
    expect(opposes('Who is responsible?', 'The internal auditor is.')).toBe(false);
  });

  it('is none of the same deal from its other side, nor where a sentence has another number', () => {
    expect(opposes('Who bought Larch Boats?', 'Orr Holding sold Larch Boats to Kern.')).toBe(false);
    const both = 'The gross salary is 3,000 euros, of which 2,100 euros are paid out.';
    expect(opposes('What is the net salary?', both)).toBe(false);
  });

  it('answers whether something is so', () => {
    expect(opposes('Is the front door locked?', 'The rear door is locked.')).toBe(false);
  });
});
