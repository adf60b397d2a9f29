import { expect, it } from 'vitest';
import { mayListWorks, sectionsOfWorks } from './cited-works.ts';

const section = (heading: string) => ({ heading, level: 1, charStart: 0, charEnd: 900 });

it('finds the sections that list works by their headings, numbered or not', () => {
  const headings = ['7. References', 'REFERENCES:', 'Method', 'References to clauses', '5 Works cited'];
  const found = sectionsOfWorks(headings.map(section), 'en');
  expect(found.map(({ heading }) => heading)).toEqual(['7. References', 'REFERENCES:', '5 Works cited']);
  expect(sectionsOfWorks([section('Literaturverzeichnis'), section('Literaturkritik')], 'de')).toHaveLength(
    1,
  );
  expect(sectionsOfWorks([section('参考文献')], 'zh')).toHaveLength(1);
});

it('looks at texts with several years alone', () => {
  expect(mayListWorks('Amis, Dredging, 1999. Berg, Quays, 2003. Cole, Locks, 2011.')).toBe(true);
  expect(mayListWorks('References to clauses are to those of the agreement of 2011.')).toBe(false);
});
