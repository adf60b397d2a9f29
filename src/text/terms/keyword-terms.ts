import { acronymMarks } from './acronyms.ts';
import { analyse } from './analyser.ts';
import { identifiersIn } from './identifiers.ts';

/** What keyword search knows of a text: its words, then whole identifiers, references to sections, acronyms in brackets. */
export function keywordTerms(text: string, language?: string): string[] {
  return [...analyse(text, language), ...partTerms(text)];
}

/** Of these what is alike in every language. */
export function partTerms(text: string): string[] {
  return [...identifiersIn(text), ...sectionsIn(text), ...acronymMarks(text)];
}

/** Words that number parts of a document. */
const labels =
  'sections?|sec|articles?|art|clauses?|paragraphs?|items?|notes?|exhibits?|schedules?|appendix|annex|figures?|fig|tables?|chapters?|rules?';
const named = new RegExp(
  `(?:(§)|\\b(${labels})\\b)\\.?\\s?(\\d+[a-z]?(?:\\.\\d+)*(?:\\([a-z\\d]{1,4}\\))*)(?![\\w(]|\\.\\d)`,
  'gi',
);
/** A line that begins with the number of its section: 4.2 Termination. */
const numbered = /^[#\t\v\f\p{Zs}]*(?:§\s?)?(\d+(?:\.\d+)+)\.?\s+(?=\p{Lu})/gmu;

const short: Readonly<Record<string, string>> = { sec: '§', section: '§', art: 'article', fig: 'figure' };

/** References to numbered parts, each as one term: `§12.3(b)` for § 12.3(b), Section 12.3(b) and sec. 12.3(b); `note7`. */
export function sectionsIn(text: string): string[] {
  const references = Array.from(text.matchAll(named), ([, sign, label = '', number = '']) => {
    const name = sign ?? label.toLowerCase().replace(/s$/, '');
    return `${short[name] ?? name}${number.toLowerCase()}`;
  });
  return [...references, ...Array.from(text.matchAll(numbered), ([, number = '']) => `§${number}`)];
}
