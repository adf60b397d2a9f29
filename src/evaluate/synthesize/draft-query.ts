import { z } from 'zod';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel, ModelUsage } from '../../models/language-model.ts';
import { oneLine } from '../../util/strings/one-line.ts';

/** What a query is drafted from. */
export interface DraftSource {
  readonly title: string;
  /** Above the passage, outermost first. */
  readonly headingPath: readonly string[];
  readonly passage: string;
}

/** What a model wrote; nothing of it has been checked. */
export interface ModelDraft {
  readonly query: string;
  readonly answer: string;
  /** Said to stand in the passage. */
  readonly quote: string;
}

/** No limits on lengths: servers that hold a model to a schema refuse them. */
const draftSchema = z.object({ query: z.string(), answer: z.string(), quote: z.string() });

const system = `You write test questions for a search engine over a collection of documents. You get one passage of one document.

${fenceRule}

Write one question that the passage answers and that somebody might ask who has not seen it. Name its subject in full, so that it can be understood without the passage: not "this document", "the passage", "the table above" or "it". Ask for one fact or rule. Use other words than the passage where there are any, and the passage's language.

Reply with a JSON object of three strings:
- "query": the question.
- "answer": the short answer, from the passage alone.
- "quote": the sentence, or the part of one, that gives the answer, copied from the passage character by character.

Where the passage states nothing worth asking about (a table of contents, a list of names, boilerplate), reply with three empty strings.`;

/** Room for a model that thinks before it writes. */
const maxOutputTokens = 4000;

/**
 * Asks a model for a query that a passage answers; all three strings may be empty.
 * @throws as `LanguageModel` does.
 */
export async function draftQuery(
  model: LanguageModel,
  { title, headingPath, passage }: DraftSource,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ draft: ModelDraft; usage: ModelUsage }> {
  const place = fenceUntrusted('place', [title, ...headingPath].join(' > '));
  const prompt = `Where the passage stands:\n${place}\n\nThe passage:\n${fenceUntrusted('passage', passage)}`;
  const { object, usage } = await model.generateObject({
    schema: draftSchema,
    system,
    prompt,
    maxOutputTokens,
    signal,
  });
  const { query, answer, quote } = object;
  return { draft: { query: oneLine(query), answer: oneLine(answer), quote: quote.trim() }, usage };
}

/** Letters and digits in lower case: queries with the same key are the same question, whatever the punctuation. */
export function queryKey(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
