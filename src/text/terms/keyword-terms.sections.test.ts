import { describe, expect, it } from 'vitest';
import { sectionsIn } from './keyword-terms.ts';

const cases: [fact: string, text: string, sections: string][] = [
  ['reads all ways to name a section as one', '§ 4.2, §4.2, Section 4.2, sec. 4.2', '§4.2 §4.2 §4.2 §4.2'],
  ['keeps clauses', 'under section 12.3(b)(ii).', '§12.3(b)(ii)'],
  ['reads other numbered parts by their names', 'Item 7A, Note 12 and Art. 5', 'item7a note12 article5'],
  ['reads the number of a heading', 'Text.\n## 4.2 Termination\n4.2.1. Notice', '§4.2 §4.2.1'],
  ['reads it behind empty lines and a new page', '\n \n\f 4.2 Termination', '§4.2'],
  ['leaves amounts, lists and other words alone', '4.2 million\n1. Apples\nthe transaction 5', ''],
];

describe('sectionsIn', () => {
  it.each(cases)('%s', (_, text, sections) => {
    expect(sectionsIn(text).join(' ')).toBe(sections);
  });
});
