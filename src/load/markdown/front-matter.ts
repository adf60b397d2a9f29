import type { Bibliography, LoadedDocument } from '../../types.ts';
import { given } from '../metadata/given.ts';
import { isoDate } from '../metadata/dates.ts';

export interface FrontMatter {
  readonly bibliography: Partial<Bibliography>;
  readonly labels: NonNullable<LoadedDocument['labels']>;
  readonly language?: string;
  /** Length of the front matter with its fences; 0 when there is none. */
  readonly length: number;
  readonly warnings: readonly string[];
}

const maxChars = 65_536;
const none: FrontMatter = { bibliography: {}, labels: {}, length: 0, warnings: [] };

/**
 * Reads YAML between `---` lines at the very start as data. Anything else there (another language, broken
 * YAML, a plain thematic break) stays part of the text.
 */
export async function readFrontMatter(source: string): Promise<FrontMatter> {
  const found = /^---[ \t]*\n([^]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source.slice(0, maxChars));
  if (!found) return none;
  const value = await parseYaml(found[1] ?? '');
  if (value === undefined)
    return { ...none, warnings: ['The front matter is not valid YAML; it was kept as text.'] };
  const fields = asRecord(value);
  if (!fields) return none;
  const language = strings(fields.lang ?? fields.language)[0];
  return {
    bibliography: bibliographyOf(fields),
    labels: given({ type: strings(fields.type)[0], tags: words(fields.tags) }),
    ...(language ? { language: language.slice(0, 2).toLowerCase() } : {}),
    length: found[0].length,
    warnings: [],
  };
}

function bibliographyOf(fields: Record<string, unknown>): Partial<Bibliography> {
  return given({
    title: strings(fields.title)[0],
    creators: strings(fields.authors ?? fields.author ?? fields.creator),
    subjects: [...new Set([...words(fields.tags), ...words(fields.keywords), ...words(fields.subject)])],
    description: strings(fields.description ?? fields.summary ?? fields.abstract)[0],
    dateCreated: isoDate(strings(fields.date ?? fields.created ?? fields.published)[0]),
    publisher: strings(fields.publisher)[0],
    containerTitle: strings(fields.journal ?? fields['container-title'])[0],
    doi: strings(fields.doi ?? fields.DOI)[0],
    url: strings(fields.url ?? fields.canonical)[0],
  });
}

/** A value, a list of values, or a list of `{ name }` records as strings. */
function strings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(strings);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  return strings(asRecord(value)?.name ?? []);
}

/** Tags are a list, or one string with commas. */
function words(value: unknown): string[] {
  return strings(value).flatMap((entry) =>
    entry
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** Undefined for broken YAML, and for YAML made to explode (aliases of aliases, endless nesting). */
async function parseYaml(source: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return (parse(source, { schema: 'core', logLevel: 'error', maxAliasCount: 100 }) as unknown) ?? null;
  } catch {
    return undefined;
  }
}
