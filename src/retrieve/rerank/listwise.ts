import { z } from 'zod';
import { RerankingError } from '../../errors.ts';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { Reranker } from '../reranker.ts';

/** What a model compares at once; those behind are left unscored. */
export const mostPassages = 20;
const mostChars = 1500;

const replySchema = z.object({
  scores: z.array(z.object({ passage: z.int(), relevance: z.number() })),
});

const system =
  'You grade how well passages of documents answer a query. Grade each passage from 0 (about something else) over 5 ' +
  '(same subject, no answer) to 10 (answers it directly). Reply with JSON: {"scores":[{"passage":1,"relevance":7}, …]}, ' +
  `one entry for every passage. ${fenceRule}`;

/** A language model reads the first twenty passages together and grades each; what it leaves out is unscored. */
export function listwise(open: () => Promise<LanguageModel>, name: string): Reranker {
  return {
    modelId: `listwise:${name}`,
    async rerank(query, passages, { signal, timeBudgetMs } = {}) {
      signal?.throwIfAborted();
      const scores: (number | undefined)[] = passages.map(() => undefined);
      const read = passages.slice(0, mostPassages);
      if (read.length === 0) return scores;
      const end = timeBudgetMs === undefined ? undefined : AbortSignal.timeout(timeBudgetMs);
      const either = [signal, end].filter((one) => one !== undefined);
      try {
        const model = await open();
        const { object } = await model.generateObject({
          system,
          prompt: promptOf(query, read),
          schema: replySchema,
          signal: AbortSignal.any(either),
        });
        for (const { passage, relevance } of object.scores) {
          if (passage >= 1 && passage <= read.length)
            scores[passage - 1] = Math.min(10, Math.max(0, relevance)) / 10;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (!end?.aborted) throw asRerankingError(error);
      }
      return scores;
    },
  };
}

function promptOf(query: string, passages: readonly string[]): string {
  const fenced = passages.map(
    (passage, index) => `Passage ${index + 1}:\n${fenceUntrusted('passage', passage.slice(0, mostChars))}`,
  );
  return `${fenced.join('\n\n')}\n\nQuery:\n${fenceUntrusted('query', query)}`;
}

function asRerankingError(cause: unknown): RerankingError {
  return new RerankingError(`The language model graded nothing: ${(cause as Error).message}`, {
    hint: 'Check the `llm` part of the configuration.',
    cause,
  });
}
