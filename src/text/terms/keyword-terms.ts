import { acronymMarks } from './acronyms.ts';
import { analyse } from './analyser.ts';
import { identifiersIn } from './identifiers.ts';
import { sectionsIn } from '../structure/sections.ts';

/** What keyword search knows of a text: its words, then whole identifiers, references to sections, acronyms in brackets. */
export function keywordTerms(text: string, language?: string): string[] {
  return [...analyse(text, language), ...identifiersIn(text), ...sectionsIn(text), ...acronymMarks(text)];
}
