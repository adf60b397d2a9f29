import type { Bibliography } from '../../types.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { given } from '../metadata/given.ts';
import { authorsOfFile, isNamed } from '../metadata/authors.ts';
import { isoDate } from '../metadata/dates.ts';
import { fileDate } from '../metadata/file-date.ts';
import type { Paged } from '../metadata/first-page.ts';
import { relationshipsOf } from './relationships.ts';
import { elementAt, parseXml, textBelow } from './xml.ts';
import type { ZipArchive } from './zip.ts';

export interface CoreProperties {
  readonly bibliography: Partial<Bibliography>;
  /** ISO 639-1. */
  readonly language?: string;
}

/**
 * What an office file says of itself in its core and extended properties.
 *
 * @param paged the document: it tells its authors, publisher and date from those of the program, the machine and the template.
 */
export async function coreProperties(archive: ZipArchive, paged: Paged): Promise<CoreProperties> {
  const related = await relationshipsOf(archive, '');
  const partOf = (type: string) => related.find((relationship) => relationship.type === type)?.target;
  const core = await valuesOf(archive, partOf('core-properties') ?? 'docProps/core.xml');
  const extended = await valuesOf(archive, partOf('extended-properties') ?? 'docProps/app.xml');
  const madeBy = /^(?:generated|created) (?:by|with) (\S.*)/i.exec(core('description') ?? '')?.[1];
  const publisher = extended('Company');
  const { text } = paged;
  const bibliography = given({
    title: core('title'),
    creators: authorsOfFile(listOf(core('creator'), /;/), { tools: [extended('Application'), madeBy], text }),
    subjects: [...new Set([...listOf(core('subject'), /;/), ...listOf(core('keywords'), /[,;]/)])],
    description: core('description'),
    dateCreated: fileDate(isoDate(core('created')), paged),
    publisher: publisher !== undefined && isNamed(publisher, text) ? publisher : undefined,
  });
  const language = languageCode(core('language'));
  return {
    bibliography,
    ...(language ? { language } : {}),
  };
}

/** The texts of a part's elements by name; none where there is no such part, or none that can be read: the text is elsewhere. */
async function valuesOf(archive: ZipArchive, part: string): Promise<(name: string) => string | undefined> {
  const bytes = archive.read(part);
  const root = bytes && (await parseXml(bytes, part).catch(() => undefined));
  return (name) => oneLine(textBelow(elementAt(root, name))) || undefined;
}

function listOf(value: string | undefined, separator: RegExp): string[] {
  return (value ?? '')
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** ISO 639-1 of a language tag such as `de-AT`; other codes say nothing here. */
export function languageCode(tag: string | undefined): string | undefined {
  return /^[a-z]{2}(?=$|[-_])/i.exec(tag?.trim() ?? '')?.[0].toLowerCase();
}
