/** What `addDocuments` takes: checked, folders opened up, and given an identity. */
import { realpath, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, LoadError, type PinciteError } from '../../errors.ts';
import { chunkingOverrideSchema, type ChunkingOverride } from '../../config/settings/chunking.ts';
import { crawlSchema, type CrawlOptions } from '../../load/crawl/crawl-options.ts';
import { scanFolder, type FolderScan } from '../../load/source/folder.ts';
import { promisedFormat } from '../../load/detect/formats.ts';
import { isOwnOutput } from '../../load/source/own-output.ts';
import type { SourceContent } from '../../load/source/read-source.ts';
import type { Document, Metadata } from '../../types.ts';
import { isoDateSchema, parseOptions } from '../parts/options.ts';
import { databaseFile, queueFile } from '../../store/sqlite/database/address.ts';
import type { SyncedFile } from '../../store/store.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { givenMetadataSchema, ownMetadata } from './own-metadata.ts';

/** A document to add. What is not given is read from it: title, authors, date, tags. */
export interface DocumentInput {
  /** A path, a URL, the text itself or the bytes, as `sourceType` says. A folder stands for the files below it. */
  readonly source: string | Uint8Array;
  /** Told from `source` unless given: bytes are `binary`, `https://…` is `url` (so is any scheme but `file:`), other strings are `file`. */
  readonly sourceType?: 'file' | 'url' | 'text' | 'binary';
  /** 1 to 500 characters without `#`; derived from the source unless given. */
  readonly documentId?: string;
  /**
   * Where text or bytes come from; identifies them when there is no `documentId`. Of a file, what it is called in place of
   * its path, which is then stored and told nowhere.
   */
  readonly uri?: string;
  /** What it is called in lists and citations. */
  readonly title?: string;
  /** Its authors. */
  readonly creators?: readonly string[];
  /** When it was written, in ISO 8601: `2024`, `2024-05` or `2024-05-31`. */
  readonly dateCreated?: string;
  /** Your own kind of document: contract, note, … */
  readonly type?: string;
  /** Words to filter by. */
  readonly tags?: readonly string[];
  /** What it belongs to, to filter by. */
  readonly project?: string;
  /** Password of an encrypted file; never stored. */
  readonly password?: string;
  /** Fields of your own, to filter by. No key may be a built-in field's: for a `type` of your own write `metadata.type`. */
  readonly metadata?: Metadata;
  /** How it is cut, laid over the `chunking` of the configuration. */
  readonly chunking?: ChunkingOverride;
  /** Read the site that a URL is a page of, each page as a document. */
  readonly crawl?: CrawlOptions;
}

export const documentInputSchema = z.strictObject({
  source: z.union([z.string(), z.instanceof(Uint8Array) as z.ZodType<Uint8Array, Uint8Array>]),
  sourceType: z.enum(['file', 'url', 'text', 'binary']).optional(),
  documentId: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[^#\p{Cc}\p{Cs}]*$/u, 'must not contain #, control characters or lone surrogates')
    .optional(),
  uri: z.string().min(1).optional(),
  title: z.string().optional(),
  creators: z.array(z.string()).optional(),
  dateCreated: isoDateSchema.optional(),
  type: z.string().optional(),
  tags: z.array(z.string()).optional(),
  project: z.string().optional(),
  password: z.string().optional(),
  metadata: givenMetadataSchema.optional(),
  chunking: chunkingOverrideSchema.optional(),
  crawl: crawlSchema.optional(),
});
type InputSchema = z.ZodType<z.output<typeof documentInputSchema>>;
export type CheckedInput = z.output<typeof documentInputSchema> & {
  readonly sourceType: 'file' | 'url' | 'text' | 'binary';
  /** Of a synchronised folder. */
  readonly file?: SyncedFile;
  /** Of a file, where it has been looked at. */
  readonly bytes?: number;
  /** A file that is deleted once it is stored: its bytes are kept with the document. */
  readonly temporary?: boolean | undefined;
  /** What is stored of its document, for what neither the input nor the file says. */
  readonly kept?: Pick<Document, 'tags' | 'project' | 'type'>;
  /** What came of reading the source, where that has been done. */
  readonly read?: SourceContent | PinciteError;
};

/** Whether the name of a file in a folder promises a format that is read. */
export function isReadable(path: string): boolean {
  return promisedFormat(path) !== undefined;
}

export interface ExpandedInputs {
  readonly inputs: readonly CheckedInput[];
  /** Files in folders whose names promise a format that is not read. */
  readonly ignored: readonly string[];
  /** What else a person should know: links that were not followed, stores and own outputs that were left out, folders without anything to read. */
  readonly warnings: readonly string[];
}

/**
 * Checks inputs and replaces each folder by the files below it, small ones first, so that much can be searched soon, and the
 * folders below it that cannot be read, each with its error. Hidden files, `node_modules`, stores, symbolic links and what Pincite wrote itself are passed over.
 * @throws ConfigError when an input is malformed.
 */
export async function expandInputs(
  inputs: readonly (string | DocumentInput)[],
  schema: InputSchema = documentInputSchema,
): Promise<ExpandedInputs> {
  if (!Array.isArray(inputs)) {
    throw new ConfigError('The documents to add are not in an array', {
      hint: "Give an array, also of one: addDocuments(['contracts/']).",
    });
  }
  const expanded: CheckedInput[] = [];
  const ignored: string[] = [];
  const warnings: string[] = [];
  for (const [index, input] of inputs.entries()) {
    const checked = checkInput(input, index, schema);
    if (checked.sourceType !== 'file' || !(await isFolder(checked.source as string))) {
      expanded.push({ ...checked, ...(await sizeOf(checked)) });
      continue;
    }
    refuseName(checked);
    const folder = resolve(checked.source as string);
    const scan = await scanBelow(folder);
    const own: string[] = [];
    const before = expanded.length;
    for (const { path, size: bytes } of [...scan.files].sort((a, b) => a.size - b.size)) {
      const source = join(folder, path);
      if (await isOwnOutput(source)) own.push(source);
      else if (isReadable(source)) expanded.push({ ...checked, source, bytes });
      else ignored.push(source);
    }
    for (const { path, error } of scan.unread)
      expanded.push({ ...checked, source: join(folder, path), read: error });
    warnings.push(...describeOwn(own));
    warnings.push(...scan.links.map((path) => notFollowed(join(folder, path))));
    warnings.push(...scan.stores.map((path) => leftOut(join(folder, path))));
    if (expanded.length === before) warnings.push(`${folder} holds no file of a format that is read.`);
  }
  return { inputs: expanded, ignored, warnings };
}

/**
 * Checks what must be one document.
 * @throws ConfigError when it is malformed, a folder, or a site to crawl.
 */
export async function expectOne(given: string | DocumentInput): Promise<CheckedInput> {
  const input = checkInput(given, 0);
  refuseCrawl(input);
  if (input.sourceType !== 'file' || !(await isFolder(input.source as string))) return input;
  throw new ConfigError(`${String(input.source)} is a folder, and one document is wanted`, {
    hint: 'Name a file.',
  });
}

/** @throws ConfigError for a folder that is to have the name of one document. */
function refuseName({ uri }: CheckedInput): void {
  if (uri === undefined) return;
  throw new ConfigError(`${uri} is a folder, and a uri is the name of one document`, {
    hint: 'Name its files one by one, or leave uri out.',
  });
}

function checkInput(
  input: string | DocumentInput,
  index: number,
  schema: InputSchema = documentInputSchema,
): CheckedInput {
  const object = typeof input === 'string' ? { source: input } : input;
  const parsed = parseOptions(schema, object, `document ${index}`);
  const { source, ...rest } = parsed;
  const sourceType = parsed.sourceType ?? guessSourceType(source);
  const checked = { source, ...wellFormed(rest), sourceType };
  if (checked.crawl) checkCrawl(checked, index);
  return checked;
}

function checkCrawl({ sourceType, documentId, title }: CheckedInput, index: number): void {
  if (sourceType !== 'url') {
    throw new ConfigError(`document ${index} cannot be crawled: it is no URL`, {
      hint: 'Give the address that the crawl starts at, such as https://example.com/docs/.',
    });
  }
  if (documentId !== undefined || title !== undefined) {
    throw new ConfigError(`document ${index} is crawled: its pages cannot share a documentId or a title`, {
      hint: 'Leave both out: each page has its own.',
    });
  }
}

/** @throws ConfigError when a single document is wanted and a site is named. */
export function refuseCrawl({ crawl }: CheckedInput): void {
  if (crawl === undefined) return;
  throw new ConfigError('Only addDocuments crawls', { hint: 'Add the site, or name a single page.' });
}

function guessSourceType(source: string | Uint8Array): CheckedInput['sourceType'] {
  if (typeof source !== 'string') return 'binary';
  return /^(?!file:)[a-z][a-z\d+.-]*:\/\//i.test(source) ? 'url' : 'file';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // reading it reports what is wrong with it
  }
}

const sizeOf = async ({ source, sourceType }: CheckedInput) =>
  sourceType === 'file' ? { bytes: await bytesOf(String(source)) } : {};

const bytesOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0, // reading it reports what is wrong with it
  );

/** How folders of stores are told, and what such a folder has beside the database. */
export const stores = {
  database: databaseFile,
  isPart: (name: string) =>
    ['originals', 'derived', 'backups'].includes(name) ||
    name.startsWith(databaseFile) ||
    name.startsWith(queueFile),
};

/** A folder that cannot be read itself is among what is unread. */
async function scanBelow(folder: string): Promise<FolderScan> {
  try {
    const real = await realpath(folder).catch(() => folder);
    return await scanFolder(real, { ignoreFiles: [], stores });
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    return { files: [], unread: [{ path: '', error }], links: [], stores: [] };
  }
}

export const notFollowed = (link: string) =>
  `${link} is a symbolic link that leads out of the folder; it was not followed.`;

export const leftOut = (store: string) => `${store} is a store of documents; it was left out.`;

/** A place as one owner's: the values of `identityKeys` in the metadata tell owners apart. */
export function placeOfOwner(
  place: string,
  { metadata, identityKeys }: { metadata: Metadata; identityKeys: readonly string[] },
): string {
  const own = ownMetadata(metadata);
  const owner = identityKeys.map((key) => own[key] ?? null);
  return owner.every((value) => value === null) ? place : JSON.stringify([place, ...owner]);
}

/**
 * The document's id: the given one, or a readable slug with a hash of its place. The values of `identityKeys`
 * in the metadata take part, so that two owners who add the same file own two documents.
 */
export function identify(
  input: CheckedInput,
  sourcePath: string,
  { metadata, identityKeys }: { metadata: Metadata; identityKeys: readonly string[] },
): string {
  if (input.documentId !== undefined) return input.documentId;
  const place = placeOfOwner(sourcePath, { metadata, identityKeys });
  const name = basename(sourcePath, extname(sourcePath));
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return `${slug || 'document'}-${sha256(place).slice(0, 12)}`;
}

const mostNamed = 5;

/** A sentence on files of formats that are not read, or none. */
export function describeIgnored(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`Not read, because of their format: ${listed(paths)}`];
}

/** The same of files that Pincite wrote itself. */
export function describeOwn(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`Not read, because Pincite wrote them: ${listed(paths)}`];
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).join(', ');
  return paths.length > mostNamed ? `${paths.length.toLocaleString('en')} files, such as ${named}` : named;
}
