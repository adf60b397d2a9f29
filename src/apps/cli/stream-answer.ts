import type {
  AnswerEvent,
  ChatAnswer,
  ChatEvent,
  CitedAnswer,
  KnowledgeBase,
  RetrieveResponse,
} from '../../index.ts';
import { note, paint } from './terminal/paint.ts';
import { jsonOf, printJsonLine, printLines, printNotes, printWords, type SessionOptions } from './session.ts';
import type { WaitNotice } from './terminal/wait-notice.ts';
import { describePages, ownSection } from './print/describe-place.ts';
import { plural, shorten } from './terminal/layout.ts';

/** Whether an answer is printed as it comes: where a person waits for a language model, unless it is said. */
export function isStreamed(
  kb: KnowledgeBase,
  { stream, json }: { readonly stream?: boolean; readonly json?: boolean },
): boolean {
  return stream ?? (process.stdout.isTTY && !json && kb.config.answer.model !== 'extractive');
}

/** Before a language model is asked: which one, and what was found so far. */
async function* tellingWhoIsAsked<Event extends AnswerEvent | ChatEvent>(
  events: AsyncIterable<Event>,
  notice: WaitNotice,
): AsyncGenerator<Event, void> {
  let found: readonly string[] = [];
  for await (const event of events) {
    if (event.kind === 'retrieval') found = describeFound(event.retrieval);
    if (event.kind === 'asking') {
      notice.clear();
      printNotes([describeAsking(event), ...found].map(paint.dim));
    }
    yield event;
  }
}

/** The whole answer, where it is not printed as it comes. */
export async function answerOf<Answer extends CitedAnswer | ChatAnswer>(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  notice: WaitNotice,
): Promise<Answer> {
  for await (const event of tellingWhoIsAsked(events, notice))
    if (event.kind === 'done') return event.answer as Answer;
  throw new Error('An answer ended without its last event.');
}

/** The words as they come, then notes and sources; the notice is there until the first word. */
export async function printStreamed(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  notice: WaitNotice,
): Promise<void> {
  for await (const event of tellingWhoIsAsked(events, notice)) {
    if (event.kind === 'question') notice.clear();
    else if (event.kind === 'text' || event.kind === 'restart' || event.kind === 'done') notice.stop();
    if (event.kind === 'text') printWords(event.text);
    if (event.kind === 'restart') printLines(['', paint.yellow('This does not hold. Instead:')]);
    if (event.kind === 'question') printRewritten(event);
    if (event.kind === 'done') {
      // It needs the library, which `--help` need not wait for.
      const { describeSources } = await import('./print/describe-answer.ts');
      printLines(['', ...event.answer.warnings.map(note), ...describeSources(event.answer)]);
    }
  }
}

/** Every event as a line of JSON. */
export async function printEvents(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  options: SessionOptions,
): Promise<void> {
  for await (const event of events)
    printJsonLine(await jsonOf(event, options, ({ toLeanEvent }) => toLeanEvent));
}

function printRewritten({ question, rewrittenBy }: Extract<ChatEvent, { kind: 'question' }>): void {
  if (rewrittenBy !== 'nobody') printLines([paint.dim(`Asked as: ${question}`)]);
}

const mostPlaces = 3;

/** Who writes the answer, for which one may have to wait. */
const describeAsking = ({ model, host }: Extract<AnswerEvent, { kind: 'asking' }>): string =>
  `Asking ${model}${host === undefined ? '' : ` at ${host}`} about what was found:`;

/** Where the best of what was found stands, a line each. */
function describeFound({ hits, sources }: RetrieveResponse): string[] {
  const titles = new Map(sources.map(({ document }) => [document.documentId, document.title]));
  const places = hits.map(({ chunk: { documentId, pageNumbers, sectionHeading } }) => {
    const title = titles.get(documentId) ?? documentId;
    const named = [title, describePages(pageNumbers)].filter(Boolean).join(', ');
    const heading = ownSection(title, sectionHeading);
    return heading === undefined ? named : `${named} · ${shorten(heading, 60)}`;
  });
  const shown = [...new Set(places)].slice(0, mostPlaces).map((place) => `  ${place}`);
  const [chunks, documents] = [plural(hits.length, 'passage'), plural(sources.length, 'document')];
  return hits.length > mostPlaces ? [...shown, `  … ${chunks} of ${documents} in all`] : shown;
}
