import { splitUnits } from '../../text/structure/quotable-units.ts';
import { buildPrompt } from './prompt.ts';
import { MarkedReply } from './marked-reply.ts';
import type { Cite, ReplyEvent, ReplyReader } from './reply.ts';
import { replySchema, StructuredReply } from './structured-reply.ts';
import type {
  DraftClaim,
  DraftSupport,
  GenerateRequest,
  Generator,
  GeneratorEvent,
  PassageInContext,
} from '../generator.ts';
import { GenerationError } from '../../errors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { analyse } from '../../text/terms/analyser.ts';

export interface GeneratedParts {
  readonly model: LanguageModel;
  /** Judges whether there is anything to answer from, shows what is nearest, and answers where the model fails. */
  readonly extractive: Generator;
}

/** Tokens that a model may write for one answer, what it thinks included. */
const maxOutputTokens = 4000;

/**
 * Below both of these nothing that was retrieved has to do with the question: the model is not asked. A call too many
 * costs little, an answer too few much: of 397 XQuAD questions over all paragraphs one had less than this relevance, of
 * 39 questions about annual reports 33.
 */
const leastRelevance = 0.03;
const leastCertainty = 0.1;

/**
 * Answers with a language model, which sees the passages as numbered data. It is not asked when nothing relevant was
 * retrieved. When it fails before its first claim, the extractive answer stands in, with a warning; later, what
 * it has said until then stays.
 */
export function createGeneratedGenerator({ model, extractive }: GeneratedParts): Generator {
  return {
    modelId: model.modelId,
    async *generate(request: GenerateRequest): AsyncGenerator<GeneratorEvent> {
      let found: GeneratorEvent[] | undefined;
      const extract = async () => (found ??= await collect(extractive.generate(request)));
      if (seemsIrrelevant(request) && isIrrelevant(await extract())) {
        yield { kind: 'restart', modelId: extractive.modelId };
        yield { kind: 'warning', warning: describeNotAsked(model) };
        yield { kind: 'abstain', nearest: nearestOf(await extract()) };
        return;
      }
      yield {
        kind: 'asking',
        model: model.modelId,
        ...(model.host === undefined ? {} : { host: model.host }),
      };
      let hasClaims = false;
      try {
        for await (const event of askModel(model, request)) {
          hasClaims ||= event.kind === 'claim';
          if (event.kind === 'abstain') {
            yield { kind: 'restart', modelId: model.modelId }; // it may say so behind its claims
            yield { ...event, nearest: nearestOf(await extract()) };
          } else yield event;
        }
      } catch (error) {
        if (!(error instanceof GenerationError)) throw error;
        yield { kind: 'warning', warning: describeFailure(error, { hasClaims }) };
        if (hasClaims) return;
        yield { kind: 'restart', modelId: extractive.modelId };
        yield* await extract();
      }
    },
  };
}

async function collect(events: AsyncIterable<GeneratorEvent>): Promise<GeneratorEvent[]> {
  const all: GeneratorEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function describeFailure({ message, hint }: GenerationError, { hasClaims }: { hasClaims: boolean }): string {
  const consequence = hasClaims ? 'The answer stops early' : 'Answered without a language model';
  return `${consequence}: ${message}.${hint === undefined ? '' : ` ${hint}`}`;
}

const describeNotAsked = ({ modelId }: LanguageModel): string =>
  `${modelId} was not asked: nothing that was found has to do with the question.`;

const seemsIrrelevant = ({ passages }: GenerateRequest): boolean =>
  passages.every(({ relevanceScore }) => relevanceScore < leastRelevance);

const isIrrelevant = (evidence: readonly GeneratorEvent[]): boolean =>
  evidence.every((event) => event.kind !== 'certainty' || event.certainty < leastCertainty);

/** What to show when there is no answer: what the extractive answer would be, or the nearest there is. */
function nearestOf(evidence: readonly GeneratorEvent[]): DraftClaim[] {
  return evidence.flatMap((event) => {
    if (event.kind === 'claim') return [event.claim];
    return event.kind === 'abstain' ? event.nearest : [];
  });
}

/** Asks with a schema where the model takes one, and once more without when its server has just refused it. */
async function* askModel(model: LanguageModel, request: GenerateRequest): AsyncGenerator<GeneratorEvent> {
  const structured = model.takesSchemas;
  try {
    yield* askOnce(model, request, structured);
  } catch (error) {
    if (!structured || model.takesSchemas) throw error;
    yield* askOnce(model, request, false);
  }
}

async function* askOnce(
  model: LanguageModel,
  request: GenerateRequest,
  structured: boolean,
): AsyncGenerator<GeneratorEvent> {
  const { passages, signal } = request;
  const reader = createReplyReader(passages.find(({ language }) => language !== undefined)?.language);
  const asked = { ...buildPrompt(request, { structured }), maxOutputTokens, signal };
  let [isEmpty, hasClaims] = [true, false];
  const read = (events: readonly ReplyEvent[]): GeneratorEvent[] => {
    isEmpty &&= events.length === 0;
    hasClaims ||= events.some(({ kind }) => kind === 'claim');
    return events.flatMap((event) => toGeneratorEvents(event, request));
  };
  try {
    for await (const part of model.streamText(structured ? { ...asked, schema: replySchema } : asked)) {
      if (part.kind === 'text') yield* read(reader.push(part.text));
      else {
        yield { kind: 'usage', ...part.usage };
        if (part.cutOff) yield { kind: 'warning', warning: cutOffWarning };
      }
    }
  } catch (error) {
    if (hasClaims) yield* read(reader.end()); // words that were given out belong to a claim
    throw error;
  }
  yield* read(reader.end());
  if (reader.removedLinks > 0) yield { kind: 'warning', warning: 'Links in the answer were removed.' };
  if (isEmpty) throw nothingWritten(model);
}

const nothingWritten = ({ modelId }: LanguageModel) =>
  new GenerationError(`${modelId} wrote nothing that can be read as an answer`, {
    hint: 'Try again, or choose another model.',
    context: { model: modelId, reason: 'malformed' },
  });

const cutOffWarning = `The answer was cut off at ${maxOutputTokens} tokens; ask for less at once.`;

function toGeneratorEvents(event: ReplyEvent, request: GenerateRequest): GeneratorEvent[] {
  if (event.kind === 'text') return [event];
  if (event.kind === 'abstain') return [{ kind: 'abstain', nearest: [] }];
  const { passages } = request;
  const lost = event.cites.filter(({ number }) => passages[number - 1] === undefined);
  const supports = event.cites
    .filter((cite) => !lost.includes(cite))
    .flatMap((cite) => toSupports(event.text, cite, request));
  return [
    ...lost.map(({ number }): GeneratorEvent => ({
      kind: 'warning',
      warning: `The marker [${number}] points at no passage and was removed.`,
    })),
    { kind: 'claim', claim: { text: event.text, supports } },
  ];
}

function toSupports(claim: string, { number, quote }: Cite, { passages }: GenerateRequest): DraftSupport[] {
  const index = number - 1;
  if (quote !== undefined) return [{ passage: passageWith(quote, passages, index), quote }];
  return quotesFor(claim, passages[index]!, index);
}

/** Models confuse numbers: a quote that does not stand in the passage it is given for, but in another, is of that one. */
function passageWith(quote: string, passages: GenerateRequest['passages'], given: number): number {
  if (passages[given]!.text.includes(quote)) return given;
  const found = passages.findIndex(({ text }) => text.includes(quote));
  return found === -1 ? given : found;
}

const mostQuotes = 3;
/** Further sentences must add this many terms of the claim. */
const fewestAdded = 2;

/**
 * The sentences of a passage that say most of what a claim says, where only a marker tells what the claim rests on: the
 * one that shares most of its terms, and at most two that add to it, in reading order; none that shares no term.
 * @param index of the passage in the request.
 */
function quotesFor(claim: string, passage: PassageInContext, index: number): DraftSupport[] {
  const { text, charStart, language, code } = passage;
  const open = new Set(analyse(claim, language));
  const units = splitUnits(text, { language, code })
    .filter(({ kind }) => kind !== 'heading')
    .map((unit) => ({ unit, terms: new Set(analyse(unit.text, language)) }));
  const taken: typeof units = [];
  while (taken.length < mostQuotes) {
    const added = (candidate: (typeof units)[number]) =>
      [...candidate.terms].filter((term) => open.has(term)).length;
    const counts = units.map(added);
    const most = Math.max(0, ...counts);
    if (most < (taken.length === 0 ? 1 : fewestAdded)) break;
    const best = units[counts.indexOf(most)]!;
    taken.push(best);
    for (const term of best.terms) open.delete(term);
  }
  return taken
    .toSorted((a, b) => a.unit.start - b.unit.start)
    .map(({ unit }) => ({ passage: index, quote: unit.text, charStart: charStart + unit.start }));
}

/** White space and the fence that models like to put around JSON. */
const opening = /^\s*(?:`{3}\w*\s*)?/;
/** Characters after which it is none. */
const longestOpening = 200;
const maybeOpening = /^\s*(?:`{1,3}\w*\s*)?$/;

/**
 * Reads a reply as what it turns out to be: an object with claims, or prose with markers; models do not always write what
 * they are asked for.
 * @param language of the prose, ISO 639-1.
 */
export function createReplyReader(language?: string): ReplyReader {
  let reader: ReplyReader | undefined;
  let beginning = '';

  function open(): ReplyEvent[] {
    const text = beginning.replace(opening, '');
    reader = text.startsWith('{') ? new StructuredReply() : new MarkedReply(language);
    return reader.push(text);
  }

  return {
    get removedLinks() {
      return reader?.removedLinks ?? 0;
    },
    push(delta) {
      if (reader !== undefined) return reader.push(delta);
      beginning += delta;
      return beginning.length <= longestOpening && maybeOpening.test(beginning) ? [] : open();
    },
    end() {
      const rest = reader === undefined ? open() : [];
      return [...rest, ...reader!.end()];
    },
  };
}
