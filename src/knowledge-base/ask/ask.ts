/** Asking: retrieve → answer, extracted or generated → locate → check → cite. */
import { z } from 'zod';
import { streamAnswer } from '../../answer/answer.ts';
import { passagesOf } from '../../answer/passages.ts';
import type { AnswerEvent } from '../../answer/draft.ts';
import { createExtractiveGenerator } from '../../answer/extract/extractive.ts';
import { createGeneratedGenerator } from '../../answer/generated/generated.ts';
import { withEntailment } from '../../answer/verify/check-claim.ts';
import { supportOf } from '../../answer/verify/support.ts';
import { answerModelSchema, extractive } from '../../config/settings/answer.ts';
import type { AiSdkModel } from '../../models/ai-sdk-model.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { Document, RetrieveResponse } from '../../types.ts';
import {
  chunkIdOf,
  documentKey,
  documentReference,
  placesOf,
  documentIdOf,
  type DocumentPlace,
} from '../../util/ids/document-key.ts';
import { withoutSharedWords } from './access.ts';
import { openWordVectors } from '../../embed/built-in/built-in.ts';
import { answeringEmbedder } from '../parts/embedders.ts';
import { parseOptions } from '../parts/options.ts';
import { withCost } from '../../models/cost.ts';
import type { Parts } from '../parts/parts.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';
import { readWhole } from '../show/read-whole.ts';
import { withExcerpts } from './with-excerpts.ts';
import { redactionField } from '../../util/telemetry/operation.ts';
import { contentWords, languageOf, namesIn } from '../../answer/extract/question.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { FilterNode } from '../../store/filter/filter.ts';
import { frontOf } from './front.ts';
import { hasName, partiesAsked, type Parties } from '../../text/structure/parties.ts';
import type { StoreReads, StoreSearcher } from '../../store/store.ts';

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
  error: 'it is longer than 4,000 characters: ask for one thing; a search takes longer texts',
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
  const retrieval = await retrieve(question, {
    ...options,
    contextWindow: options.contextWindow === undefined ? usualContextWindow : options.contextWindow,
    tokenBudget: options.tokenBudget === undefined ? tokenBudget : options.tokenBudget,
  });
  yield { kind: 'retrieval', retrieval: shown(parts, retrieval, options) };
  const { signal } = options;
  const subjects = await subjectsOf(parts.store, question, retrieval, signal);
  const documents = documentsOf(retrieval);
  const search = async (words: string, collection: string) => {
    const further = await retrieve(words, searchForChanges(collection, options));
    for (const [key, document] of documentsOf(further)) if (!documents.has(key)) documents.set(key, document);
    return passagesOf(further);
  };
  const events = streamAnswer(
    { ...(await answerParts(parts, { retrieval, documents }, languageModel)), subjects, search },
    { question, retrieval, signal },
  );
  for await (const event of events) {
    if (event.kind !== 'done') yield event;
    else {
      const { answer } = event;
      const price = languageModel && parts.config.llm.prices[languageModel.modelId];
      const usage = answer.usage && { usage: withCost(answer.usage, price) };
      const retrieved = shown(parts, answer.retrieval, options);
      yield { ...event, answer: { ...answer, ...usage, retrieval: retrieved, ...redactionField() } };
    }
  }
}

const documentsOf = ({ sources }: RetrieveResponse): Map<string, Document> =>
  new Map(
    sources.flatMap(({ document }) =>
      placesOf(document).map((place) => [documentKey(place), document] as const),
    ),
  );

/** Chunks that are looked at for a change of what is quoted. */
const mostChanges = 20;

/** A search by words alone within what the caller may see: no other stage finds what names a clause. */
const searchForChanges = (
  collection: string,
  { filter, versions, whereDocument, region, signal }: RetrieveOptions,
): RetrieveOptions => ({
  collection,
  ...(filter === undefined ? {} : { filter }),
  ...(versions === undefined ? {} : { versions }),
  ...(whereDocument === undefined ? {} : { whereDocument }),
  ...(region === undefined ? {} : { region }),
  ...(signal === undefined ? {} : { signal }),
  mode: 'keyword',
  topK: mostChanges,
  rerank: false,
  namedDocuments: false,
  expandAcronyms: false,
});

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
  {
    retrieval,
    documents,
  }: { readonly retrieval: RetrieveResponse; readonly documents: ReadonlyMap<string, Document> },
  model: LanguageModel | undefined,
): Promise<Parameters<typeof streamAnswer>[0]> {
  const embedder = await answeringEmbedder(parts, retrieval);
  const idfs = new Map(
    retrieval.queries.terms.flatMap(({ term, forms = [], idf = 0 }) =>
      [term, ...forms].map((one) => [one, idf] as const),
    ),
  );
  const { certainty } = parts.config.answer;
  const extract = createExtractiveGenerator(
    { embedder, wordVectors: openWordVectors, idf: (term) => idfs.get(term) ?? 0 },
    { certainty },
  );
  return {
    ...(model === undefined
      ? { generator: extract }
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

/** Chunks of the retrieved documents that are looked at for a name. */
const mostChunks = 1000;
/** A document is about a name that this share of its chunks, and of long ones so many, have; others name it in passing. */
const leastShare = 0.1;
const fewestChunks = 3;
/** A name is of those documents that begin with it where this share of the chunks that have it is theirs: `between … and Acme Limited`. */
const leastOfBeginning = 0.8;

/**
 * Which of the question's names each retrieved document is about as a whole, by the keyword index: in an annual report the company's name
 * stands in every third chunk, and another company's in hardly any. And whom it says at its beginning that it is about, with what it calls them.
 * Words, names or not, that stand before its first sentence, and at the beginning of hardly any other document, say so too: `Subject: Team offsite in May`.
 */
export async function subjectsOf(
  store: Pick<StoreSearcher, 'searchKeyword'> & Pick<StoreReads, 'chunks'>,
  question: string,
  { sources }: Pick<RetrieveResponse, 'sources'>,
  signal?: AbortSignal,
): Promise<(place: DocumentPlace) => Parties> {
  const subjects = new Map<string, string[]>();
  const openings = new Map<string, string>();
  const names = new Set(namesIn(question).filter((word) => !/\p{N}/u.test(word)));
  const words = contentWords(question, question.match(/[\p{L}\p{M}]{3,}/gu) ?? []);
  for (const collection of new Set(sources.map(({ document }) => document.collection))) {
    const documents = sources.flatMap(({ document }) =>
      document.collection === collection ? [document] : [],
    );
    const values = [...new Set(documents.map(({ documentId }) => documentId))];
    const filter: FilterNode = { kind: 'in', field: 'documentId', values };
    for (const { documentId, content } of await store.chunks(collection, documents.flatMap(firstChunkIds)))
      openings.set(keyOf({ collection, documentId }), content);
    const fronts = new Map(
      documents.map((one) => [one, frontOf(openings.get(keyOf(one)) ?? '', one.language)] as const),
    );
    // Nothing has to be told where one document alone was found.
    const isAlone = values.length === 1;
    const isOfAgreement = !isAlone && namesAgreement(question);
    const told = isAlone
      ? []
      : words.filter((word) => [...fronts.values()].some((front) => hasName(front, word)));
    for (const name of new Set([...names, ...told])) {
      const { hits } = await store.searchKeyword(name, { collection, filter, limit: mostChunks, signal });
      const counts = countByDocument(hits);
      const beginning = documentsBeginningWith(hits);
      const isWhole = (one: Document): boolean =>
        isAbout(one, counts) ||
        (isOfAgreement &&
          beginning.has(one.documentId) &&
          beginsWithName(openings.get(keyOf(one)) ?? '', name));
      const isOf = (one: Document): boolean =>
        (names.has(name) && isWhole(one)) ||
        (told.includes(name) && beginning.has(one.documentId) && hasName(fronts.get(one)!, name));
      for (const document of documents.filter(isOf)) {
        const key = keyOf(document);
        subjects.set(key, [...(subjects.get(key) ?? []), name]);
      }
    }
  }
  return (place) => {
    const parties = partiesAsked(openings.get(keyOf(place)) ?? '', question, [...names]);
    return { ...parties, names: [...new Set([...(subjects.get(keyOf(place)) ?? []), ...parties.names])] };
  };
}

/** Whether a question says of a name that there is an agreement: `the lease to Bo Quist`, not `the salary of Bo Quist`. */
const namesAgreement = (question: string): boolean =>
  question.search(phrasePattern(wordsOf(languageOf(question, 'en')).asking.documents[1])) >= 0;

/** Of a text of so many paragraphs the first ones say whom or what the others are about. */
const fewestParagraphs = 4;
const ofBeginning = 2;

/** Whether a name stands at the beginning of a text that goes on for some paragraphs: `This lease is made between …`. */
function beginsWithName(opening: string, name: string): boolean {
  const paragraphs = opening.split(/\n\s*\n/u);
  return paragraphs.length >= fewestParagraphs && hasName(paragraphs.slice(0, ofBeginning).join('\n'), name);
}

const isFirstChunk = /#0+$/;

/** Of its first chunk, with and without its version: the store knows one of them. */
const firstChunkIds = ({ documentId, version }: Document): string[] => [
  chunkIdOf(documentId, 0),
  chunkIdOf(documentReference({ documentId, documentVersion: version }), 0),
];

/** How many of the chunks are of each document. */
function countByDocument(hits: readonly { readonly chunkId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { chunkId } of hits) {
    const documentId = documentIdOf(chunkId);
    counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  return counts;
}

/** The documents whose first chunk has a name that hardly any other document has. */
function documentsBeginningWith(hits: readonly { readonly chunkId: string }[]): ReadonlySet<string> {
  const ids = hits.map(({ chunkId }) => chunkId);
  const beginning = new Set(ids.filter((id) => isFirstChunk.test(id)).map(documentIdOf));
  const own = ids.filter((id) => beginning.has(documentIdOf(id)));
  return own.length < leastOfBeginning * ids.length ? new Set() : beginning;
}

/** Whether a document is about what so many of its chunks name; of a short one, half of them and two. */
function isAbout({ documentId, chunkCount }: Document, counts: ReadonlyMap<string, number>): boolean {
  const count = counts.get(documentId) ?? 0;
  return count >= Math.min(fewestChunks, Math.max(2, chunkCount / 2)) && count >= leastShare * chunkCount;
}

/** All versions of a document are about the same. */
function keyOf({ collection, documentId }: DocumentPlace): string {
  return documentKey({ collection, documentId });
}
