/**
 * One schema for the library object, the configuration file and the environment. Everything has a default;
 * an unknown key, a bad range or a badly formed value is a ConfigError that lists every problem at once.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { answerConfigSchema, extractive, type AnswerConfig, type AnswerInput } from './settings/answer.ts';
import { chunkingConfigSchema, type ChunkingConfig, type ChunkingInput } from './settings/chunking.ts';
import { callsConfigSchema, type CallsConfig } from './settings/calls.ts';
import { describeProblems } from './describe-problems.ts';
import { describeUnknownKeys, innerObject } from './describe-unknown-keys.ts';
import { embeddingConfigSchema, type EmbeddingConfig } from './settings/embedding.ts';
import { functionSchema } from './settings/fields.ts';
import { refuseForeignHosts } from './foreign-hosts.ts';
import { llmConfigSchema, type LlmConfig } from './settings/llm.ts';
import { loadingConfigSchema, type LoadingConfig, type LoadingInput } from './settings/loading.ts';
import { localModelsConfigSchema, type LocalModelsConfig } from './settings/local-models.ts';
import { findConfigFile, readConfigFile, type ConfigFile } from './read-config-file.ts';
import { rerankingConfigSchema, type RerankingConfig } from './settings/reranking.ts';
import { retrievalConfigSchema, type RetrievalConfig, type RetrievalInput } from './settings/retrieval.ts';
import { serverConfigSchema, type ServerConfig, type ServerInput } from './settings/server.ts';
import type { Settings } from './settings/settings.ts';
import { ConfigError } from '../errors.ts';
import { parseEmbeddingModelName } from '../models/providers/embedding-providers.ts';
import { parseModelName } from '../models/providers/providers.ts';
import { parseRerankingModelName } from '../models/providers/reranking-providers.ts';
import type { Redact } from '../models/redact.ts';
import type { TelemetryEvent } from '../util/telemetry/event.ts';
import { nearestName } from '../util/strings/nearest-name.ts';

/** What a path was meant to be. */
const asStore = (text: string) =>
  text === '' || /^\w+:/.test(text) ? '' : `; that folder is sqlite:${text}`;

/** What becomes of documents that are added. */
export interface IngestConfig {
  /**
   * Metadata keys that make the same source another document: two owners may add the same file.
   * @default ['user_id', 'tenant_id']
   */
  readonly identity: readonly string[];
  /**
   * What is replaced stays as an earlier version, left out of searches and lists unless asked for.
   * @default false
   */
  readonly keepVersions: boolean;
  /**
   * Keep the bytes that documents were read from, beside the database.
   * @default false
   */
  readonly keepOriginals: boolean;
}

/** Who is told what was done and how long it took; see docs/operations.md. Spans go to the tracer that the program registered. */
export interface TelemetryConfig {
  /** Told of each operation and each call of a model, once it has ended. What it throws is dropped, and it is not waited for. */
  readonly onEvent?: (event: TelemetryEvent) => unknown;
  /**
   * Whether events, spans and the log of the server hold questions and queries.
   * @default false
   */
  readonly recordQueries: boolean;
}

/** The configuration in force: defaults filled in. */
export interface Config {
  /**
   * Where collections are kept: `sqlite:<folder>`, `sqlite::memory:` for nothing that outlives the process, or
   * `postgres://user:password@host:5432/database` with pgvector, `qdrant://:key@host:6333`, or
   * `chroma://:token@host:8000`.
   * @default 'sqlite:./.pincite'
   */
  readonly store: string;
  /**
   * Where the jobs of workers are kept: `sqlite:<folder>` for those of one machine, or
   * `postgres://user:password@host:5432/database`. It may be the store's. None unless given.
   */
  readonly queue?: string;
  /** The model that turns texts into vectors. See docs/embedding.md. */
  readonly embedding: EmbeddingConfig;
  /** A model that reads query and passage together, and orders what the searches found; none unless set. */
  readonly reranking: RerankingConfig;
  /** How models of providers and servers are called, whatever they are for. */
  readonly calls: CallsConfig;
  /** Models that run here, whatever they are for. See docs/embedding.md. */
  readonly localModels: LocalModelsConfig;
  /** How documents are cut into the pieces that are searched. See docs/chunking.md. */
  readonly chunking: ChunkingConfig;
  /** How documents are read, what may be downloaded, and limits. See docs/loading.md. */
  readonly loading: LoadingConfig;
  /** What becomes of documents that are added. */
  readonly ingest: IngestConfig;
  /** How questions and queries are searched. See docs/retrieval.md. */
  readonly retrieval: RetrievalConfig;
  /** What answers rest on, and who writes them. See docs/answers.md. */
  readonly answer: AnswerConfig;
  /** The language model, for what needs one; none unless set. */
  readonly llm: LlmConfig;
  /**
   * Called with every text before it is sent to a model of a provider or of a server, or to a model object of the AI SDK: what it
   * gives is sent, and `undefined` sends nothing. See docs/configuration.md.
   */
  readonly redact?: Redact;
  /** Who is told what was done and how long it took; see docs/operations.md. */
  readonly telemetry: TelemetryConfig;
  /** What `pincite serve` listens to, whom it trusts and what it bears. See docs/server.md. */
  readonly server: ServerConfig;
}

/** The configuration as it is written: what is left out has its default. See docs/configuration.md. */
export type ConfigInput = Settings<
  Config,
  'embedding' | 'reranking' | 'calls' | 'localModels' | 'ingest' | 'llm' | 'telemetry',
  {
    readonly chunking: ChunkingInput;
    readonly loading: LoadingInput;
    readonly retrieval: RetrievalInput;
    readonly answer: AnswerInput;
    readonly server: ServerInput;
  }
>;

const sectionsSchema = z.strictObject({
  store: z
    .string()
    .regex(/^(sqlite|postgres(ql)?|qdrants?|chromas?):./, {
      error: ({ input }) =>
        `must look like sqlite:./.pincite, postgres://user@host/database, qdrant://host:6333 or chroma://host:8000${asStore(String(input))}`,
    })
    .default('sqlite:./.pincite'),
  queue: z
    .string()
    .regex(/^(sqlite|postgres(ql)?):./, {
      error: 'must look like sqlite:./.pincite or postgres://user@host/database',
    })
    .optional(),
  embedding: embeddingConfigSchema.prefault({}),
  reranking: rerankingConfigSchema.prefault({}),
  calls: callsConfigSchema.prefault({}),
  localModels: localModelsConfigSchema.prefault({}),
  chunking: chunkingConfigSchema.prefault({}),
  loading: loadingConfigSchema.prefault({}),
  ingest: z
    .strictObject({
      identity: z.array(z.string()).default(['user_id', 'tenant_id']),
      keepVersions: z.boolean().default(false),
      keepOriginals: z.boolean().default(false),
    })
    .prefault({}),
  retrieval: retrievalConfigSchema.prefault({}),
  answer: answerConfigSchema.prefault({}),
  llm: llmConfigSchema.prefault({}),
  redact: functionSchema<Redact>().optional(),
  telemetry: z
    .strictObject({
      onEvent: functionSchema<(event: TelemetryEvent) => unknown>().optional(),
      recordQueries: z.boolean().default(false),
    })
    .prefault({}),
  server: serverConfigSchema.prefault({}),
});

/** Who has a language model has it answer too, unless it is said otherwise. */
export const configSchema = sectionsSchema.transform(({ answer, ...config }) => ({
  ...config,
  answer: { ...answer, model: answer.model ?? config.llm.model ?? extractive },
}));

/** Pictures cannot be redacted. */
const checkedConfigSchema = configSchema.refine(
  ({ redact, chunking }) => redact === undefined || !chunking.describeFigures,
  {
    message: 'sends pictures to a model, into which `redact` cannot look: leave one of them out',
    path: ['chunking', 'describeFigures'],
  },
);

/** @throws ConfigError that lists every problem. @param placeOf the file and line of a key, or its variable. */
export function parseConfig(
  input: unknown,
  placeOf?: (path: readonly PropertyKey[]) => string | undefined,
): Config {
  const parsed = checkedConfigSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = describeProblems(parsed.error, placeOf);
  throw new ConfigError(`Invalid configuration: ${problems.join('; ')}`, {
    hint:
      describeUnknownKeys(configSchema, parsed.error) ??
      'Mend it where it is set: an option, a PINCITE_ variable or the configuration file.',
    context: { problems },
  });
}

/** Where `loadConfig` looks. */
export interface ConfigSources {
  /**
   * A configuration file: YAML, JSON or a module, which is run. Without it `pincite.config.yaml`, `.yml` or `.json` in
   * `directory`, if there is one. A module that lies there is not run.
   */
  readonly file?: string;
  /** Folder to look for a file in; the current one unless given. */
  readonly directory?: string;
  /** Variables; those of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Laid over everything else, such as command-line options. */
  readonly overrides?: ConfigInput;
  /** Told of the file in force, where there is one. */
  readonly onFile?: (path: string) => void;
  /** Told of a configuration file with code that lies in `directory` and was not run. */
  readonly onWarning?: (message: string) => void;
}

/** @see loadConfig of open.ts */
export async function loadConfig(sources: ConfigSources = {}): Promise<Config> {
  const directory = sources.directory ?? process.cwd();
  const env = sources.env ?? process.env;
  const { found, ignored } = sources.file === undefined ? findConfigFile(directory) : {};
  if (ignored !== undefined)
    sources.onWarning?.(
      `${ignored} was not loaded, as it holds code. To run it, name it: --config ${ignored}`,
    );
  const file = sources.file === undefined ? found : resolve(directory, sources.file);
  if (file !== undefined) sources.onFile?.(file);
  const { content, lineOf } = file === undefined ? noFile : await readConfigFile(file);
  const variables = configFromEnvironment(env);
  const outside = mergeDeep(variables, sources.overrides ?? {});
  const merged = mergeDeep(content, outside);
  /** What is in force: a file's line, a variable, or neither of them. */
  const placeOf = (path: readonly PropertyKey[]) => {
    const held = [content, variables, sources.overrides].map((layer) => heldOf(layer, path));
    const most = Math.max(...held);
    const isWhole = most === path.length;
    const layer = isWhole ? held.lastIndexOf(most) : held.indexOf(most);
    if (layer === 1) return variableOf(path);
    if (file === undefined || layer > 1 || most === 0) return undefined;
    const line = lineOf(path);
    return line === undefined ? file : `${file}:${line}`;
  };
  const config = parseConfig(mergeDeep(usualSettings(merged, env), merged), placeOf);
  if (found !== undefined) refuseForeignHosts(config, { file: found, found: content, outside, env });
  return config;
}

const noFile: ConfigFile = { content: {}, lineOf: () => undefined };

/** How many keys of a path there are, from its first. */
function heldOf(content: unknown, [key, ...rest]: readonly PropertyKey[]): number {
  if (key === undefined || typeof content !== 'object' || content === null) return 0;
  if (!Object.hasOwn(content, key)) return 0;
  return 1 + heldOf((content as Record<PropertyKey, unknown>)[key], rest);
}

const namedModelSchema = z.object({ model: z.string() });

/** What programs usually find in the environment: keys, and the hub of local models. No provider gets another's key. */
function usualSettings(merged: object, env: NonNullable<ConfigSources['env']>): object {
  const nameOf = (section: 'llm' | 'embedding' | 'reranking' | 'answer') =>
    namedModelSchema.safeParse((merged as Record<string, unknown>)[section]).data?.model ?? '';
  const first = (variables: readonly (string | undefined)[] = []) =>
    variables.map((variable) => (variable === undefined ? undefined : env[variable])).find(Boolean);
  return {
    llm: { apiKey: first(parseModelName(nameOf('llm') || nameOf('answer'))?.provider.keyVariables) },
    embedding: { apiKey: first(parseEmbeddingModelName(nameOf('embedding'))?.provider.keyVariables) },
    reranking: { apiKey: first(parseRerankingModelName(nameOf('reranking'))?.provider.keyVariables) },
    localModels: { hubUrl: first(['HF_ENDPOINT']) },
  };
}

/** Variables that are not configuration: the file's place, the key that clients of a server send, and addresses of servers for tests. */
const reservedVariables = /^PINCITE_(CONFIG$|KEY$|TEST_)/;

function configFromEnvironment(env: Readonly<Record<string, string | undefined>>): object {
  const paths = new Map(leafPaths(configSchema).map((path) => [variableName(path), path]));
  let config = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('PINCITE_') || reservedVariables.test(name) || !value) continue; // empty is unset
    const path = paths.get(name);
    if (path === undefined) {
      throw new ConfigError(`Unknown environment variable ${name}`, {
        hint: hintFor(name, [...paths.keys()]),
      });
    }
    const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), readValue(value));
    config = mergeDeep(config, nested as object);
  }
  return config;
}

function hintFor(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `Known variables: ${known.join(', ')}` : `Did you mean ${nearest}?`;
}

/** Numbers, booleans and JSON as what they say; all else as text. */
function readValue(text: string): unknown {
  if (/^(true|false|-?\d+(\.\d+)?|\[.*\]|\{.*\})$/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

/** Lists are in one variable, whatever of them is meant. */
function variableOf(path: readonly PropertyKey[]): string | undefined {
  const leaf = leafPaths(configSchema).find((keys) => keys.every((key, index) => key === path[index]));
  return leaf && variableName(leaf);
}

function variableName(path: readonly string[]): string {
  const words = path.map((key) => key.replaceAll(/([A-Z])/g, '_$1').toUpperCase());
  return `PINCITE_${words.join('_')}`;
}

/** What can be set, each by its path; lists and records are set as a whole. */
export function leafPaths(schema: unknown, prefix: readonly string[] = []): string[][] {
  const object = innerObject(schema);
  if (object === undefined) return [[...prefix]];
  return Object.entries(object.shape).flatMap(([key, inner]) => leafPaths(inner, [...prefix, key]));
}

/** Made of entries, so that a key `__proto__` is one like any other. */
function mergeDeep(lower: object, upper: object): object {
  const merged = new Map<string, unknown>(Object.entries(lower));
  for (const [key, value] of Object.entries(upper)) {
    if (value === undefined) continue;
    const existing = merged.get(key);
    merged.set(key, isPlainObject(existing) && isPlainObject(value) ? mergeDeep(existing, value) : value);
  }
  return Object.fromEntries(merged);
}

/** Not an instance of a class, such as a model object: those are taken whole. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
