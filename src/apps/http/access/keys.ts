/** Keys of callers: a folder with a file each, so that to add or revoke one changes no other. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, NoDocumentsFoundError, type Filter } from '../../../index.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';

const tenant = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'must be 1–64 letters, digits, dots, hyphens and underscores')
  .nullable();

/** What may be said of a key when it is made. */
export const newKeySchema = z
  .strictObject({
    name: z.string().min(1).max(200).meta({ description: 'For people: whose it is, and what for.' }),
    tenant: tenant
      .default(null)
      .meta({ description: 'null: what belongs to no tenant, as the command line adds it.' }),
    access: z.enum(['read', 'write']).default('read'),
    admin: z
      .boolean()
      .default(false)
      .meta({ description: 'May list, make and revoke keys, and read the metrics.' }),
    collections: z
      .array(z.string().min(1).max(200))
      .optional()
      .meta({ description: 'The only ones that there are.' }),
    filter: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<Filter, Filter>)
      .optional()
      .meta({ description: 'What all documents match that there are.' }),
    expiresAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'NewKey' });
/** What a key is to allow. */
export type NewKey = z.input<typeof newKeySchema>;

/** A key as it is listed: nothing tells the secret. */
export const keySchema = newKeySchema
  .extend({
    id: z.string(),
    tenant,
    access: z.enum(['read', 'write']),
    admin: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'Key' });
/** A key as it is listed; nothing tells the secret. */
export type Key = z.infer<typeof keySchema>;

const storedKeySchema = keySchema.extend({
  /** SHA-256 of the secret, which is 32 random bytes: nobody guesses it, so nothing slower is needed. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
type StoredKey = z.infer<typeof storedKeySchema>;

const secretPattern = /^pincite_([0-9a-f]{12})_([\w-]{43})$/;
/** Whether a text looks like a key of ours, and not like a token of somebody else. */
export const isKey = (text: string): boolean => text.startsWith('pincite_');

/** The keys of a server, a file each in a folder. */
export class KeyFolder {
  readonly #folder: string;
  readonly #known = new Map<string, { readonly mtimeMs: number; readonly key: StoredKey }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where it is. */
  get path(): string {
    return this.#folder;
  }

  /** Makes a key; its secret is not kept, and cannot be shown again. */
  async add(given: NewKey): Promise<{ readonly key: Key; readonly secret: string }> {
    const checked = newKeySchema.safeParse(given);
    if (!checked.success) throw invalid(checked.error);
    const id = randomBytes(6).toString('hex');
    const random = randomBytes(32).toString('base64url');
    const key: Key = { ...checked.data, id, createdAt: new Date().toISOString() };
    await makeFolder(this.#folder, { mode: 0o700 });
    const file = this.#file(id);
    const text = `${JSON.stringify({ ...key, hash: hashOf(random) }, null, 2)}\n`;
    await writeFile(`${file}.new`, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(`${file}.new`, file);
    return { key, secret: `pincite_${id}_${random}` };
  }

  /** By when they were made. */
  async list(): Promise<Key[]> {
    const keys = await Promise.all((await this.#ids()).map((id) => this.#read(id)));
    return keys
      .filter((key) => key !== undefined)
      .map(({ hash: _hash, ...key }) => key)
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  /** @throws NoDocumentsFoundError when there is no such key. */
  async revoke(id: string): Promise<void> {
    if (!(await this.#ids()).includes(id)) {
      throw new NoDocumentsFoundError(`There is no key "${id}"`, {
        hint: 'List them with `pincite keys list`.',
      });
    }
    await rm(this.#file(id));
  }

  /** Whether anybody needs a key. */
  async isEmpty(): Promise<boolean> {
    return (await this.#ids()).length === 0;
  }

  /** The key of a secret, unless there is none or it has expired. */
  async find(secret: string): Promise<Key | undefined> {
    const [, id, random] = secretPattern.exec(secret) ?? [];
    if (id === undefined || random === undefined) return undefined;
    const key = await this.#read(id);
    const hash = Buffer.from(hashOf(random), 'hex');
    // A key that is not there takes as long as one that is.
    const isSame = timingSafeEqual(hash, Buffer.from(key?.hash ?? '0'.repeat(64), 'hex'));
    if (key === undefined || !isSame) return undefined;
    return key.expiresAt !== undefined && Date.parse(key.expiresAt) <= Date.now() ? undefined : key;
  }

  async #ids(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      return names.flatMap((name) => /^([0-9a-f]{12})\.json$/.exec(name)?.[1] ?? []);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Read again when the file has changed. */
  async #read(id: string): Promise<StoredKey | undefined> {
    try {
      const { mtimeMs } = await stat(this.#file(id));
      const known = this.#known.get(id);
      if (known?.mtimeMs === mtimeMs) return known.key;
      const key = storedKeySchema.parse(JSON.parse(await readFile(this.#file(id), 'utf8')));
      this.#known.set(id, { mtimeMs, key });
      return key;
    } catch (error) {
      this.#known.delete(id);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new ConfigError(`The key in ${this.#file(id)} cannot be read`, {
        cause: error,
        hint: 'Remove the file, and make a new key with `pincite keys add`.',
      });
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

const hashOf = (random: string) => createHash('sha256').update(random).digest('hex');

function invalid(error: z.ZodError): ConfigError {
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new ConfigError(`Invalid key: ${problems.join('; ')}`, { context: { problems } });
}
