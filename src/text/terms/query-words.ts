import { analyse } from './analyser.ts';
import { stopWordsOf } from './stop-words.ts';

/** More are hardly ever those of a query. */
const mostLanguages = 8;

/**
 * The words of a query over documents in several languages, each as the terms that it is in them, that of most documents first.
 * Stop words are those of the query's own language: of the one that has most of its words among them, two at least, else of the first.
 *
 * @param languages that of most documents first
 */
export function wordsIn(query: string, languages: readonly string[]): [string, ...string[]][] {
  const known = languages.slice(0, mostLanguages);
  const stops = stopWordsOf(languageOf(query, known));
  return query.split(/\s+/).flatMap((text) => {
    const readings = known.map((language) => analyse(text, language));
    const length = Math.max(...readings.map((terms) => terms.length));
    const whole = readings.filter((terms) => terms.length === length);
    return Array.from({ length }, (_, at) => {
      const [term, ...forms] = whole.map((terms) => terms[at]!);
      return [term!, ...new Set(forms.filter((form) => form !== term))] as [string, ...string[]];
    }).filter(() => !stops.has(bare(text)));
  });
}

/** Without what stands around it. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

function languageOf(query: string, languages: readonly string[]): string {
  const words = query.split(/\s+/).map(bare);
  const counts = languages.map((language) => ({
    language,
    count: words.filter((word) => stopWordsOf(language).has(word)).length,
  }));
  const [first, ...others] = counts;
  const best = others.toSorted((a, b) => b.count - a.count)[0];
  // One word alone may be of another language: `war`, `die`.
  return best && best.count > Math.max(first!.count, 1) ? best.language : (first?.language ?? '');
}
