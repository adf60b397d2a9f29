import { ConfigError } from '../../errors.ts';
import { apaStyle } from './apa.ts';
import { toBibtex } from './bibtex.ts';
import { toCslItem } from './csl-json.ts';
import { quotationBlock, sourceLine, sourceMarker } from './format.ts';
import { referencesOf, type Cited } from './reference.ts';

/** `list`, `source` and `quotation` have an entry a citation, the others one a document. */
const citationStyles = ['list', 'source', 'quotation', 'apa', 'apa-in-text', 'bibtex', 'csl-json'] as const;
/** How citations are written. */
export type CitationStyle = (typeof citationStyles)[number];

const formats: Readonly<Record<CitationStyle, (answer: Cited) => string>> = {
  list: ({ citations }) => citations.map(sourceLine).join('\n'),
  source: ({ citations }) => citations.map(sourceMarker).join('\n'),
  quotation: ({ citations }) => citations.map(quotationBlock).join('\n\n'),
  apa: (answer) => apaStyle(referencesOf(answer)).list.join('\n\n'),
  'apa-in-text': (answer) =>
    apaStyle(referencesOf(answer)).inText(answer.citations.map(({ sourceId }) => sourceId)),
  bibtex: (answer) => referencesOf(answer).map(toBibtex).join('\n\n'),
  'csl-json': (answer) => JSON.stringify(referencesOf(answer).map(toCslItem), null, 2),
};

/**
 * The citations of an answer in one style; empty where it has none (`[]` as CSL-JSON).
 *
 * - `list`: `[1] Annual Report, p. 5–6`
 * - `source`: `[Source: Annual Report, page 15]`
 * - `quotation`: the quotes as Markdown quotations, with title, section and page
 * - `apa`: a reference list by APA 7, with italics as Markdown has them
 * - `apa-in-text`: what stands in the text for it, `(Ruiz, 2025, p. 15; Lee & Sato, n.d.)`
 * - `bibtex`, `csl-json`: the cited documents as data, with keys that stay the same from answer to answer
 *
 * @throws ConfigError for another style.
 */
export function formatCitations(answer: Cited, style: CitationStyle): string {
  if (!citationStyles.includes(style)) {
    throw new ConfigError(`There is no citation style "${style}"`, {
      hint: `Styles are ${citationStyles.join(', ')}; formatWithCsl takes any style of the Citation Style Language.`,
    });
  }
  return formats[style](answer);
}
