import type { Config } from '../config.ts';
import { ConfigError, PinciteError } from '../errors.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Store } from '../store/store.ts';
import { loadTokenizer, type Tokenizer } from '../text/tokens.ts';

/** What every flow works with: the configuration and the opened adapters. */
export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly embedder: Embedder;
  /** Loaded on first use. */
  readonly tokenizer: () => Promise<Tokenizer>;
  /** Opened on first use. Rejects with a ConfigError when none is configured. */
  readonly languageModel: () => Promise<LanguageModel>;
}

/** One line of `pincite doctor`. */
export interface HealthCheck {
  readonly part: string;
  readonly ok: boolean;
  readonly detail: string;
}

/**
 * Opens every configured part.
 * @throws ConfigError that names each part that cannot be opened; a single PinciteError as it is.
 */
export async function openParts(config: Config): Promise<Parts> {
  const [store, embedder] = await Promise.allSettled([openStore(config.store), openEmbedder()]);
  if (store.status === 'fulfilled' && embedder.status === 'fulfilled') {
    const tokenizers = new Map<string, Promise<Tokenizer>>();
    const tokenizer = () => {
      const name = config.chunking.tokenizer;
      const known = tokenizers.get(name) ?? loadTokenizer(name);
      tokenizers.set(name, known);
      return known;
    };
    let model: Promise<LanguageModel> | undefined;
    const languageModel = () => (model ??= openConfiguredModel(config.llm));
    return { config, store: store.value, embedder: embedder.value, tokenizer, languageModel };
  }
  if (store.status === 'fulfilled') await store.value.close();
  const failures = [store, embedder].filter((part) => part.status === 'rejected').map((part) => part.reason);
  if (failures.length === 1 && failures[0] instanceof PinciteError) throw failures[0];
  throw new ConfigError(`Cannot open: ${failures.map((error: Error) => error.message).join('; ')}`, {
    cause: failures[0],
    hint: 'Run `pincite doctor` to check each part.',
  });
}

async function openStore(url: string): Promise<Store> {
  const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
  return openSqliteStore(url);
}

async function openEmbedder(): Promise<Embedder> {
  const { openBuiltInEmbedder } = await import('../embed/built-in.ts');
  return openBuiltInEmbedder();
}

async function openConfiguredModel({ model, ...settings }: Config['llm']): Promise<LanguageModel> {
  if (model === undefined) {
    throw new ConfigError('No language model is configured', {
      hint: 'Set llm.model (or PINCITE_LLM_MODEL), such as openai:gpt-4o-mini or ollama:llama3.',
    });
  }
  const { openLanguageModel } = await import('../models/language-model.ts');
  return openLanguageModel({ model, ...settings });
}

/** Whether each part answers, with what it is. A language model is asked only where one is configured. */
export async function checkHealth({ store, embedder, config, languageModel }: Parts): Promise<HealthCheck[]> {
  const checks = [
    check('store', async () => {
      await store.health();
      return store.location;
    }),
    check('embedding', async () => {
      const [vector] = await embedder.embed(['health check'], { role: 'query' });
      return `${embedder.modelId}, ${vector?.length} dimensions`;
    }),
  ];
  if (config.llm.model !== undefined) {
    checks.push(
      check('llm', async () => {
        const model = await languageModel();
        await model.generateText({ prompt: 'Reply with the word OK.', maxOutputTokens: 16, maxRetries: 0 });
        return model.modelId;
      }),
    );
  }
  return Promise.all(checks);
}

async function check(part: string, describe: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { part, ok: true, detail: await describe() };
  } catch (error) {
    const hint = error instanceof PinciteError && error.hint !== undefined ? `. ${error.hint}` : '';
    return { part, ok: false, detail: `${(error as Error).message}${hint}` };
  }
}
