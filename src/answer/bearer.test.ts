import { describe, expect, it } from 'vitest';
import { isDoneByAnother } from './bearer.ts';

describe('isDoneByAnother', () => {
  it.each([
    ['What must the Authority insure?', 'The Supplier shall insure the Goods.'],
    ['What must the authority insure?', 'The Supplier shall insure the Goods.'],
    [
      'How much notice does the supplier have to give?',
      'The Authority may audit the Supplier’s books on 20 days’ notice.',
    ],
    ['How much notice must Heron give?', "The Customer may enter Heron's works on 20 days' notice."],
    ['What must the Authority insure?', 'We insure the Goods.'],
  ])('“%s” is not what “%s” tells', (question, text) => {
    expect(isDoneByAnother(question, text)).toBe(true);
  });

  it.each([
    ['What must the Authority insure?', 'The Authority shall insure the depot.'],
    ['What must the authority insure?', 'The Authority shall insure the depot.'],
    [
      'How much notice must the supplier give?',
      'The Authority shall be given 20 days’ notice by the Supplier.',
    ],
    ['When does the warranty begin?', 'The Supplier shall warrant the Goods from their delivery.'],
    ['How long does the battery last?', 'We changed it after 11 months.'],
  ])('“%s” may be what “%s” tells', (question, text) => {
    expect(isDoneByAnother(question, text)).toBe(false);
  });

  it('takes “we” for the one that the document is about', () => {
    expect(isDoneByAnother('What does Heron insure?', 'We insure the Goods.', ['Heron'])).toBe(false);
  });
});
