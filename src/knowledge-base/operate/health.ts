/** Whether what is configured can be used: what can be seen of the configuration, and what the parts answer. */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { extractive } from '../../config/settings/answer.ts';
import { isOtherwise, readRouting } from '../../config/settings/routing.ts';
import type { Embedder } from '../../embed/embedder.ts';
import type { AiSdkModel } from '../../models/ai-sdk-model.ts';
import { embeddingKeyFailure } from '../../models/embedding-model.ts';
import { rerankingKeyFailure } from '../../models/reranking-model.ts';
import type { Collection } from '../../types.ts';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import { isAdaptedFrom } from '../parts/embedders.ts';
import { parseOptions, signalSchema } from '../parts/options.ts';
import { describeError, type OpenedParts, type Parts } from '../parts/parts.ts';
import { PinciteError } from '../../errors.ts';
import { ocrSettings } from '../prepare/ocr-settings.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import { canRoute } from '../search/query.ts';

/** One line of `pincite doctor`. */
export interface HealthCheck {
  /** `store`, `embedding`, `collections`, `ocr`, `reranking`, `entailment`, `llm` or `answer`; those that are configured. */
  readonly part: string;
  /** Whether it answers. */
  readonly ok: boolean;
  /** What the part is, or why it does not answer and what to do. */
  readonly detail: string;
  /** What may not be meant so, though the part works. */
  readonly warnings?: readonly string[];
}

const timeoutSchema = z.int().min(1).max(3_600_000);

/** What `health` takes. */
export interface HealthOptions {
  /** Milliseconds after which a part that has not answered does not, 1 to 3,600,000; as long as each waits by itself unless given. */
  readonly timeoutMs?: number;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const healthOptionsSchema = z.strictObject({
  timeoutMs: timeoutSchema.optional(),
  signal: signalSchema,
});

/**
 * What opening looks at, beside the shape of the configuration. `none`: whether each part can be opened. `config`: also whether
 * keys and language models are there that will be needed; nothing is sent. `reachable`: also whether each part answers.
 */
export const openCheckSchema = z.enum(['none', 'config', 'reachable']);
export const checkTimeoutSchema = timeoutSchema.default(10_000);

interface Waiting {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Found = string | Pick<HealthCheck, 'detail' | 'warnings'>;
type Checks = Record<string, (signal: AbortSignal | undefined) => Promise<Found>>;

/**
 * Whether each part answers, with what it is. A language model is asked only where one is configured.
 * @throws ConfigError for a bad option; the signal's reason.
 */
export async function checkHealth(parts: Parts, options: HealthOptions = {}): Promise<HealthCheck[]> {
  const waiting = parseOptions(healthOptionsSchema, options, 'options of health');
  const { store, embedder, config } = parts;
  const { store: askStore, embedding, ...others } = partsToAsk(parts);
  return runChecks(
    {
      store: askStore!,
      embedding: embedding!,
      collections: async () => {
        const collections = await store.collections();
        const names = collections.map(({ name }) => name);
        return {
          detail: describeCollections(collections, embedder),
          warnings: describeMissingCollections(config.retrieval, names),
        };
      },
      ocr: () => describeOcr(config),
      ...others,
    },
    waiting,
  );
}

/** What is wrong with what was opened, a sentence a problem. */
export async function findProblems(
  opened: OpenedParts,
  { check, ...waiting }: Waiting & { readonly check: z.output<typeof openCheckSchema> },
): Promise<readonly string[]> {
  if (check === 'none') return [];
  const { embedding, ...others } = check === 'reachable' ? partsToAsk(opened) : {};
  const isHere = opened.config.embedding.model === 'built-in';
  const reachable = { ...(embedding && !isHere && { embedding }), ...others };
  const checks = [...(await runChecks(configChecks(opened), {})), ...(await runChecks(reachable, waiting))];
  return checks.filter(({ ok }) => !ok).map(({ part, detail }) => `${part}: ${detail}`);
}

const refuse = (failure: Error | undefined) => async () => {
  if (failure !== undefined) throw failure;
  return '';
};

/** What can be told without asking anybody. */
function configChecks({ config, languageModel }: OpenedParts): Checks {
  const opening = ([part, model]: [string, string | AiSdkModel | undefined]) => [
    part,
    async () => (await languageModel(model)).modelId,
  ];
  return {
    embedding: refuse(embeddingKeyFailure(config.embedding)),
    reranking: refuse(rerankingKeyFailure(config.reranking)),
    ...(Object.fromEntries(
      [...modelsToAsk(config), ...(writesWithUsualModel(config) ? [usualModel] : [])].map(opening),
    ) as Checks),
  };
}

const usualModel: [string, undefined] = ['llm', undefined];

/** Whether `llm.model` writes of chunks or sections while documents are added. */
function writesWithUsualModel({ chunking: { contextualize, summaries, describeFigures } }: Config): boolean {
  return contextualize || summaries === 'generative' || describeFigures;
}

/** The language models that are configured, each once. */
function modelsToAsk({ llm, answer }: Config): [part: string, model: string | AiSdkModel][] {
  const models: [string, Config['llm']['model']][] = [['llm', llm.model]];
  if (answer.model !== extractive && answer.model !== llm.model) models.push(['answer', answer.model]);
  return models.flatMap(([part, model]) => (model === undefined ? [] : [[part, model]]));
}

function partsToAsk({ store, embedder, config, languageModel, reranking, entailment }: OpenedParts): Checks {
  const language = modelsToAsk(config).map(([part, model]) => [
    part,
    async (signal: AbortSignal | undefined) => {
      const opened = await languageModel(model);
      await opened.generateText({
        prompt: 'Reply with the word OK.',
        maxOutputTokens: 16,
        maxRetries: 0,
        signal,
      });
      return opened.modelId;
    },
  ]);
  return {
    ...(store && {
      store: async () => {
        await store.health();
        return store.location;
      },
    }),
    ...(embedder && {
      embedding: async (signal) => {
        const asked = { role: 'passage', maxRetries: 0, signal } as const;
        const [vector] = await embedder.embed(['health check'], asked);
        return `${embedder.modelId}, ${vector?.length} dimensions`;
      },
    }),
    ...(reranking && {
      reranking: async (signal) => {
        const { reranker } = reranking;
        await reranker.rerank('health check', [`asked at ${Date.now()}`], { signal }); // what was asked before is remembered
        return reranker.modelId;
      },
    }),
    ...(entailment && {
      entailment: async (signal) => {
        await entailment.judge({ claim: 'The lamp is on.', evidence: ['The lamp is on.'], signal });
        return entailment.modelId;
      },
    }),
    ...(Object.fromEntries(language) as Checks),
  };
}

/** All at once. @throws the signal's reason. */
const runChecks = (checks: Checks, waiting: Waiting): Promise<HealthCheck[]> =>
  Promise.all(Object.entries(checks).map(([part, ask]) => runCheck(part, ask, waiting)));

async function runCheck(
  part: string,
  ask: Checks[string],
  { timeoutMs, signal }: Waiting,
): Promise<HealthCheck> {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const either = [signal, timeout].filter((one) => one !== undefined);
  const inTime = either.length === 0 ? undefined : AbortSignal.any(either);
  try {
    const found = await unlessAborted(ask(inTime), inTime);
    return { part, ok: true, ...(typeof found === 'string' ? { detail: found } : found) };
  } catch (error) {
    signal?.throwIfAborted();
    const detail = timeout?.aborted ? `no answer within ${timeoutMs} ms` : describeError(error as Error);
    return { part, ok: false, detail };
  }
}

function describeCollections(collections: readonly Collection[], { modelId }: Embedder): string {
  const described = collections.map(({ name, embeddingModel, adaptation }) => {
    if (embeddingModel === modelId) return name;
    if (adaptation && isAdaptedFrom(embeddingModel, modelId)) {
      return `${name} (adapted at ${adaptation.chunks} chunks)`;
    }
    return `${name} (embedded with ${embeddingModel}: embed it again, \`reembed\`)`;
  });
  return described.join(', ') || 'none';
}

/**
 * Whether pages without text can be read, and what to install where they cannot.
 * @throws ConfigError when something is missing and more than scans is to be read.
 */
export async function describeOcr({ loading }: Pick<Config, 'loading'>): Promise<string> {
  const settings = ocrSettings(loading);
  if (settings.when === 'never') return 'off';
  const { checkOcr } = await import('../../load/ocr/ocr-engine.ts');
  try {
    await checkOcr(settings);
    return `tesseract.js, ${settings.languages.join(' + ')}`;
  } catch (error) {
    if (settings.when !== 'auto' || !(error instanceof PinciteError)) throw error;
    return `not installed, so scanned pages are not read. ${error.hint}`;
  }
}

type Retrieval = Pick<Config['retrieval'], 'routing'>;

/** Which settings name a collection that does not exist, and what may have been meant: a sentence each. */
export function describeMissingCollections(retrieval: Retrieval, existing: readonly string[]): string[] {
  return namesIn(retrieval)
    .filter(([, name]) => !existing.includes(name))
    .map(([setting, name]) => {
      const nearest = nearestName(name, existing);
      const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
      return `retrieval.${setting} names the collection "${name}", which does not exist${meant}`;
    });
}

/** Collections by the rules that name them; the usual one counts where rules may lead to it. */
function namesIn({ routing }: Retrieval): (readonly [setting: string, name: string])[] {
  const named = routing.flatMap(({ collections }, index) =>
    collections.map((name) => [`routing.${index}`, name] as const),
  );
  const isUsual = canRoute(readRouting(routing)) && !routing.some(isOtherwise);
  return isUsual ? [...named, ['routing', 'default']] : named;
}
