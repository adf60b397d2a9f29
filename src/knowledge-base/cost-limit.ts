import type { ModelWriting } from '../config/model-writing.ts';
import type { ModelUsage } from '../models/language-model.ts';

/** What a call of a model is thought to take, until it tells. */
const charactersPerToken = 3;
const usualOutputTokens = 150;
const millionTokens = 1_000_000;

export interface Reservation {
  /** Says what the call took: nothing where it failed. */
  settle(usage?: ModelUsage): void;
}

/** Adds up what calls of a model take, and lets none begin that would probably cost more than is allowed. */
export class CostLimit {
  readonly #settings: Pick<ModelWriting, 'price' | 'maxCostUsd'>;
  readonly #usage = { inputTokens: 0, outputTokens: 0 };
  #reservedUsd = 0;

  constructor(settings: Pick<ModelWriting, 'price' | 'maxCostUsd'>) {
    this.#settings = settings;
  }

  get usage(): ModelUsage {
    return { ...this.#usage };
  }

  /** `undefined` where no price is known. */
  get estimatedCostUsd(): number | undefined {
    return this.#settings.price && this.#costOf(this.#usage);
  }

  /** `undefined` when the call may not begin. */
  reserve(
    { system, prompt }: { readonly system: string; readonly prompt: string },
    otherTokens = 0,
  ): Reservation | undefined {
    const { maxCostUsd = Infinity } = this.#settings;
    const inputTokens = otherTokens + Math.ceil((system.length + prompt.length) / charactersPerToken);
    const costUsd = this.#costOf({ inputTokens, outputTokens: usualOutputTokens });
    if (this.#costOf(this.#usage) + this.#reservedUsd + costUsd > maxCostUsd) return undefined;
    this.#reservedUsd += costUsd;
    return {
      settle: (usage) => {
        this.#reservedUsd -= costUsd;
        this.#usage.inputTokens += usage?.inputTokens ?? 0;
        this.#usage.outputTokens += usage?.outputTokens ?? 0;
      },
    };
  }

  #costOf({ inputTokens, outputTokens }: ModelUsage): number {
    const { input, output } = this.#settings.price ?? { input: 0, output: 0 };
    return (inputTokens * input + outputTokens * output) / millionTokens;
  }
}
