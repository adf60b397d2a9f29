import type { Block } from '../../types.ts';
import { linesOf } from '../detect/lines.ts';
import type { Heading } from '../sections.ts';
import { underlinedTitle } from './underlined.ts';

/** `== Options`, as in AsciiDoc, and `== Options ==`, as in wikis. */
const markedTitle = /^(={1,6})[ \t]+([\p{L}\p{N}`"'“„«<].*)$/u;
/** What stands right above a title of AsciiDoc: `[[options]]`, `[preface]`. */
const attributes = /^\[.*\]$/;
/** Of titles with a rule under them, in AsciiDoc from the first rank on. */
const rules = '=-~^+';
/** Above and below a listing. */
const listingRule = /^(?:-{4,}|\.{4,})$/;
const longestTitle = 160;
/** Titles below the first rank that show how headings are set. */
const fewestMarked = 2;

export interface MarkedText {
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
}

/**
 * Titles and listings of a text that marks its titles with equals signs before them, perhaps others by rules; undefined of other texts.
 *
 * @param blocksOf gives the blocks of what stands between them.
 */
export function markedText(
  text: string,
  blocksOf: (text: string) => readonly Block[],
): MarkedText | undefined {
  if (!/^={2,6}[ \t]/m.test(text)) return undefined;
  const blocks: Block[] = [];
  const headings: Heading[] = [];
  let from = 0;
  let marked = 0;
  const take = (kind: Block['kind'], charStart: number, charEnd: number) => {
    for (const block of blocksOf(text.slice(from, charStart)))
      blocks.push({ ...block, charStart: from + block.charStart, charEnd: from + block.charEnd });
    if (charStart < charEnd) blocks.push({ kind, charStart, charEnd });
    from = charEnd;
  };
  let listing: { readonly start: number; readonly rule: string } | undefined;
  let [above, before] = [{ start: 0, line: '' }, ''];
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end).trimEnd();
    const found = line.length > longestTitle ? null : markedTitle.exec(line);
    const underlined = before === '' ? underlinedTitle(`${above.line}\n${line}`) : undefined;
    if (listing !== undefined) {
      if (line === listing.rule) {
        take('code', listing.start, start + line.length);
        listing = undefined;
      }
    } else if (underlined !== undefined && rules.includes(underlined.style)) {
      take('heading', above.start, start + line.length);
      headings.push({
        text: underlined.title,
        level: 1 + rules.indexOf(underlined.style),
        charStart: above.start,
      });
    } else if (listingRule.test(line)) {
      listing = { start, rule: line };
    } else if (found !== null && (above.line === '' || attributes.test(above.line))) {
      take('heading', start, start + line.length);
      const [, signs = '', words = ''] = found;
      const title = words.endsWith(` ${signs}`) ? words.slice(0, -signs.length).trimEnd() : words;
      headings.push({ text: title, level: signs.length, charStart: start });
      marked += signs.length > 1 ? 1 : 0;
    }
    [before, above] = [attributes.test(above.line) ? '' : above.line, { start, line: line.trim() }];
  }
  take('text', text.length, text.length);
  return marked < fewestMarked ? undefined : { blocks, headings };
}
