import { childElements, elementAt, parseXml, type XmlElement } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';

/** The styles of a Word document by their id. */
export type Styles = ReadonlyMap<string, XmlElement>;

/** Chains of styles are followed so far, also where they lead in a circle. */
const maxAncestors = 20;

export async function readStyles(archive: ZipArchive, part: string): Promise<Styles> {
  const bytes = archive.read(part);
  const styles = bytes ? childElements(await parseXml(bytes, part), 'style') : [];
  return new Map(styles.map((style) => [style.attributes['w:styleId'] ?? '', style]));
}

/** The first element that the names lead to in a style or in those that it is based on. */
export function inStyle(styles: Styles, id: string, ...names: readonly string[]): XmlElement | undefined {
  let style = styles.get(id);
  for (let step = 0; step < maxAncestors && style; step++) {
    const found = elementAt(style, ...names);
    if (found) return found;
    style = styles.get(elementAt(style, 'basedOn')?.attributes['w:val'] ?? '');
  }
  return undefined;
}

/**
 * Which paragraph styles are headings, as lines of a mammoth style map: the title, and every style that has an outline
 * level of its own or of the style that it is based on, whatever it is called.
 */
export function headingStyles(styles: Styles): string[] {
  const lines = [...styles.keys()].flatMap((id) => {
    const level = outlineLevel(styles, id);
    return level === undefined || !/^[\w-]+$/.test(id) ? [] : [`p.${id} => h${level}:fresh`];
  });
  return ["p[style-name='Title'] => h1:fresh", ...lines];
}

/** Whether the paragraphs of a style are headings, be it by a name that mammoth knows. */
export function isHeadingStyle(styles: Styles, id: string, name: string): boolean {
  return outlineLevel(styles, id) !== undefined || /^(?:title|heading ?[1-6])$/i.test(name);
}

/** 1 … 6; undefined for body text. */
function outlineLevel(styles: Styles, id: string): number | undefined {
  const value = inStyle(styles, id, 'pPr', 'outlineLvl')?.attributes['w:val'];
  return value !== undefined && Number(value) < 9 ? Math.min(Number(value) + 1, 6) : undefined;
}
