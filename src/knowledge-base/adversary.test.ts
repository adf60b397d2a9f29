/** Whatever a model writes, no quote leaves that its document does not have. Real HTTP, real streams, a model that lies. */
import * as fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimsReply, passagesOf, type ModelClaim } from '../../test/support/answering-model.ts';
import { collect } from '../../test/support/collect.ts';
import { startOpenAiServer, type ChatReply, type OpenAiServer } from '../../test/support/openai-server.ts';
import { writePdf } from '../../test/support/pdf.ts';
import type { AnswerEvent } from '../answer/draft.ts';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';
import type { Citation } from '../types.ts';

const pumps =
  '# Pumps\n\nThe ﬁrst oﬃce orders 14 pumps in March. The agree-\nment on pumps ends on 5 May 2027.\n\n' +
  'No pump is shipped without a seal, and each costs 1,250 euros.';
const seals = '# Seals\n\nA seal lasts 4,000 hours of operation. The seal of a pump must not be greased.';
const pages = [
  'The pump station of Aster has three halls. Each hall holds 6 pumps and is closed on',
  'Sundays. The seals of the station are changed every 250 days by two persons.',
];
const question = 'What is known of pumps and seals?';

const asText = (source: string, uri: string) => ({ source, uri, sourceType: 'text' as const });

let folder: string;
let server: OpenAiServer;
let kb: KnowledgeBase;
const texts = new Map<string, string>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-adversary-'));
  server = await startOpenAiServer();
  kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    llm: { model: 'openai-compatible:liar', baseUrl: server.baseUrl },
    calls: { maxRetries: 0 },
    answer: { model: 'openai-compatible:liar' },
  });
  const station = join(folder, 'station.pdf');
  await writePdf(station, pages);
  await kb.addDocuments([asText(pumps, 'pumps.md'), asText(seals, 'seals.md'), station]);
  for (const { documentId } of await kb.documents()) {
    texts.set(documentId, (await kb.document(documentId)).text);
  }
});
afterAll(async () => {
  await kb.close();
  await server.close();
  await rm(folder, { recursive: true });
});

type Lie = (sentence: string, picks: Picks) => string;
interface Picks {
  readonly passages: readonly string[];
  readonly passage: number;
  readonly other: number;
}

const sentencesOf = (passage: string) =>
  passage
    .replace(/^\(.*?\)\n\n/s, '')
    .split(/(?<=\.)\s+/)
    .filter((sentence) => sentence.length > 20);

/** What a model may make of a sentence that the document does not say. */
const lies: Readonly<Record<string, Lie>> = {
  invented: () => 'The board has decided to sell every pump at a loss.',
  shuffled: (sentence) => sentence.split(' ').toReversed().join(' '),
  renumbered: (sentence) => sentence.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
  denied: (sentence) => sentence.replace(/\b(must not|No|has|holds|lasts|orders)\b/, 'never'),
  spliced: (sentence, { passages, other }) =>
    `${sentence.slice(0, -30)} ${sentencesOf(passages[other % passages.length]!)[0]?.slice(-30) ?? ''}`,
  empty: () => '',
  endless: (sentence) => sentence.repeat(30),
};
/** What the document says in other signs. */
const held: Readonly<Record<string, Lie>> = {
  copied: (sentence) => sentence,
  spelled: (sentence) => sentence.normalize('NFKC').replaceAll('-\n', ''),
  shouted: (sentence) => sentence.toUpperCase(),
};
const kinds = { ...lies, ...held };

interface Step {
  readonly kind: string;
  readonly passage: number;
  readonly sentence: number;
  readonly other: number;
  /** Whether the marker is that of another passage, or of none. */
  readonly marker: 'right' | 'other' | 'none';
}

const step = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  passage: fc.nat(20),
  sentence: fc.nat(20),
  other: fc.nat(20),
  marker: fc.constantFrom('right' as const, 'right' as const, 'other' as const, 'none' as const),
});

function toClaim({ kind, marker, ...picks }: Step, passages: readonly string[]): ModelClaim {
  const passage = picks.passage % passages.length;
  const sentences = sentencesOf(passages[passage]!);
  const sentence = sentences[picks.sentence % sentences.length] ?? '';
  const quote = kinds[kind]!(sentence, { passages, passage, other: picks.other });
  const numbers = { right: passage + 1, other: (picks.other % passages.length) + 1, none: 99 };
  return {
    text: quote === '' ? 'Nothing is known.' : quote.slice(0, 300),
    quotes: [[numbers[marker], quote]],
  };
}

/** Sends a text in pieces of the given sizes, over and over. */
function inPieces(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)!.length) {
    pieces.push(text.slice(at, at + sizes[pieces.length % sizes.length]!));
  }
  return pieces;
}

const asProse = (claims: readonly ModelClaim[]): string =>
  claims.map(({ text, quotes: [[number] = [0]] }) => `${text.replace(/\.?$/, '')} [${number}].`).join(' ');

it('lets no quote out that its document does not have, and no marker without a citation before it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (steps, sizes, isProse) => {
        server.reply((body): ChatReply => {
          const claims = steps.map((one) => toClaim(one, passagesOf(body)));
          const text = isProse ? asProse(claims) : claimsReply(...claims).text;
          return { text, pieces: inPieces(text, sizes) };
        });
        checkStream(await collect(kb.askStream(question)));
      },
    ),
    { numRuns: 40 },
  );
});

it.each(Object.keys(lies))('bears out no claim that is %s', async (kind) => {
  server.reply((body) => {
    const passages = passagesOf(body);
    const passage = passages.findIndex((text) => text.includes('4,000'));
    const sentence = sentencesOf(passages[passage]!).findIndex((text) => text.includes('4,000'));
    return claimsReply(toClaim({ kind, passage, sentence, other: passage + 1, marker: 'right' }, passages));
  });
  const { claims } = checkStream(await collect(kb.askStream(question)));
  expect(claims.filter(({ supported }) => supported !== 'no')).toEqual([]);
});

it.each(Object.keys(held))('finds a quote that is %s', async (kind) => {
  server.reply((body) => {
    const passages = passagesOf(body);
    const passage = passages.findIndex((text) => text.includes('agree-'));
    const sentence = sentencesOf(passages[passage]!).findIndex((text) => text.includes('agree-'));
    return claimsReply(toClaim({ kind, passage, sentence, other: 0, marker: 'right' }, passages));
  });
  const { citations } = checkStream(await collect(kb.askStream(question)));
  expect(citations.map(({ quote }) => quote)).toEqual(['The agree-\nment on pumps ends on 5 May 2027.']);
});

it('finds a quote that goes over from one page to the next, and names both', async () => {
  const quote = 'Each hall holds 6 pumps and is closed on Sundays.';
  server.reply((body) => {
    const number = passagesOf(body).findIndex((text) => text.includes('Sundays')) + 1;
    return claimsReply({ text: quote, quotes: [[number, quote]] });
  });
  const { citations } = checkStream(
    await collect(kb.askStream('Which hall of the station is closed on Sundays?')),
  );
  expect(citations.map(({ pageNumbers }) => pageNumbers)).toEqual([[1, 2]]);
});

/** What must hold of every stream, whatever the model wrote. */
function checkStream(events: readonly AnswerEvent[]) {
  const last = events.at(-1)!;
  if (last.kind !== 'done') throw new Error('The stream has no end.');
  const { answer } = last;
  const shown = new Map<number, Citation>();
  let words = '';
  for (const event of events) {
    if (event.kind === 'restart') {
      words = '';
      shown.clear();
    } else if (event.kind === 'citation') {
      checkCitation(event.citation);
      expect(shown.has(event.citation.sourceId)).toBe(false);
      shown.set(event.citation.sourceId, event.citation);
      expect(shown.size).toBe(event.citation.sourceId);
    } else if (event.kind === 'text') {
      words += event.text;
      for (const [, number] of event.text.matchAll(/\[(\d+)\]/g))
        expect(shown.has(Number(number))).toBe(true);
    } else if (event.kind === 'claim') {
      expect(event.claim.supported).toBe(event.claim.citations.length > 0 ? 'unchecked' : 'no');
    }
  }
  expect(words).toBe(answer.answer);
  expect([...shown.values()]).toEqual(answer.citations);
  expect(answer.answered).toBe(answer.claims.some(({ supported }) => supported !== 'no'));
  return answer;
}

function checkCitation({ documentId, charStart, charEnd, quote, located }: Citation): void {
  expect(texts.get(documentId)!.slice(charStart, charEnd)).toBe(quote);
  expect(quote.trim()).not.toBe('');
  expect(located).not.toBe('no');
}
