import type { ErrorDetails, PinciteError } from '../../errors.ts';
import { isCallFailure, isTimeout, retryAfterMs, type CallFailure } from './retry.ts';

/** Why a model gave nothing, as `context.reason` of an error. */
export type FailureReason =
  | 'authentication'
  | 'malformed'
  | 'not found'
  | 'protocol'
  | 'rate limit'
  | 'redaction'
  | 'request'
  | 'server'
  | 'timeout'
  | 'unreachable';

/** What a call was for: what its failures are, and which settings their hints name. */
export interface CallUse {
  readonly Failure: new (message: string, details: ErrorDetails) => PinciteError;
  /** Of the configuration: `embedding`. */
  readonly section: string;
  /** What it should have given: `vectors`. */
  readonly gives: string;
  /** The hint where the server found something wrong with what it was sent. */
  readonly ifRefused: string;
}

interface CallFacts {
  readonly use: CallUse;
  readonly modelId: string;
  readonly timeoutMs: number;
  /** Where the key of the provider is usually kept. */
  readonly keyVariables: readonly string[];
}

interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
  readonly hint: string;
  readonly status?: number;
}

const longestText = 500;

/** What of a part of the configuration says whether a key is missing. */
export interface KeySettings {
  readonly model: unknown;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

interface KeyFacts {
  readonly use: CallUse;
  readonly provider: (model: string) => { readonly keyVariables?: readonly string[] } | undefined;
}

/** A provider's model without a key. At an address of the user's own there may be a server that wants none. */
export function keyFailure(
  { model, apiKey, baseUrl }: KeySettings,
  { use, provider }: KeyFacts,
): PinciteError | undefined {
  if (typeof model !== 'string' || apiKey !== undefined || baseUrl !== undefined) return undefined;
  const { keyVariables = [] } = provider(model) ?? {};
  return keyVariables.length === 0 ? undefined : missingKey({ use, modelId: model, keyVariables });
}

/** Nothing has been sent: every attempt would be refused, or fail on the way there. */
function missingKey({ use, modelId, keyVariables }: Omit<CallFacts, 'timeoutMs'>): PinciteError {
  return new use.Failure(`${modelId} needs an API key, and none is set`, {
    hint: `${setKey(use, keyVariables)}.`,
    context: { model: modelId, reason: 'authentication' satisfies FailureReason },
  });
}

const setKey = ({ section }: CallUse, keyVariables: readonly string[]) =>
  `Set ${section}.apiKey or ${[`PINCITE_${section.toUpperCase()}_API_KEY`, ...keyVariables].join(' or ')}`;

/** What went wrong in a call of a model, in our words; the original is kept as the cause. */
export function toCallError(error: unknown, facts: CallFacts): PinciteError {
  const { message, hint, ...context } = describeFailure(error, facts);
  return new facts.use.Failure(`${facts.modelId} ${message.replace(/\.$/, '')}`, {
    hint,
    context: { model: facts.modelId, ...context },
    cause: error,
  });
}

function describeFailure(error: unknown, facts: CallFacts): Failure {
  const { section } = facts.use;
  if (isTimeout(error)) {
    return {
      reason: 'timeout',
      message: `did not answer within ${facts.timeoutMs} ms`,
      hint: 'Raise calls.timeoutMs, or choose a faster model.',
    };
  }
  if (!isCallFailure(error)) {
    return {
      reason: 'request',
      message: `could not be called: ${(error as Error).message}`,
      hint: `Check the \`${section}\` part of the configuration.`,
    };
  }
  if (error.statusCode === undefined) {
    return {
      reason: 'unreachable',
      message: `cannot be reached at ${originOf(error.url)}: ${error.message}`,
      hint: `Start the server, or check ${section}.baseUrl and the network.`,
    };
  }
  if (error.statusCode >= 400) return describeStatus(error, error.statusCode, facts);
  return error.cause instanceof TypeError ? describeBreak(error.cause) : describeProtocol(error, facts.use);
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

/** `fetch` throws a TypeError when the connection is lost in the middle of an answer. */
const describeBreak = ({ message }: TypeError): Failure => ({
  reason: 'unreachable',
  message: `broke off in the middle of its answer: ${message}`,
  hint: 'Try again, or look at the log of the server.',
});

const describeProtocol = ({ message, url }: CallFailure, { gives, section }: CallUse): Failure => ({
  reason: 'protocol',
  message: `got no ${gives} from ${originOf(url)}: ${message}`,
  hint: `Check ${section}.baseUrl: the address of a server usually ends in /v1.`,
});

/** The text of a refusal for the key is left out: it may repeat the key. */
function describeStatus(error: CallFailure, status: number, { use, keyVariables }: CallFacts): Failure {
  if (status === 401 || status === 403 || isAboutKey(error)) {
    return {
      reason: 'authentication',
      message: `refused the API key (HTTP ${status})`,
      hint: `${setKey(use, keyVariables)}, and check that the key may use the model.`,
      status,
    };
  }
  const [reason, hint] = explainStatus(error, status, use);
  return { reason, message: `answered with HTTP ${status}: ${textOf(error)}`, hint, status };
}

/** Google refuses a key as it refuses any malformed request. */
const isAboutKey = (error: CallFailure): boolean =>
  error.statusCode === 400 && /\bapi[ _-]?key\b/i.test(textOf(error));

function explainStatus(
  error: CallFailure,
  status: number,
  { section, ifRefused }: CallUse,
): [reason: FailureReason, hint: string] {
  if (status === 404) return ['not found', `Check the name in ${section}.model and ${section}.baseUrl.`];
  if (status === 429) {
    const askedMs = retryAfterMs(error.responseHeaders ?? {}, Date.now());
    const wait = askedMs === undefined ? 'Wait' : `Wait ${Math.ceil(askedMs / 1000)} s`;
    return [
      'rate limit',
      `${wait}, lower calls.concurrency, raise calls.maxRetries, or the limits of the account.`,
    ];
  }
  if (status >= 500 || status === 408) {
    return ['server', 'Try again later, or look at the log of the server.'];
  }
  return ['request', ifRefused];
}

/** What the server wrote, wherever in its answer it says so. */
function textOf({ responseBody = '', message }: CallFailure): string {
  const said = findMessage(parseJson(responseBody)) ?? message;
  return said.length > longestText ? `${said.slice(0, longestText)}…` : said;
}

function findMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body || undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, message, detail } = body as Record<string, unknown>;
  return findMessage(error) ?? findMessage(message) ?? findMessage(detail);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
