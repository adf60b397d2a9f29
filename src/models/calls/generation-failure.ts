import { GenerationError } from '../../errors.ts';

/** Why a model gave nothing, as `context.reason` of a GenerationError. */
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

interface CallFacts {
  readonly sdk: typeof import('ai');
  readonly modelId: string;
  /** Given when the call was given up for the time it took. */
  readonly timeoutMs: number | undefined;
}

interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
  readonly hint: string;
  readonly status?: number;
}

/** What went wrong in a call of the AI SDK, in our words; the original is kept as the cause. */
export function toGenerationError(error: unknown, facts: CallFacts): GenerationError {
  const { sdk, modelId } = facts;
  const cause = sdk.RetryError.isInstance(error) ? error.lastError : error;
  const { message, hint, ...context } = describeFailure(cause, facts);
  return new GenerationError(`${modelId} ${message.replace(/\.$/, '')}`, {
    hint,
    context: { model: modelId, ...context },
    cause,
  });
}

function describeFailure(error: unknown, { sdk, timeoutMs }: CallFacts): Failure {
  if (timeoutMs !== undefined) {
    return {
      reason: 'timeout',
      message: `did not answer within ${timeoutMs} ms`,
      hint: 'Raise calls.timeoutMs, or choose a faster model.',
    };
  }
  if (sdk.APICallError.isInstance(error)) {
    if (error.statusCode === undefined) return describeConnection(error);
    if (error.statusCode < 400 && error.cause instanceof TypeError) return describeBreak(error.cause);
    return error.statusCode < 400 ? describeProtocol(error) : describeStatus(error.statusCode, error.message);
  }
  if (sdk.NoObjectGeneratedError.isInstance(error) || sdk.NoOutputGeneratedError.isInstance(error)) {
    return {
      reason: 'malformed',
      message: `wrote something else than the object that was asked for: ${error.message}`,
      hint: 'Try again, or choose a model that follows JSON schemas.',
    };
  }
  return {
    reason: 'request',
    message: `could not be called: ${(error as Error).message}`,
    hint: 'Check the `llm` part of the configuration.',
  };
}

export const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

const describeConnection = ({ message, url }: { message: string; url: string }): Failure => ({
  reason: 'unreachable',
  message: `cannot be reached at ${originOf(url)}: ${message}`,
  hint: 'Start the server, or check llm.baseUrl.',
});

/** `fetch` throws a TypeError when the connection is lost in the middle of an answer. */
const describeBreak = ({ message }: TypeError): Failure => ({
  reason: 'unreachable',
  message: `broke off in the middle of its answer: ${message}`,
  hint: 'Try again, or look at the log of the server.',
});

const describeProtocol = ({ message, url }: { message: string; url: string }): Failure => ({
  reason: 'protocol',
  message: `got no chat completion from ${originOf(url)}: ${message}`,
  hint: 'Check llm.baseUrl: the address of a server that speaks the OpenAI protocol usually ends in /v1.',
});

/** The text of a refusal for the key is left out: it may repeat the key. */
function describeStatus(status: number, text: string): Failure {
  if (status === 401 || status === 403) {
    return {
      reason: 'authentication',
      message: `refused the API key (HTTP ${status})`,
      hint: "Set llm.apiKey, PINCITE_LLM_API_KEY or the provider's usual variable, and check that the key may use the model.",
      status,
    };
  }
  const [reason, hint] = explainStatus(status);
  return { reason, message: `answered with HTTP ${status}: ${text}`, hint, status };
}

function explainStatus(status: number): [reason: FailureReason, hint: string] {
  if (status === 404) return ['not found', 'Check the name in llm.model and llm.baseUrl.'];
  if (status === 429)
    return ['rate limit', 'Wait, raise calls.maxRetries, or raise the limits of the account.'];
  if (status >= 500) return ['server', 'Try again later, or look at the log of the server.'];
  return ['request', 'Check that the model takes chat requests with JSON schemas.'];
}
