/**
 * One schema for the library object, the configuration file and the environment. Everything has a default;
 * an unknown key, a bad range or a badly formed value is a ConfigError that lists every problem at once.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { answerConfigSchema } from './config/answer.ts';
import { chunkingConfigSchema } from './config/chunking.ts';
import { describeProblems } from './config/describe-problems.ts';
import { describeUnknownKeys } from './config/describe-unknown-keys.ts';
import { embeddingConfigSchema, isLocalModel, nameOfEmbeddingChoice } from './config/embedding.ts';
import { apiKeySchema, functionSchema, serverAddressSchema } from './config/fields.ts';
import { filterSchema } from './config/filter.ts';
import { refuseForeignHosts } from './config/foreign-hosts.ts';
import { innerObject } from './config/inner-schema.ts';
import { findConfigFiles, readConfigFile } from './config/read-config-file.ts';
import { isLocalReranker, nameOfRerankingChoice, rerankingConfigSchema } from './config/reranking.ts';
import { routingConfigSchema } from './config/routing.ts';
import { scoringConfigSchema } from './config/scoring.ts';
import { serverConfigSchema } from './config/server.ts';
import { understandingConfigSchema } from './config/understanding.ts';
import { ConfigError } from './errors.ts';
import { isAiSdkModel, nameOfModel, type AiSdkModel } from './models/ai-sdk-model.ts';
import { parseEmbeddingModelName } from './models/embedding-providers.ts';
import { parseModelName, providerNames } from './models/providers.ts';
import { parseRerankingModelName } from './models/reranking-providers.ts';
import type { Redact } from './models/redact.ts';
import { maskKey, maskUrl } from './util/mask-secrets.ts';
import type { TelemetryEvent } from './util/telemetry/event.ts';
import { nearestName } from './util/nearest-name.ts';

const mebibyte = 2 ** 20;

/** The language model, for what needs one; there is none unless `model` is set. */
const llmConfigSchema = z
  .strictObject({
    /** `provider:model`, such as `openai-compatible:llama3`, or a language model object of the AI SDK 6. */
    model: z
      .custom<string | AiSdkModel>(isModel, {
        error: `must look like provider:model, with a provider of ${providerNames.join(', ')}, or be a language model object of the AI SDK 6`,
      })
      .optional(),
    /** The provider's own unless given; needed with `openai-compatible`. */
    baseUrl: serverAddressSchema.optional(),
    /** Also read from the provider's usual variable, such as `OPENAI_API_KEY`. */
    apiKey: apiKeySchema.optional(),
    /** For one call with its retries, in milliseconds. */
    timeoutMs: z.int().min(1).max(3_600_000).default(120_000),
    /** After rate limits, server errors and network errors. */
    maxRetries: z.int().min(0).max(10).default(2),
  })
  .refine(({ model, baseUrl }) => baseUrl !== undefined || !needsBaseUrl(model), {
    message: 'is needed with openai-compatible, such as http://localhost:8000/v1',
    path: ['baseUrl'],
  });

function isModel(value: unknown): boolean {
  return typeof value === 'string' ? parseModelName(value) !== undefined : isAiSdkModel(value);
}

function needsBaseUrl(model: string | AiSdkModel | undefined): boolean {
  const name = typeof model === 'string' ? parseModelName(model) : undefined;
  return name !== undefined && name.provider.baseUrl === undefined;
}

export const retrievalModes = ['full', 'hybrid', 'vector', 'fast', 'keyword'] as const;

export const fusionMethods = ['minmax', 'zscore', 'rrf'] as const;

/** 0…1, or `auto`: what suits the embedding model and the words of the query. */
export const vectorWeightSchema = z.union([z.number().min(0).max(1), z.literal('auto')]);

const collectionFusionSchema = z.strictObject({
  method: z.enum(fusionMethods).optional(),
  vectorWeight: vectorWeightSchema.optional(),
});

/** What a path was meant to be. */
const asStore = (text: string) =>
  text === '' || /^\w+:/.test(text) ? '' : `; that folder is sqlite:${text}`;

export const configSchema = z.strictObject({
  /**
   * Where collections are kept: `sqlite:<folder>`, `sqlite::memory:` for nothing that outlives the process, or
   * `postgres://user:password@host:5432/database` with pgvector, `qdrant://:key@host:6333`, or
   * `chroma://:token@host:8000`.
   */
  store: z
    .string()
    .regex(/^(sqlite|postgres(ql)?|qdrants?|chromas?):./, {
      error: ({ input }) =>
        `must look like sqlite:./.pincite, postgres://user@host/database, qdrant://host:6333 or chroma://host:8000${asStore(String(input))}`,
    })
    .default('sqlite:./.pincite'),
  /**
   * Where the jobs of workers are kept: `sqlite:<folder>` for those of one machine, or
   * `postgres://user:password@host:5432/database`. It may be the store's.
   */
  queue: z
    .string()
    .regex(/^(sqlite|postgres(ql)?):./, {
      error: 'must look like sqlite:./.pincite or postgres://user@host/database',
    })
    .optional(),
  embedding: embeddingConfigSchema.prefault({}),
  reranking: rerankingConfigSchema.prefault({}),
  chunking: chunkingConfigSchema.prefault({}),
  loading: z
    .strictObject({
      maxBytes: z
        .int()
        .min(1)
        .default(512 * mebibyte),
      /** What is unpacked from a file that is an archive: docx, pptx, xlsx, epub. */
      maxInflatedBytes: z
        .int()
        .min(1)
        .default(512 * mebibyte),
      maxPages: z.int().min(1).default(20_000),
      /** Extracted text in UTF-16 code units. */
      maxChars: z.int().min(1).default(200_000_000),
      /** Download from private networks too, such as an intranet; not from this machine, nor from link-local addresses. */
      allowPrivateAddresses: z.boolean().default(false),
      /** Download from this machine too: `127.0.0.0/8` and `::1`. */
      allowLoopback: z.boolean().default(false),
      /** Single IP addresses to download from too, whatever they are: link-local ones, or a cloud's metadata service. */
      allowAddresses: z.array(z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })).default([]),
      /** Longest time without progress, which for PDFs is a page, in milliseconds. */
      timeoutMs: z.int().min(1).max(86_400_000).default(120_000),
      /** Resident, of a process that reads documents, in mebibytes. */
      maxMemoryMb: z.int().min(128).default(1024),
      pdf: z
        .strictObject({
          /** `auto`: PDFium, and pdf.js where PDFium fails; `pdfium` or `pdfjs`: that one alone. */
          parser: z.enum(['auto', 'pdfium', 'pdfjs']).default('auto'),
        })
        .prefault({}),
      /** `auto`: pages without text, where tesseract.js is installed; `pictures`: these, and pictures on other pages; `always`: every page of a PDF. */
      ocr: z.enum(['never', 'auto', 'pictures', 'always']).default('auto'),
      /** By Tesseract's codes: `eng`, `deu`, `chi_sim`. */
      ocrLanguages: z
        .array(z.string().regex(/^\w+$/, { error: 'must be a code such as eng' }))
        .min(1)
        .default(['eng']),
      /** Folder with `<language>.traineddata.gz`, in place of the packages `@tesseract.js-data/<language>`. */
      ocrData: z.string().min(1).optional(),
    })
    .prefault({}),
  ingest: z
    .strictObject({
      /** Metadata keys that make the same source another document: two owners may add the same file. */
      identity: z.array(z.string()).default(['user_id', 'tenant_id']),
      /** What is replaced stays as an earlier version, left out of searches and lists unless asked for. */
      keepVersions: z.boolean().default(false),
      /** Keep the bytes that documents were read from, beside the database. */
      keepOriginals: z.boolean().default(false),
    })
    .prefault({}),
  retrieval: z
    .strictObject({
      mode: z.enum(retrievalModes).default('full'),
      topK: z.int().min(1).max(10_000).default(20),
      /** Chunks fetched by each search before fusion; never fewer than `topK`. */
      candidates: z
        .strictObject({
          vector: z.int().min(1).max(10_000).default(25),
          keyword: z.int().min(1).max(10_000).default(50),
        })
        .prefault({}),
      fusion: z
        .strictObject({
          method: z.enum(fusionMethods).default('minmax'),
          /** Share of the vector search in the fused score, 0…1. */
          vectorWeight: vectorWeightSchema.default('auto'),
          /** Constant of reciprocal rank fusion. */
          k: z.number().min(0).default(60),
          /** What differs in single collections, by name, such as `pincite eval --tune` finds it. */
          collections: z.record(z.string(), collectionFusionSchema).default({}),
        })
        .prefault({}),
      /** Search vectors a second time, by the query moved towards what both searches found best. */
      feedback: z.boolean().default(false),
      /** Move documents up that the query names by title or name of the file, and search in them too. */
      namedDocuments: z.boolean().default(true),
      /** Search also for what acronyms stand for, and for acronyms of words, where documents explain them. */
      expandAcronyms: z.boolean().default(false),
      deduplicate: z.boolean().default(true),
      /** How much relevance counts where hits that are alike are put apart (maximal marginal relevance), 0…1; 1 puts none apart. */
      mmr: z.number().min(0).max(1).default(1),
      /** Soft cap: surplus chunks of one document rank behind; none unless given. */
      maxChunksPerDocument: z.int().min(1).optional(),
      /** Look for the best so many sections of hierarchies first, then for passages in them; 0 for all passages. */
      sections: z.int().min(0).max(1000).default(0),
      /** Laid under the filter of every call, such as `{ dateCreated: { $gte: '2020-01-01' } }`. */
      filter: filterSchema.optional(),
      routing: routingConfigSchema.prefault({}),
      understanding: understandingConfigSchema.prefault({}),
      scoring: scoringConfigSchema.prefault({}),
      /** Hits with a lower relevanceScore are left out, 0…1. */
      scoreThreshold: z.number().min(0).max(1).optional(),
    })
    .prefault({}),
  answer: answerConfigSchema.prefault({}),
  llm: llmConfigSchema.prefault({}),
  /**
   * Called with every text before it is sent to a model of a provider or of a server, or to a model object of the AI SDK: what it
   * gives is sent, and `undefined` sends nothing. See docs/configuration.md.
   */
  redact: functionSchema<Redact>().optional(),
  /** Who is told what was done and how long it took; see docs/operations.md. Spans go to the tracer that the program registered. */
  telemetry: z
    .strictObject({
      /** Told of each operation and each call of a model, once it has ended. What it throws is dropped, and it is not waited for. */
      onEvent: functionSchema<(event: TelemetryEvent) => unknown>().optional(),
      /** Whether events and spans hold questions and queries. */
      recordQueries: z.boolean().default(false),
    })
    .prefault({}),
  server: serverConfigSchema.prefault({}),
});

/** Pictures cannot be redacted. */
const checkedConfigSchema = configSchema.refine(
  ({ redact, chunking }) => redact === undefined || chunking.describeFigures === undefined,
  {
    message: 'sends pictures to a model, into which `redact` cannot look: leave one of them out',
    path: ['chunking', 'describeFigures'],
  },
);

export type Config = z.output<typeof configSchema>;
/** What a user writes: every key optional. */
export type ConfigInput = z.input<typeof configSchema>;

/** The configuration as it may be printed: keys and passwords masked, a model object by its name. */
export function maskSecrets(config: Config): Config {
  const { model } = config.llm;
  const { embedding, chunking, reranking } = config;
  const { contextualize, summaries, describeFigures } = chunking;
  return {
    ...config,
    store: maskUrl(config.store),
    ...(config.queue === undefined ? {} : { queue: maskUrl(config.queue) }),
    embedding: { ...maskServer(embedding), model: nameOfEmbeddingChoice(embedding.model) },
    reranking: { ...maskServer(reranking), model: nameOfRerankingChoice(reranking.model) },
    chunking: {
      ...chunking,
      ...(contextualize?.model === undefined
        ? {}
        : { contextualize: { ...contextualize, model: nameOfModel(contextualize.model) } }),
      ...(summaries?.model === undefined
        ? {}
        : { summaries: { ...summaries, model: nameOfModel(summaries.model) } }),
      ...(describeFigures?.model === undefined
        ? {}
        : { describeFigures: { ...describeFigures, model: nameOfModel(describeFigures.model) } }),
    },
    answer: { ...config.answer, model: nameOfModel(config.answer.model) },
    llm: {
      ...maskServer(config.llm),
      ...(model === undefined ? {} : { model: nameOfModel(model) }),
    },
  };
}

/** A part of the configuration that calls a server: its key, and addresses that may hold one. */
function maskServer<Settings extends ServerSettings>(settings: Settings): Settings {
  const { apiKey, baseUrl, hubUrl } = settings;
  return {
    ...settings,
    ...(apiKey === undefined ? {} : { apiKey: maskKey(apiKey) }),
    ...(baseUrl === undefined ? {} : { baseUrl: maskUrl(baseUrl) }),
    ...(hubUrl === undefined ? {} : { hubUrl: maskUrl(hubUrl) }),
  };
}

interface ServerSettings {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly hubUrl?: string | undefined;
}

/** @throws ConfigError that lists every problem. */
export function parseConfig(input: unknown, origin = 'configuration'): Config {
  const parsed = checkedConfigSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = describeProblems(parsed.error);
  throw new ConfigError(`Invalid ${origin}: ${problems.join('; ')}`, {
    hint:
      describeUnknownKeys(configSchema, parsed.error) ??
      'Mend it where it is set: an option, a PINCITE_ variable or the configuration file.',
    context: { problems },
  });
}

export interface ConfigSources {
  /**
   * A configuration file: YAML, JSON or a module, which is run. Without it `pincite.config.yaml`, `.yml` or `.json` in
   * `directory`, if there is one. A module that lies there is not run.
   */
  readonly file?: string;
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Laid over everything else, such as command-line options. */
  readonly overrides?: ConfigInput;
  /** Told of a configuration file with code that lies in `directory` and was not run. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Resolves defaults < file < environment (`PINCITE_RETRIEVAL_TOP_K=10`) < overrides. The keys of the language model and
 * of the embedding and reranking models are also read from their provider's usual variable, such as `OPENAI_API_KEY`.
 * @throws ConfigError for an unreadable file, an unknown `PINCITE_*` variable, anything `parseConfig` refuses, or a file that
 * was found and names a host to which a key of the environment would go (docs/configuration.md).
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<Config> {
  const directory = sources.directory ?? process.cwd();
  const env = sources.env ?? process.env;
  const { found, ignored } = sources.file === undefined ? findConfigFiles(directory) : {};
  for (const path of ignored ?? []) {
    sources.onWarning?.(`${path} was not loaded, as it holds code. To run it, name it: --config ${path}`);
  }
  const file = sources.file === undefined ? found : resolve(directory, sources.file);
  const content = file === undefined ? {} : await readConfigFile(file);
  const outside = mergeDeep(configFromEnvironment(env), sources.overrides ?? {});
  const merged = mergeDeep(content, outside);
  const config = parseConfig(mergeDeep(usualSettings(merged, env), merged));
  if (found !== undefined) refuseForeignHosts(config, { file: found, found: content, outside, env });
  return config;
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
    embedding: {
      apiKey: first(parseEmbeddingModelName(nameOf('embedding'))?.provider.keyVariables),
      hubUrl: first(isLocalModel(nameOf('embedding')) ? ['HF_ENDPOINT'] : []),
    },
    reranking: {
      apiKey: first(parseRerankingModelName(nameOf('reranking'))?.provider.keyVariables),
      hubUrl: first(isLocalReranker(nameOf('reranking')) ? ['HF_ENDPOINT'] : []),
    },
  };
}

/** Variables that are not configuration: the file's place, and addresses of servers for tests. */
const reservedVariables = /^PINCITE_(CONFIG$|TEST_)/;

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

function variableName(path: readonly string[]): string {
  const words = path.map((key) => key.replaceAll(/([A-Z])/g, '_$1').toUpperCase());
  return `PINCITE_${words.join('_')}`;
}

function leafPaths(schema: unknown, prefix: readonly string[] = []): string[][] {
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
