import type { ModelUsage } from './language-model.ts';

/** US dollars a million tokens of a model, each 0 or more. */
export interface Price {
  /** Of what it reads. */
  readonly input: number;
  /** Of what it writes. */
  readonly output: number;
}

const millionTokens = 1_000_000;

const costOf = ({ inputTokens, outputTokens }: ModelUsage, { input, output }: Price): number =>
  (inputTokens * input + outputTokens * output) / millionTokens;

/** Tokens, and what they cost where a price is known. */
export function withCost(
  usage: ModelUsage,
  price: Price | undefined,
): ModelUsage & { estimatedCostUsd?: number } {
  const { inputTokens, outputTokens } = usage;
  return { inputTokens, outputTokens, ...(price && { estimatedCostUsd: costOf(usage, price) }) };
}

/** What a call of a model is thought to take, until it tells. */
const charactersPerToken = 3;
const usualOutputTokens = 150;
const free: Price = { input: 0, output: 0 };

export interface Reservation {
  /** Says what the call took: nothing where it failed. */
  settle(usage?: ModelUsage): void;
}

/** What calls of models have cost together, and are about to: for all that is written in one call of the library. */
export class CostLimit {
  /** US dollars. */
  readonly mostUsd: number;
  #usd = 0;

  constructor(mostUsd = Infinity) {
    this.mostUsd = mostUsd;
  }

  /** Whether there is so much left, which is then taken. */
  take(usd: number): boolean {
    if (this.#usd + usd > this.mostUsd) return false;
    this.#usd += usd;
    return true;
  }

  add(usd: number): void {
    this.#usd += usd;
  }
}

/** Adds up what calls of one model take, and lets none begin that would probably cost more than is allowed. */
export class CostMeter {
  readonly #limit: CostLimit;
  readonly #price: Price | undefined;
  readonly #usage = { inputTokens: 0, outputTokens: 0 };

  constructor(limit: CostLimit, price: Price | undefined) {
    this.#limit = limit;
    this.#price = price;
  }

  get mostUsd(): number {
    return this.#limit.mostUsd;
  }

  get usage(): ModelUsage {
    return { ...this.#usage };
  }

  /** `undefined` where no price is known. */
  get estimatedCostUsd(): number | undefined {
    return withCost(this.#usage, this.#price).estimatedCostUsd;
  }

  /** `undefined` when the call may not begin. */
  reserve(
    { system, prompt }: { readonly system: string; readonly prompt: string },
    otherTokens = 0,
  ): Reservation | undefined {
    const inputTokens = otherTokens + Math.ceil((system.length + prompt.length) / charactersPerToken);
    const costUsd = costOf({ inputTokens, outputTokens: usualOutputTokens }, this.#price ?? free);
    if (!this.#limit.take(costUsd)) return undefined;
    return {
      settle: (usage) => {
        this.#limit.add((usage ? costOf(usage, this.#price ?? free) : 0) - costUsd);
        this.#usage.inputTokens += usage?.inputTokens ?? 0;
        this.#usage.outputTokens += usage?.outputTokens ?? 0;
      },
    };
  }
}
