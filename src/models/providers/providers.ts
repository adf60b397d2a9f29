/** A service or program that speaks OpenAI's chat protocol. */
export interface Provider {
  /** Where it listens unless configured; absent where only the user can know. */
  readonly baseUrl?: string;
  /** Environment variables that usually hold its key; the first that is set counts. */
  readonly keyVariables?: readonly string[];
  /** The request's name for the most tokens to write, where it is not `max_tokens`. */
  readonly outputLimitKey?: string;
  /** Set where JSON schemas in a request are not heeded. */
  readonly ignoresSchemas?: boolean;
}

const providers: Readonly<Record<string, Provider>> = {
  'openai-compatible': {},
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    outputLimitKey: 'max_completion_tokens', // its reasoning models refuse `max_tokens`
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariables: ['ANTHROPIC_API_KEY'],
    ignoresSchemas: true,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', keyVariables: ['MISTRAL_API_KEY'] },
  ollama: { baseUrl: 'http://localhost:11434/v1' },
};

export const providerNames = Object.keys(providers);

/** A model as it is named in the configuration: `provider:model`. */
export interface ModelName {
  readonly provider: Provider;
  readonly providerName: string;
  /** What the provider calls it; may itself hold colons, such as `llama3:8b`. */
  readonly model: string;
}

/** `undefined` for a name without a colon, without a model, or of an unknown provider. */
export function parseModelName(name: string): ModelName | undefined {
  return findProvider(providers, name);
}

/** What a table of providers has for `provider:model`, with the two halves of the name. */
export function findProvider<Entry>(table: Readonly<Record<string, Entry>>, name: string) {
  const [, providerName = '', model = ''] = /^([^:]*):(.*)$/s.exec(name) ?? [];
  const provider = Object.hasOwn(table, providerName) ? table[providerName] : undefined;
  return provider === undefined || model.trim() === '' ? undefined : { provider, providerName, model };
}
