import { replaceElements } from './labels.ts';

/** Makes a part in XML such that mammoth reads what Word shows of it, and nothing else. */
export function readableXml(xml: string): string {
  return withoutHidden(withOldBoxes(xml.replaceAll(passedOver, '<$1w:smartTag$2>')));
}

/**
 * Elements that mammoth passes over with the words in them: results of fields, `<w:fldSimple w:instr="REF _Ref1">4.2`, runs of another
 * direction, and words that have their reading above them, as in Japanese, `東京` with `とうきょう`.
 */
const passedOver =
  /<(\/?)w:(?:fldSimple|bdo|dir|ruby|rubyBase)(?=[\s/>])(?:[^<>"'/]|"[^"]*"|'[^']*')*(\/?)>/g;

const box = '<w:txbxContent';

/** Text boxes stand twice, in a form of newer programs and in an old one, which mammoth reads; where the old one is a picture alone it gets the words. */
function withOldBoxes(xml: string): string {
  return replaceElements(xml, 'mc:AlternateContent', (element) => {
    const old = element.indexOf('<mc:Fallback');
    const isRead = old >= 0 && element.includes(box, old);
    if (isRead || !element.includes(box)) return element;
    const [choice = ''] = element.split('</mc:Choice>', 1);
    const boxes = choice.match(/<w:txbxContent[\s>](?:(?!<w:txbxContent)[^])*?<\/w:txbxContent>/g) ?? [];
    return `<w:pict>${boxes.join('')}</w:pict>`;
  });
}

const isHidden =
  /^<w:r(?:\s[^<>]*)?>\s*<w:rPr>(?:(?!<\/w:rPr>|<w:rPrChange)[^])*<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>/;

/** Leaves out hidden text. */
function withoutHidden(xml: string): string {
  if (!xml.includes('<w:vanish')) return xml;
  return replaceElements(xml, 'w:r', (run) =>
    isHidden.test(run) ? run.replaceAll(/<w:t(?:\s[^<>]*)?>[^<]*<\/w:t>/g, '') : run,
  );
}
