/**
 * The tables, and whose they are: `pincite.schema_version` says it.
 *
 *   collections ─┬─ documents ─┬─ document_texts   the reading text, its sections and structure
 *                │             ├─ pages            size, label, layout
 *                │             ├─ synced_files     where it came from
 *                │             └─ chunks ── staged_vectors
 *                └─ reembeddings ┘
 *   posting_blocks  which chunks have a term, and how often (search/posting-blocks.ts)
 *   originals      bytes of documents by their hash      pending_vectors, model_replies      what was paid for once
 *
 * `record` is what comes back, and is read whole: the engine cannot look into JSON with a NUL. `fields` is what filters see
 * (`filter-fields.ts`). An earlier version of a document is a row
 * whose `document_id` is the reference `<id>#v<version>` and whose `present_id` is the id. A vector of zeros, which no
 * search finds, is NULL. What keyword search has to know of a whole collection, each change counts on in its row
 * (`counts.ts`).
 */
import { StoreError, StoreNotFoundError } from '../../../errors.ts';
import type { Database, Session } from './connection.ts';

const tables = `
  CREATE TABLE pincite.collections (
    id serial PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    embedding_model text NOT NULL,
    dimensions int NOT NULL,
    max_tokens int NOT NULL,
    analyser text NOT NULL,
    created_at text NOT NULL,
    embedded_at text,
    embedded_up_to bigint NOT NULL DEFAULT 0,
    model bytea,
    adaptation json,
    chunk_count bigint NOT NULL DEFAULT 0,
    term_count bigint NOT NULL DEFAULT 0,
    languages json NOT NULL DEFAULT '{}'
  );
  CREATE TABLE pincite.documents (
    id bigserial PRIMARY KEY,
    collection_id int NOT NULL REFERENCES pincite.collections ON DELETE CASCADE,
    document_id text COLLATE "C" NOT NULL,
    present_id text COLLATE "C",
    version int NOT NULL,
    language text,
    chunk_count int NOT NULL,
    total_tokens bigint NOT NULL,
    bytes bigint NOT NULL,
    original text,
    record json NOT NULL,
    fields jsonb NOT NULL,
    UNIQUE (collection_id, document_id)
  );
  CREATE INDEX documents_earlier ON pincite.documents (collection_id, present_id, version) WHERE present_id IS NOT NULL;
  CREATE INDEX documents_original ON pincite.documents (original) WHERE original IS NOT NULL;
  CREATE INDEX documents_fields ON pincite.documents USING gin (fields jsonb_path_ops);
  CREATE TABLE pincite.document_texts (
    document bigint PRIMARY KEY REFERENCES pincite.documents ON DELETE CASCADE,
    text text NOT NULL,
    sections json NOT NULL,
    structure bytea
  );
  CREATE TABLE pincite.pages (
    document bigint NOT NULL REFERENCES pincite.documents ON DELETE CASCADE,
    number int NOT NULL,
    label text,
    width float8 NOT NULL,
    height float8 NOT NULL,
    char_start int NOT NULL,
    char_end int NOT NULL,
    layout bytea NOT NULL,
    PRIMARY KEY (document, number)
  );
  CREATE TABLE pincite.synced_files (
    document bigint PRIMARY KEY REFERENCES pincite.documents ON DELETE CASCADE,
    collection_id int NOT NULL,
    root text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    modified_ms float8 NOT NULL,
    changed_ms float8 NOT NULL,
    checked_ms float8 NOT NULL,
    UNIQUE (collection_id, root, path)
  );
  CREATE TABLE pincite.originals (hash text PRIMARY KEY, bytes bytea NOT NULL);
  CREATE TABLE pincite.chunks (
    id bigserial PRIMARY KEY,
    collection_id int NOT NULL,
    document bigint NOT NULL REFERENCES pincite.documents ON DELETE CASCADE,
    chunk_id text COLLATE "C" NOT NULL,
    sequence int NOT NULL,
    level int NOT NULL,
    term_count int NOT NULL,
    content text COLLATE "C" NOT NULL,
    context text NOT NULL,
    record json NOT NULL,
    own_metadata json NOT NULL,
    fields jsonb NOT NULL,
    vector vector,
    text_hash bytea,
    UNIQUE (collection_id, chunk_id)
  );
  CREATE INDEX chunks_document ON pincite.chunks (document, sequence);
  CREATE INDEX chunks_own_metadata ON pincite.chunks (collection_id) WHERE own_metadata::text <> '{}';
  CREATE INDEX chunks_text_hash ON pincite.chunks (text_hash) WHERE text_hash IS NOT NULL;
  CREATE TABLE pincite.posting_blocks (
    collection_id int NOT NULL,
    term text COLLATE "C" NOT NULL,
    first_chunk bigint NOT NULL,
    last_chunk bigint NOT NULL,
    count int NOT NULL,
    postings bytea NOT NULL,
    PRIMARY KEY (collection_id, term, first_chunk)
  ) WITH (fillfactor = 80);
  CREATE TABLE pincite.reembeddings (
    id serial PRIMARY KEY,
    collection_id int NOT NULL REFERENCES pincite.collections ON DELETE CASCADE,
    model text NOT NULL,
    dimensions int NOT NULL,
    is_over boolean NOT NULL DEFAULT false,
    closed_until float8 NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX reembeddings_running ON pincite.reembeddings (collection_id) WHERE NOT is_over;
  CREATE TABLE pincite.staged_vectors (
    chunk bigint PRIMARY KEY REFERENCES pincite.chunks ON DELETE CASCADE,
    reembedding int NOT NULL REFERENCES pincite.reembeddings ON DELETE CASCADE,
    hash bytea,
    vector vector
  );
  CREATE INDEX staged_vectors_reembedding ON pincite.staged_vectors (reembedding);
  CREATE TABLE pincite.pending_vectors (
    id bigserial PRIMARY KEY,
    hash bytea NOT NULL,
    model text NOT NULL,
    dimensions int NOT NULL,
    role text NOT NULL,
    kept_at float8 NOT NULL,
    vector vector NOT NULL,
    UNIQUE (hash, model, dimensions, role)
  );
  CREATE INDEX pending_vectors_age ON pincite.pending_vectors (kept_at);
  CREATE TABLE pincite.model_replies (
    id bigserial PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    kept_at float8 NOT NULL,
    text text NOT NULL
  );
  CREATE INDEX model_replies_age ON pincite.model_replies (kept_at);
`;

/** Counts up whenever the tables change. */
const schemaVersion = 3;

/**
 * Makes the tables where there are none; of several programs at once, one does.
 * @throws StoreError when they are of another version of this program, or there are none and none are to be made.
 */
export async function makeTables(
  database: Database,
  { create }: { readonly create: boolean },
): Promise<void> {
  const present = await versionOf(database);
  if (present !== 0) return requireOurTables(database, present);
  if (!create) throw new StoreNotFoundError(database.location, 'database');
  await database.writing('schema', async (session) => {
    await makeSchema(session);
    const made = await versionOf(session);
    if (made !== 0) return requireOurTables(session, made);
    await session.all(tables);
    await session.all('CREATE TABLE pincite.schema_version (version int NOT NULL)');
    await session.all('INSERT INTO pincite.schema_version VALUES ($1)', [schemaVersion]);
  });
}

/**
 * A program that runs while a newer one brings the tables up to date goes on no longer: it would not know what they mean.
 * @throws StoreError when the tables are of another version of this program.
 */
export function requireOurTables({ location }: Session, version: number): void {
  if (version === schemaVersion) return;
  const isNewer = version > schemaVersion;
  throw new StoreError(
    `The store at ${location} was made by ${isNewer ? 'a newer' : 'an older'} version of Pincite.`,
    {
      hint: isNewer
        ? 'Update Pincite on this machine.'
        : 'Add the documents anew under another ?schema=, or use the version that made it.',
      context: { location, schemaVersion: version, knownVersion: schemaVersion },
    },
  );
}

/** Both need rights that a user may lack where another has made them. */
async function makeSchema(session: Session): Promise<void> {
  const [found] = await session.all<{ extension: boolean; schema: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'vector') AS extension,
       EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1) AS schema`,
    [session.schema],
  );
  if (!found?.extension) await makeExtension(session);
  if (!found?.schema) await session.all(`CREATE SCHEMA "${session.schema}"`);
}

/** Of a database, whose schemas may be made at the same time. */
async function makeExtension(session: Session): Promise<void> {
  await session.all(`SELECT pg_advisory_xact_lock(hashtextextended('pincite', 0))`);
  await session.all('CREATE EXTENSION IF NOT EXISTS vector');
}

/** 0 where there are no tables. */
export async function versionOf(session: Session): Promise<number> {
  const [table] = await session.all<{ name: string | null }>(
    `SELECT to_regclass('pincite.schema_version') AS name`,
  );
  if (!table?.name) return 0;
  const [row] = await session.all<{ version: number }>('SELECT version FROM pincite.schema_version');
  return row?.version ?? 0;
}
