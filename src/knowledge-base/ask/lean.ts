/**
 * Responses as people and programs that only show them want them: the answer, its citations, the hits with what
 * matches in them. The HTTP server, MCP and `--json` of the command line give these; the whole responses are
 * tens of times longer.
 */
import type { AnswerEvent } from '../../answer/draft.ts';
import { fileOf } from '../../answer/cite/file-of.ts';
import { deepLink, linkOf } from '../../answer/cite/deep-link.ts';
import { sectionBesideTitle } from '../../answer/cite/format.ts';
import { excerptOf, sectionOf, type Excerpt } from '../../retrieve/excerpt/excerpt.ts';
import { excerptMarks, excerptText } from '../../retrieve/excerpt/excerpt-text.ts';
import type {
  Chunk,
  Citation,
  CitedAnswer,
  CitedCell,
  Claim,
  Document,
  DocumentFormat,
  Explanation,
  Hit,
  MetadataValue,
  PictureDescription,
  Rect,
  RetrieveResponse,
  Scores,
  StageStats,
} from '../../types.ts';
import type { AddResponse } from '../add/add-options.ts';
import type { ChatAnswer, ChatEvent, StandaloneQuestion } from './chat.ts';
import { withWholeChunk } from './with-excerpts.ts';

/** A place in a document, for a link to it. */
export interface LinkedPlace {
  /** The collection of the document. */
  readonly collection: string;
  /** The document. */
  readonly documentId: string;
  /** A version of it, where versions are kept. */
  readonly documentVersion?: number | undefined;
  /** From 1; absent where the document has no pages. */
  readonly page?: number | undefined;
  /** Where it begins in the text of the document, in UTF-16 code units. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
}

/** What the lean forms are made with. */
export interface LeanOptions {
  /** Where a place can be opened. Unless given: the web address or the file that the document came from. */
  readonly urlOf?: (place: LinkedPlace) => string | undefined;
  /** What of the whole response is wanted besides. */
  readonly include?: readonly LeanInclude[];
}

/** `chunks`, `scores` and `marks` of each hit, the whole `retrieval`, and `timings`, the milliseconds of each stage. */
export const leanIncludes = ['chunks', 'scores', 'marks', 'retrieval', 'timings'] as const;
/** What a lean form may have besides. */
export type LeanInclude = (typeof leanIncludes)[number];

/** Milliseconds of a search. */
export interface LeanTimings {
  /** Of all of it. */
  readonly totalMs: number;
  /** Of each stage, in order. */
  readonly stages: readonly StageStats[];
}
/** One hit of a search. */
export interface LeanHit {
  /** Of the chunk. */
  readonly id: string;
  /** The collection that it is in. */
  readonly collection: string;
  /** The document that it is of. */
  readonly documentId: string;
  /** What the document is called. */
  readonly title: string;
  /** `report.pdf`, where it is of a file. */
  readonly fileName?: string;
  /** The folder that the file lies in, its name alone: it tells apart files that are called the same. */
  readonly folder?: string;
  /** Positions in the file, from 1; empty without pages. */
  readonly pages: readonly number[];
  /** The heading that the matching text stands under, unless it is the title. */
  readonly section?: string;
  /** Relevance, comparable across queries. */
  readonly score: number;
  /** What of the chunk matches, on one line; … where text is left out. */
  readonly excerpt: string;
  /** Of a figure: what a model says that it shows, which is not in the document. */
  readonly described?: PictureDescription;
  /** With include: marks. Where words of the query stand in the excerpt, half-open. */
  readonly marks?: readonly (readonly [number, number])[];
  /** With include: marks. What of the document has most of the query, half-open. */
  readonly best?: readonly [number, number];
  /** Where it can be opened. */
  readonly url?: string;
  /** With explain: what put the hit where it stands. */
  readonly explanation?: Explanation;
  /** With include: chunks. */
  readonly chunk?: Chunk;
  /** With include: scores. */
  readonly scores?: Scores;
}

/** What a search found, without what only programs that look closer want. */
export interface LeanSearch {
  /** The query as it was asked. */
  readonly query: string;
  /** The hits, best first. */
  readonly results: readonly LeanHit[];
  /** With explain: what was searched and how. */
  readonly explanation?: RetrieveResponse['explanation'];
  /** Whether every stage did what was asked of it. */
  readonly success: boolean;
  /** The stages that did not; warnings say why. */
  readonly degraded: readonly string[];
  /** What a caller should know, in sentences. */
  readonly warnings: readonly string[];
  /** With include: retrieval. */
  readonly retrieval?: RetrieveResponse;
  /** With include: timings. */
  readonly timings?: LeanTimings;
}

/** The exact place that a statement rests on. */
export interface LeanCitation {
  /** The number of its marker in the answer. */
  readonly n: number;
  /** Of the chunk. */
  readonly id: string;
  /** The collection that it is in. */
  readonly collection: string;
  /** The document that it is of. */
  readonly documentId: string;
  /** The version that it is of, where versions are kept. */
  readonly documentVersion?: number;
  /** What the document is called. */
  readonly title: string;
  /** `report.pdf`, where it is of a file. */
  readonly fileName?: string;
  /** The folder that the file lies in, its name alone: it tells apart files that are called the same. */
  readonly folder?: string;
  /** Authors of the document, in order. */
  readonly authors?: readonly string[];
  /** When it was written, in ISO 8601. */
  readonly date?: string;
  /** Positions in the file, from 1; empty without pages. */
  readonly pages: readonly number[];
  /** What is printed on those pages, where it differs. */
  readonly printedPages?: readonly string[];
  /** The heading that it stands under, unless it is the title. */
  readonly section?: string;
  /** Word for word from the document. */
  readonly quote: string;
  /** Caption and unit of the table that the quote stands in. */
  readonly caption?: string;
  /** The header row of that table. */
  readonly context?: string;
  /** Of a row the cell that is asked for, where one column's head alone says that. */
  readonly cell?: CitedCell;
  /** What a model says of the figure that the quote stands for, which is not in the document. */
  readonly described?: PictureDescription;
  /** Whether the quote stands there: word for word; but for spaces, hyphens, signs and case; nearly; or not. */
  readonly located: 'exact' | 'normalised' | 'fuzzy' | 'no';
  /** Where located is fuzzy or no. */
  readonly similarity?: number;
  /** Where it begins in the text of the document, in UTF-16 code units. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** One a line: points from the top left of the page. */
  readonly rects: readonly Rect[];
  /** Relevance, 0…1, comparable across queries. */
  readonly score: number;
  /** Where it can be opened. */
  readonly url?: string;
}

/** A statement of an answer. */
export interface LeanClaim {
  /** What is stated, without markers. */
  readonly text: string;
  /** The numbers of its citations. */
  readonly citations: readonly number[];
  /** Whether the quotes bear it out; see `Claim`. */
  readonly supported: 'yes' | 'no' | 'unchecked';
  /** 0…1, by the model of entailment; absent where none was asked. */
  readonly probability?: number;
}

/** An answer with its citations. */
export interface LeanAnswer {
  /** The question as it was asked. */
  readonly question: string;
  /** Of a conversation: the question as it was asked of the documents. */
  readonly standalone?: {
    /** The question as it was asked. */
    readonly question: string;
    readonly rewrittenBy: 'model' | 'rule' | 'nobody';
  };
  /** False where the documents do not answer. */
  readonly answered: boolean;
  /** The answer with its markers. */
  readonly answer: string;
  /** How probable it is that the first citation answers. */
  readonly certainty?: number;
  /** By the number of their marker. */
  readonly citations: readonly LeanCitation[];
  /** The statements, in reading order. */
  readonly claims: readonly LeanClaim[];
  /** Where the documents do not answer: the places nearest to the question. */
  readonly nearest?: readonly LeanCitation[];
  /** Citations whose quotes give different numbers of the same thing, or of which the second changes the first. */
  readonly contradictions?: readonly {
    /** By the number of their marker. */
    readonly citations: readonly number[];
    readonly values: readonly number[];
    readonly unit?: string;
    /** What the second citation does to where the first stands: `changes clause 18.4`. */
    readonly change?: string;
  }[];
  /** `extractive`, or the language model that answered. */
  readonly model: string;
  /** What the language model took. */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly estimatedCostUsd?: number;
  };
  /** What a caller should know, in sentences. */
  readonly warnings: readonly string[];
  /** With include: retrieval. */
  readonly retrieval?: RetrieveResponse;
  /** With include: timings. */
  readonly timings?: LeanTimings;
}

/** What is known of a stored document. */
export interface LeanDocument {
  /** Names it in its collection. */
  readonly id: string;
  /** The collection that it is in. */
  readonly collection: string;
  /** What the document is called. */
  readonly title: string;
  /** Its authors, in order. */
  readonly creators: readonly string[];
  /** When it was written, in ISO 8601. */
  readonly date?: string;
  /** What the file is called that it came from, without its folder; absent for text that came without one. */
  readonly fileName?: string;
  /** The folder that the file lies in, its name alone. */
  readonly folder?: string;
  /** What it was read as. */
  readonly format: DocumentFormat;
  /** ISO 639-1, where known. */
  readonly language?: string;
  /** Your own kind of document. */
  readonly type?: string;
  /** Words to filter by. */
  readonly tags: readonly string[];
  /** What it belongs to. */
  readonly project?: string;
  /** Positions in the file, from 1; empty without pages. */
  readonly pages: number;
  /** How many chunks it has. */
  readonly chunks: number;
  /** Size of its source. */
  readonly bytes: number;
  /** Counts its stored states from 1. */
  readonly version: number;
  /** When it was first stored, in ISO 8601. */
  readonly addedAt: string;
  /** When it was last stored or changed, in ISO 8601. */
  readonly updatedAt: string;
  /** Your own fields. */
  readonly metadata: Readonly<Record<string, MetadataValue>>;
  /** Where it can be opened. */
  readonly url?: string;
}

/** What came of adding, without the chunks. */
export type LeanAdd = Omit<AddResponse, 'chunks'>;

/** The hits of a search, each with what of it matches. */
export function toLeanSearch(response: RetrieveResponse, options: LeanOptions = {}): LeanSearch {
  const { query, hits, explanation, success, degraded, warnings } = response;
  const documents = new Map(response.sources.map(({ document }) => [keyOf(document), document]));
  const results = hits.map((hit) =>
    toLeanHit(response, hit, documents.get(keyOf(hit.chunk, hit.collection)), options),
  );
  const stages = degraded.map(({ stage }) => stage);
  return { query, results, explanation, success, degraded: stages, warnings, ...included(response, options) };
}

/** What `include` asks for of a retrieval. */
function included(retrieval: RetrieveResponse, { include = [] }: LeanOptions) {
  return {
    ...(include.includes('retrieval') ? { retrieval: { ...retrieval } } : {}),
    ...(include.includes('timings') ? { timings: retrieval.stats } : {}),
  };
}

/** Of several versions of a document any one tells what it is called. */
const keyOf = ({ documentId, collection }: { documentId: string; collection?: string }, other = collection) =>
  JSON.stringify([other, documentId]);

function toLeanHit(
  response: RetrieveResponse,
  hit: Hit,
  document: Document | undefined,
  { urlOf, include = [] }: LeanOptions,
): LeanHit {
  const { collection, relevanceScore, explanation } = hit;
  const whole = withWholeChunk(hit);
  const { chunk } = whole;
  const { chunkId, documentId, documentVersion, pageNumbers, charStart, charEnd } = chunk;
  const chosen = excerptOf(response, whole);
  const excerpt = excerptText(chunk, chosen, (word) => word);
  const [page] = pageNumbers;
  const title = document?.title ?? documentId;
  const url = urlOf
    ? urlOf({ collection, documentId, documentVersion, page, charStart, charEnd })
    : document && addressOf(document, { quote: excerpt, page });
  return {
    id: chunkId,
    collection,
    documentId,
    title,
    ...fileOf(document?.sourcePath),
    pages: pageNumbers,
    section: sectionBesideTitle({ title, sectionHeading: sectionOf(chunk, chosen.bestStart) }),
    score: relevanceScore,
    excerpt,
    described: chunk.described,
    url,
    explanation,
    ...(include.includes('marks') ? { marks: excerptMarks(chunk, chosen), best: bestOf(chosen) } : {}),
    ...(include.includes('chunks') ? { chunk: { ...hit.chunk } } : {}),
    ...(include.includes('scores') ? { scores: scoresOf(hit) } : {}),
  };
}

/** Without what else a hit has. */
function scoresOf({
  relevanceScore,
  vectorScore,
  keywordScore,
  fusedScore,
  rerankScore,
  boost,
  rank,
}: Scores): Scores {
  return { relevanceScore, vectorScore, keywordScore, fusedScore, rerankScore, boost, rank };
}

function bestOf({ pieces, bestStart }: Excerpt): [number, number] | undefined {
  const best =
    pieces.find(({ charStart, charEnd }) => charStart <= bestStart! && bestStart! < charEnd) ?? pieces[0];
  return best && [best.charStart, best.charEnd];
}

/** The web address of a document at a place, or that of its file; `undefined` for text that came without either. */
function addressOf(
  { url = '', sourcePath, format }: Document,
  { quote, page }: { quote: string; page: number | undefined },
): string | undefined {
  const web = [url, sourcePath].find((address) => /^https?:/i.test(address));
  const at = page === undefined ? [] : [page];
  if (web === undefined) return linkOf({ sourcePath, pageNumbers: at });
  return deepLink(web, { format, quote, ...(page === undefined ? {} : { page }) });
}

/** The answer with its citations and claims; where there is none, the nearest places. */
export function toLeanAnswer(answer: CitedAnswer | ChatAnswer, options: LeanOptions = {}): LeanAnswer {
  const { question, answered, certainty, claims, contradictions, model, usage, warnings } = answer;
  const citations = answer.citations.map((citation) => toLeanCitation(citation, options));
  return {
    question,
    standalone: 'standalone' in answer ? answer.standalone : undefined,
    answered,
    answer: answer.answer,
    certainty,
    citations: answered ? citations : [],
    claims,
    nearest: answered ? undefined : citations,
    contradictions,
    model,
    usage,
    warnings,
    ...included(answer.retrieval, options),
  };
}

/** A citation in its lean form. */
export function toLeanCitation(
  citation: Citation,
  { urlOf = linkOfPlace(citation) }: LeanOptions = {},
): LeanCitation {
  const { collection, documentId, documentVersion, title, authors, date, quote, located } = citation;
  const { charStart, charEnd, rects, pageNumbers } = citation;
  const isExact = located === 'exact' || located === 'normalised';
  return {
    n: citation.sourceId,
    id: citation.chunkId,
    collection,
    documentId,
    documentVersion,
    title,
    ...fileOf(citation.sourcePath),
    authors: authors.length === 0 ? undefined : authors,
    date,
    pages: pageNumbers,
    printedPages: citation.pageLabels,
    section: sectionBesideTitle(citation),
    quote,
    caption: citation.quoteCaption,
    context: citation.quoteContext,
    cell: citation.cell,
    located,
    similarity: isExact ? undefined : citation.quoteSimilarity,
    charStart,
    charEnd,
    rects,
    described: citation.described,
    score: citation.retrievalScore,
    url: urlOf({ collection, documentId, documentVersion, page: pageNumbers[0], charStart, charEnd }),
  };
}

const linkOfPlace = (citation: Citation) => () => linkOf(citation);

/** A part of an answer that comes bit by bit, under the name that its server-sent event has. */
export type LeanEvent =
  /** Of a conversation: comes first. */
  | { readonly event: 'question'; readonly data: StandaloneQuestion }
  | { readonly event: 'sources'; readonly data: readonly LeanHit[] }
  /** A language model is asked now. */
  | { readonly event: 'asking'; readonly data: { readonly model: string } }
  | { readonly event: 'delta'; readonly data: { readonly text: string } }
  | { readonly event: 'citation'; readonly data: LeanCitation }
  | { readonly event: 'claim'; readonly data: Claim }
  /** What came before counts no more. */
  | { readonly event: 'restart'; readonly data: Readonly<Record<string, never>> }
  /** Comes last. */
  | { readonly event: 'done'; readonly data: LeanAnswer };

/** The same part of an answer, lean. */
export function toLeanEvent(event: AnswerEvent | ChatEvent, options: LeanOptions = {}): LeanEvent {
  switch (event.kind) {
    case 'question':
      return { event: 'question', data: { question: event.question, rewrittenBy: event.rewrittenBy } };
    case 'retrieval':
      return { event: 'sources', data: toLeanSearch(event.retrieval, options).results };
    case 'asking':
      return { event: 'asking', data: { model: event.model } };
    case 'text':
      return { event: 'delta', data: { text: event.text } };
    case 'citation':
      return { event: 'citation', data: toLeanCitation(event.citation, options) };
    case 'claim':
      return { event: 'claim', data: event.claim };
    case 'restart':
      return { event: 'restart', data: {} };
    case 'done':
      return { event: 'done', data: toLeanAnswer(event.answer, options) };
  }
}

/** A document in its lean form. */
export function toLeanDocument(document: Document, { urlOf }: LeanOptions = {}): LeanDocument {
  const { documentId, collection, title, creators, dateCreated, format, language, type, tags, project } =
    document;
  const { sourcePath, pageCount, chunkCount, bytes, version, ingestedAt, updatedAt, metadata } = document;
  const page = pageCount > 0 ? 1 : undefined;
  return {
    id: documentId,
    collection,
    title,
    creators,
    date: dateCreated,
    ...fileOf(sourcePath),
    format,
    language,
    type,
    tags,
    project,
    pages: pageCount,
    chunks: chunkCount,
    bytes,
    version,
    addedAt: ingestedAt,
    updatedAt,
    metadata,
    url: urlOf
      ? urlOf({ collection, documentId, page, charStart: 0, charEnd: 0 })
      : addressOf(document, { quote: '', page: undefined }),
  };
}

/** What came of adding, without the chunks. */
export function toLeanAdd({ chunks: _chunks, ...response }: AddResponse): LeanAdd {
  return response;
}
