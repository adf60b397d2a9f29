import { childElements, parseXml } from './xml.ts';
import type { ZipArchive } from './zip.ts';

/** What a part of an office file refers to. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `notesSlide`, `hyperlink`. */
  readonly type: string;
  /** The name of a part, or an address where it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relationships of a part, or of the whole package for the empty name; none where the archive has no list of them. */
export async function relationshipsOf(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const list = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const bytes = archive.read(list);
  if (!bytes) return [];
  return childElements(await parseXml(bytes, list), 'Relationship').map(({ attributes }) => {
    const { Id = '', Type = '', Target = '' } = attributes;
    const isExternal = attributes.TargetMode === 'External';
    return {
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: isExternal ? Target : partName(Target, part),
      isExternal,
    };
  });
}

/** The name of the part that a reference leads to from another part. */
export function partName(reference: string, from: string): string {
  const path = reference.replace(/[?#].*$/s, '');
  const folders = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.' && step !== '') folders.push(step);
  }
  return folders.join('/');
}
