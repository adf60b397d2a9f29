import { expect, it } from 'vitest';
import { citedWorks } from './cited-works.ts';

const works = [
  'Amis R. Dredging. Quays. 1999.',
  'Berg S. (2003) Locks.',
  'Ropes and rings, Berlin 2011, ISBN 3.',
];

/** The paragraphs that are found, of a document with one section, and what stands in a section below that. */
function found(heading: string, lines: readonly string[], { language = 'en', below = [] as string[] } = {}) {
  const text = [heading, ...lines, ...below].join('\n\n');
  const charStart = [heading, ...lines, ''].join('\n\n').length;
  const sections = [
    { heading, level: 1, charStart: 0, charEnd: text.length },
    ...(below.length > 0 ? [{ heading: below[0]!, level: 2, charStart, charEnd: text.length }] : []),
  ];
  return citedWorks({ text, sections }, language).map(({ start, end }) => text.slice(start, end));
}

it('finds the works that a document cites by the headings over them, numbered or not', () => {
  for (const heading of ['7. References', 'REFERENCES:', '5 Works cited'])
    expect(found(heading, works)).toEqual(works);
  for (const heading of ['Method', 'References to clauses']) expect(found(heading, works)).toEqual([]);
  expect(found('Literaturverzeichnis', works, { language: 'de' })).toEqual(works);
  expect(found('Literaturkritik', works, { language: 'de' })).toEqual([]);
  expect(
    found('参考文献', ['张三.港口.北京,1999,3', '李四.码头,2003,12.王五.船,2011.'], { language: 'zh' }),
  ).toHaveLength(2);
});

it('finds none where most of a section is something else', () => {
  const laws = [
    'A reference to the Companies Act means the Companies Act 2006 as amended in 2011 and 2017.',
    'A reference to a working day means a day on which banks are open.',
    'A reference to the Vessel means the motor vessel Ardal, built in 1998.',
  ];
  expect(found('1.3 References', laws)).toEqual([]);
  const referees = [
    'Paul Brand, head since 2015, knew her from 2016 to 2019.',
    'Maria Lund employed her in 2014.',
  ];
  expect(found('References', referees)).toEqual([]);
});

it('looks at each section below by itself', () => {
  const fees = ['Appendix: Fees', 'The fee is 40 euros since 2019, and was 35 in 2018 and 30 in 2017.'];
  expect(found('References', works, { below: fees })).toEqual(works);
  expect(found('References', [], { below: ['Books', ...works] })).toEqual(works);
});
