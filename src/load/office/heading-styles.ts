import { childElements, elementAt, parseXml, type XmlElement } from './xml.ts';
import type { ZipArchive } from './zip.ts';

const part = 'word/styles.xml';
/** Chains of styles are followed so far, also where they lead in a circle. */
const maxAncestors = 20;

/**
 * Which paragraph styles are headings, as lines of a mammoth style map: the title, and every style that has an outline
 * level of its own or of the style that it is based on, whatever it is called.
 */
export async function headingStyles(archive: ZipArchive): Promise<string[]> {
  const bytes = archive.read(part);
  const styles = bytes ? childElements(await parseXml(bytes, part), 'style') : [];
  const byId = new Map(styles.map((style) => [style.attributes['w:styleId'] ?? '', style]));
  const lines = styles.flatMap((style) => {
    const level = outlineLevel(style, byId);
    const id = style.attributes['w:styleId'] ?? '';
    return level === undefined || !/^[\w-]+$/.test(id) ? [] : [`p.${id} => h${level}:fresh`];
  });
  return ["p[style-name='Title'] => h1:fresh", ...lines];
}

/** 1 … 6; undefined for body text. */
function outlineLevel(style: XmlElement, byId: ReadonlyMap<string, XmlElement>): number | undefined {
  let current: XmlElement | undefined = style;
  for (let step = 0; step < maxAncestors && current; step++) {
    const value = elementAt(current, 'pPr', 'outlineLvl')?.attributes['w:val'];
    if (value !== undefined) return Number(value) < 9 ? Math.min(Number(value) + 1, 6) : undefined;
    current = byId.get(elementAt(current, 'basedOn')?.attributes['w:val'] ?? '');
  }
  return undefined;
}
