/**
 * From passages to a cited answer: the generator writes or quotes ; each quote is located in its document ; each claim is checked against
 * its quotes ; what holds is the answer, and where nothing does, the answer is declined with the nearest places.
 */
import type { DocumentContent } from '../store/store.ts';
import type { Document, DocumentFormat, Hit, Passage, RetrieveResponse } from '../types.ts';
import { documentKey, type DocumentPlace } from '../util/ids/document-key.ts';
import { findAmendments, type QuotedPlace } from './amend/amendments.ts';
import { quoteAmendments } from './amend/quote-amendments.ts';
import type { AnswerEvent } from './draft.ts';
import { CitationList } from './cite/citation-list.ts';
import { contradictionsAmong, describeContradiction } from './verify/contradictions.ts';
import type { CheckSupport } from './verify/check-claim.ts';
import { Draft } from './draft.ts';
import type { DraftClaim, GenerateRequest, Generator, PassageInContext } from './generator.ts';
import { describeOtherLanguage } from './other-language.ts';
import { contextOf, mayBeCut, passagesAndBestOf, passagesOf, withWholeSentences } from './passages.ts';
import { citedWorks } from '../text/structure/cited-works.ts';
import { contentsSpans, mayListContents } from '../text/structure/contents.ts';
import { ahead, mayHaveList } from '../text/structure/lead-in.ts';
import { codeIn, mayHoldHeading } from '../text/structure/quotable-units.ts';
import { tableHeadsOver } from '../text/structure/table-context.ts';
import type { Parties } from '../text/structure/parties.ts';
import { isTableRow } from '../text/structure/table-row.ts';

export interface AnswerParts {
  readonly generator: Generator;
  /** `undefined` when the document is gone. */
  readonly content: (place: DocumentPlace) => Promise<DocumentContent | undefined>;
  readonly document: (place: DocumentPlace) => Document | undefined;
  /** Of the question's names those that the document as a whole is about, whether or not a passage repeats them. */
  readonly subjects?: (place: DocumentPlace) => Parties;
  /** Answers where the generator has said something, and nothing of it holds. */
  readonly fallback?: Generator;
  /** For generators that answer in words of their own. */
  readonly checkSupport?: CheckSupport;
  /** Finds passages of a collection by words, where what is quoted may have been changed elsewhere. */
  readonly search?: (words: string, collection: string) => Promise<readonly Passage[]>;
}

export interface AnswerRequest {
  readonly question: string;
  readonly retrieval: RetrieveResponse;
  readonly signal?: AbortSignal;
}

export const notAnswered = 'The documents may not answer this question.';
const mostNearest = 3;
const notHeld = (modelId: string) =>
  `What ${modelId} wrote does not hold: no source bears it out. Answered without a language model.`;

/**
 * Has the generator answer from what was retrieved, and looks for every quote in the documents' own texts. A
 * quote that is not found there is dropped with a warning; a claim left without one, or that its sources do not
 * bear out, stays, marked as not supported. Citations are numbered in the order of first use, one for each document
 * and span. When every claim is one of these, the fallback answers instead. When the generator abstains, no claim holds and there is no
 * fallback, or nothing was retrieved, `answered` is false, `answer` is `notAnswered`, and `citations` are the nearest
 * evidence, at most three. Where quotes of two documents give different numbers of the same, `contradictions` says so. A place that changes what
 * is quoted is quoted too, as a claim of its own, and `contradictions` says so.
 *
 * Invariant: `quote === text.slice(charStart, charEnd)` for every citation; none has `located: 'no'`.
 *
 * @throws GenerationError when the generator fails.
 */
export async function* streamAnswer(
  parts: AnswerParts,
  request: AnswerRequest,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const { question, retrieval, signal } = request;
  const { generator, fallback, checkSupport, document } = parts;
  signal?.throwIfAborted();
  const contents = oncePerDocument(parts.content);
  // The token budget is a language model's: without one the best hits are read that it leaves out.
  const found = fallback === undefined ? passagesAndBestOf(retrieval) : passagesOf(retrieval);
  const prepare = (some: readonly Passage[]) =>
    preparePassages(parts, { passages: some, hits: retrieval.hits, contents });
  const { passages, gone } = await prepare(found);
  const openList = () => new CitationList({ passages, hits: retrieval.hits, contents, document });
  const amendmentsTo = (places: readonly QuotedPlace[], search: AnswerParts['search']) =>
    findAmendments(places, { passages, contents, document, search });
  if (fallback !== undefined && passages.length > 0) {
    // A language model is to see what changes the nearest places.
    const places = await placesNamed(fallback, { question, passages, signal });
    const more = new Set<Passage>((await amendmentsTo(places, parts.search)).map(({ passage }) => passage));
    for (const passage of passages) more.delete(passage);
    passages.push(...(await prepare([...more])).passages);
  }
  const asksNobody = passages.length === 0;
  const draft = new Draft(openList(), (asksNobody ? (fallback ?? generator) : generator).modelId);
  const languages = passages.map(({ language }) => language);
  const asked = { question, passages, signal };
  const writing = { draft, asked, openList, checkSupport, fallback };
  yield* write(generator, writing);
  if (fallback !== undefined && draft.claims.length > 0 && !draft.hasHeld) {
    draft.note({ kind: 'warning', warning: notHeld(draft.modelId) });
    yield { kind: 'restart' };
    draft.restart(openList(), fallback.modelId);
    yield* write(fallback, writing);
  }
  const answered = draft.hasHeld;
  if (!answered) {
    if (!draft.isEmpty) yield { kind: 'restart' };
    yield { kind: 'text', text: notAnswered };
    yield* draft.citeNearest(mostNearest);
    const warning = describeOtherLanguage(question, languages);
    if (warning !== undefined) draft.note({ kind: 'warning', warning });
  }
  // What a language model was shown is not searched for again.
  const search = fallback === undefined ? parts.search : undefined;
  const told = answered ? draft.list.citations : draft.list.citations.slice(0, 1);
  const amendments = await amendmentsTo(told, search);
  const changed = yield* quoteAmendments(amendments, { draft, passages, answered });
  const { citations } = draft.list;
  const differing = answered
    ? contradictionsAmong(
        question,
        citations,
        languages.find((language) => language !== undefined),
      )
    : [];
  const contradictions = [...differing, ...changed.contradictions];
  yield {
    kind: 'done',
    answer: {
      question,
      answer: answered ? draft.text : notAnswered,
      answered,
      citations,
      claims: draft.claims,
      groups: await draft.list.groups(),
      retrieval,
      ...(draft.certainty === undefined ? {} : { certainty: draft.certainty }),
      model: draft.modelId,
      ...(draft.usage === undefined ? {} : { usage: draft.usage }),
      ...(contradictions.length === 0 ? {} : { contradictions }),
      warnings: [
        ...retrieval.warnings,
        ...gone,
        ...draft.warnings,
        ...differing.map(describeContradiction),
        ...changed.warnings,
      ],
    },
  };
}

/** A year, or the number of a cited work. */
const mayBeOfWorks = /\b(?:19|20)\d\d|\[\d/;

/** Where the quotes begin that a generator would answer with, or show as the nearest. */
async function placesNamed(generator: Generator, request: GenerateRequest): Promise<QuotedPlace[]> {
  const claims: DraftClaim[] = [];
  for await (const event of generator.generate(request)) {
    if (event.kind === 'claim') claims.push(event.claim);
    else if (event.kind === 'abstain') claims.push(...event.nearest);
  }
  return claims.flatMap(({ supports }) =>
    supports.flatMap(({ passage: index, charStart }) => {
      const passage = request.passages[index];
      return passage === undefined || charStart === undefined ? [] : [{ ...passage, charStart }];
    }),
  );
}

interface Writing {
  readonly draft: Draft;
  readonly asked: GenerateRequest;
  readonly openList: () => CitationList;
  readonly checkSupport: CheckSupport | undefined;
  readonly fallback: Generator | undefined;
}

/** What a generator says goes into the draft; it is not asked about nothing. */
async function* write(
  generator: Generator,
  { draft, asked, openList, checkSupport, fallback }: Writing,
): AsyncGenerator<AnswerEvent, void> {
  if (asked.passages.length === 0) return;
  const isQuoting = () => draft.modelId === fallback?.modelId; // what it says are quotes
  for await (const event of generator.generate(asked)) {
    asked.signal?.throwIfAborted();
    if (event.kind === 'asking') yield event;
    else if (event.kind === 'text') yield draft.write(event.text);
    else if (event.kind === 'claim')
      yield* draft.add(event.claim, {
        signal: asked.signal,
        checkSupport: isQuoting() ? undefined : checkSupport,
      });
    else if (event.kind === 'restart') {
      if (!draft.isEmpty) yield { kind: 'restart' };
      draft.restart(openList(), event.modelId);
    } else draft.note(event);
  }
}

/** Asks for the same of each document at most once. */
function oncePerDocument<T>(
  read: (place: DocumentPlace) => Promise<T>,
): (place: DocumentPlace) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (place) => {
    const promise = known.get(documentKey(place)) ?? read(place);
    known.set(documentKey(place), promise);
    return promise;
  };
}

/** The passages of documents that are still there, without cut sentences, and what stands over them. */
async function preparePassages(
  { document, subjects }: AnswerParts,
  {
    passages,
    hits,
    contents,
  }: { passages: readonly Passage[]; hits: readonly Hit[]; contents: AnswerParts['content'] },
) {
  const textOf = async (place: DocumentPlace) => (await contents(place))?.text;
  const listingsOf = oncePerDocument(async (place) => contentsSpans((await textOf(place)) ?? ''));
  const worksOf = oncePerDocument(async (place) => {
    const content = await contents(place);
    return content ? citedWorks(content, document(place)?.language) : [];
  });
  const listings = async ({ format }: Document, passage: Passage) => {
    const blocks = mixedFormats.has(format) ? (await contents(passage))?.structure?.blocks : undefined;
    return blocks && codeIn(blocks, passage);
  };
  const gone = new Set<string>();
  const prepared: PassageInContext[] = [];
  for (const found of passages) {
    const owner = document(found);
    if (owner === undefined) {
      gone.add(found.documentId);
      continue;
    }
    const { language } = owner;
    const text = mayBeCut(found) ? await textOf(found) : undefined;
    const passage = text === undefined ? found : withWholeSentences(found, text, language);
    const [opening = ''] = passage.text.split('\n', 1);
    const parties = subjects?.(passage);
    const tableText = isTableRow(opening) ? await textOf(passage) : undefined;
    prepared.push({
      ...passage,
      language,
      context: contextOf(passage, owner, hits),
      subjects: parties?.names ?? [],
      parties,
      tableHeads: tableText === undefined ? [] : tableHeadsOver(tableText, passage.charStart),
      textBehind: mayHaveList(passage.text)
        ? (await textOf(passage))?.slice(passage.charEnd, passage.charEnd + ahead)
        : undefined,
      headingsInside: mayHoldHeading(passage.text) ? headingsIn(passage, await contents(passage)) : [],
      code: await listings(owner, passage),
      works: mayBeOfWorks.test(passage.text) ? await worksOf(passage) : [],
      contents: mayListContents(passage.text) ? await listingsOf(passage) : [],
    });
  }
  const warnings = Array.from(
    gone,
    (id) => `Document ${id} is not there any more; its passages were left out.`,
  );
  return { passages: prepared, gone: warnings };
}

/** Those that tell listings from the text around them. */
const mixedFormats: ReadonlySet<DocumentFormat> = new Set(['html', 'epub', 'markdown', 'email', 'json']);

/** Of the sections that begin in a passage. */
const headingsIn = ({ charStart, charEnd }: Passage, content: DocumentContent | undefined): string[] =>
  (content?.sections ?? [])
    .filter((section) => charStart <= section.charStart && section.charStart < charEnd)
    .map(({ heading }) => heading);
