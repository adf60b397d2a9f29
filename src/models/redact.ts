import type { ErrorDetails, PinciteError } from '../errors.ts';
import { forEachBounded } from '../util/async/for-each-bounded.ts';
import { currentOperation } from '../util/telemetry/operation.ts';
import { unlessAborted } from '../util/async/unless-aborted.ts';
import type { FailureReason } from './calls/call-failure.ts';

/** Where a text is about to go. */
export interface RedactionTarget {
  /** The model, as `provider:model`. */
  readonly to: string;
  /** What the model is called for. */
  readonly purpose: 'embedding' | 'generation' | 'reranking';
}

/**
 * Gives a text as it may leave the machine; `undefined` refuses it, and nothing of that call is sent. The same text is to
 * become the same, as vectors and replies are kept by what was sent. May be called more often than is sent.
 */
export type Redact = (
  text: string,
  about: RedactionTarget,
) => string | undefined | Promise<string | undefined>;

export interface RedactorOptions extends RedactionTarget {
  /** Texts stay as they are unless given. */
  readonly redact: Redact | undefined;
  /** What a refusal is. */
  readonly Failure: new (message: string, details: ErrorDetails) => PinciteError;
}

/** Calls under way at once, of a hook that asks somebody else. */
const concurrency = 8;

/** What stands between the texts of calls of one model and the way out. */
export class Redactor {
  readonly #options: RedactorOptions;

  constructor(options: RedactorOptions) {
    this.#options = options;
  }

  /**
   * The texts as they are sent, in order; what was changed is counted in the operation at hand.
   * @throws `Failure` with `context.reason` 'redaction' where a text is refused, or the hook fails; the signal's reason.
   */
  async send(texts: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const sent = await this.preview(texts, signal);
    for (const [index, text] of sent.entries()) {
      if (text !== texts[index]) currentOperation()?.countRedaction('changed');
    }
    return sent;
  }

  /** The same for what keeps results by what was sent; counts only what is refused. */
  async preview(texts: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    if (this.#options.redact === undefined) return texts;
    const sent = [...texts];
    const all = forEachBounded([...texts.keys()], concurrency, async (index) => {
      sent[index] = await this.#redacted(texts[index]!);
    });
    await unlessAborted(all, signal);
    return sent;
  }

  async #redacted(text: string): Promise<string> {
    const { redact, to, purpose } = this.#options;
    let given: unknown;
    try {
      given = await redact!(text, { to, purpose });
    } catch (cause) {
      throw this.#refusal('failed on a text', cause);
    }
    if (typeof given !== 'string') throw this.#refusal('refused a text');
    return given;
  }

  /** Says nothing of the text, which is not to be read by everybody. */
  #refusal(what: string, cause?: unknown): PinciteError {
    currentOperation()?.countRedaction('refused');
    const { Failure, to, purpose } = this.#options;
    return new Failure(`\`redact\` ${what} for ${to}`, {
      hint: 'Nothing was sent. Look at the function that the configuration has as `redact`.',
      context: { model: to, purpose, reason: 'redaction' satisfies FailureReason },
      cause,
    });
  }
}
