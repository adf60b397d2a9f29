/** Asking: retrieve → answer, extracted or generated → locate → check → cite. */
import { z } from 'zod';
import { streamAnswer } from '../answer/answer.ts';
import type { AnswerEvent } from '../answer/draft.ts';
import { createExtractiveGenerator } from '../answer/extract/extractive.ts';
import { createGeneratedGenerator } from '../answer/generated/generated.ts';
import { withEntailment } from '../answer/verify/check-claim.ts';
import { supportOf } from '../answer/verify/support.ts';
import { answerModelSchema, extractive } from '../config/answer.ts';
import type { AiSdkModel } from '../models/ai-sdk-model.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { CitedAnswer, Document, RetrieveResponse } from '../types.ts';
import { documentKey, documentReference, placesOf } from '../util/document-key.ts';
import { withoutSharedWords } from './access.ts';
import { openWordVectors } from '../embed/built-in.ts';
import { answeringEmbedder } from './embedders.ts';
import { parseOptions } from './options.ts';
import type { Price } from '../config/llm.ts';
import type { Parts } from './parts.ts';
import type { RetrieveOptions } from './query.ts';
import { readWhole } from './read-whole.ts';
import { subjectsOf } from './subjects.ts';
import { withExcerpts } from './with-excerpts.ts';
import { redactionField } from '../util/telemetry/operation.ts';

/** What `ask` takes: as `retrieve`, and who answers. */
export interface AskOptions extends RetrieveOptions {
  /** Who answers, instead of `answer.model`: `extractive`, `provider:model`, or a model object of the AI SDK 6. */
  readonly model?: string | AiSdkModel;
}

export interface Asking {
  readonly parts: Parts;
  readonly retrieve: (query: string, options: RetrieveOptions) => Promise<RetrieveResponse>;
}

/** Neighbouring chunks that are read around each hit. */
const usualContextWindow = 1;

const questionSchema = z.string().max(4_000, {
  error: 'it is longer than 4,000 characters: ask for one thing, or search for a longer text with retrieve',
});

/** @throws ConfigError for a question that is longer than anybody asks: what reads questions need not take longer ones. */
export function checkQuestion(question: string): void {
  parseOptions(questionSchema, question, 'question');
}

/** @throws as `KnowledgeBase.ask` does. */
export async function* askStream(
  { parts, retrieve }: Asking,
  question: string,
  { model, ...options }: AskOptions = {},
): AsyncGenerator<AnswerEvent, void, undefined> {
  checkQuestion(question);
  const { tokenBudget, model: usual } = parts.config.answer;
  const chosen = parseOptions(answerModelSchema, model ?? usual, 'model to answer');
  const languageModel = await openAnswerModel(parts, chosen);
  const retrieval = await retrieve(question, { contextWindow: usualContextWindow, tokenBudget, ...options });
  yield { kind: 'retrieval', retrieval: shown(parts, retrieval, options) };
  if (languageModel !== undefined && retrieval.hits.length > 0) {
    const { modelId, host } = languageModel;
    yield { kind: 'asking', model: modelId, ...(host === undefined ? {} : { host }) };
  }
  const { signal } = options;
  const subjects = await subjectsOf(parts.store, question, retrieval, signal);
  const events = streamAnswer(
    { ...(await answerParts(parts, retrieval, languageModel)), subjects },
    { question, retrieval, signal },
  );
  for await (const event of events) {
    if (event.kind !== 'done') yield event;
    else {
      const price = languageModel && parts.config.llm.prices[languageModel.modelId];
      const priced = withCost(event.answer, price);
      const retrieved = shown(parts, priced.retrieval, options);
      yield { ...event, answer: { ...priced, retrieval: retrieved, ...redactionField() } };
    }
  }
}

/** What was found, as the caller is given it: the answer itself reads whole chunks. */
function shown(parts: Parts, retrieval: RetrieveResponse, { fullChunks }: RetrieveOptions): RetrieveResponse {
  const given = withoutSharedWords(parts, retrieval);
  return fullChunks === false ? withExcerpts(given) : given;
}

/** The language model to answer with; `undefined` for the extractive answer. */
export async function openAnswerModel(
  { languageModel }: Parts,
  model: string | AiSdkModel,
): Promise<LanguageModel | undefined> {
  return model === extractive ? undefined : languageModel(model);
}

async function answerParts(
  parts: Parts,
  retrieval: RetrieveResponse,
  model: LanguageModel | undefined,
): Promise<Parameters<typeof streamAnswer>[0]> {
  const documents = new Map(
    retrieval.sources.flatMap(({ document }) =>
      placesOf(document).map((place) => [documentKey(place), document] as const),
    ),
  );
  const embedder = await answeringEmbedder(parts, retrieval);
  const idfs = new Map(retrieval.queries.terms.map(({ term, idf = 0 }) => [term, idf]));
  const { certainty } = parts.config.answer;
  const extract = createExtractiveGenerator(
    { embedder, wordVectors: openWordVectors, idf: (term) => idfs.get(term) ?? 0 },
    { certainty },
  );
  return {
    ...(model === undefined
      ? { generator: extract, quotesBestHits: true }
      : {
          generator: createGeneratedGenerator({ model, extractive: extract }),
          fallback: extract,
          checkSupport: parts.entailment ? withEntailment(supportOf, parts.entailment) : supportOf,
        }),
    document: (place) => documents.get(documentKey(place)),
    content: async (place) => {
      const now = await readWhole(parts.store, place.collection, documentReference(place));
      const found = documents.get(documentKey(place));
      return now && found && haveSameText(now.document, found) ? now.content : undefined;
    },
  };
}

/** Whether a document still says what it said when it was found: what it is called then goes with what is quoted now. */
const haveSameText = (now: Document, found: Document) =>
  now.sourceHash === found.sourceHash && now.totalChars === found.totalChars;

const millionTokens = 1_000_000;

function withCost(answer: CitedAnswer, price: Price | undefined): CitedAnswer {
  const { usage } = answer;
  if (price === undefined || usage === undefined) return answer;
  const { inputTokens, outputTokens } = usage;
  const estimatedCostUsd = (inputTokens * price.input + outputTokens * price.output) / millionTokens;
  return { ...answer, usage: { inputTokens, outputTokens, estimatedCostUsd } };
}
