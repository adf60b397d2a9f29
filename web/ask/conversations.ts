/** Conversations: what was asked and answered. They are kept in this browser, and nowhere else. */
import { signal } from '@preact/signals';
import { eventsOf, ServerProblem, unlessUsual } from '../api.ts';
import { say } from '../parts/says.ts';
import { wordsOf, type Words } from '../parts/Trouble.tsx';
import type { Answer, Citation, Claim, Hit, Problem } from '../shapes.ts';
import { readText } from './pieces.ts';

export interface Turn {
  readonly question: string;
  readonly collection: string;
  readonly state: 'asking' | 'done' | 'failed' | 'stopped';
  /** How a follow-up was made to stand alone. */
  readonly standalone?: string | undefined;
  /** What was found, and the language model that is asked about it; only while it is asked. */
  readonly waiting?: { readonly found: readonly Hit[]; readonly model?: string } | undefined;
  /** What of the answer has come. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly claims: readonly Claim[];
  readonly answer?: Answer | undefined;
  readonly error?: Words | undefined;
}

export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
}

const storeName = 'pincite.conversations';
const mostConversations = 50;

/** How many turns of a conversation a question is sent with: the server takes 200 messages. */
const mostTurns = 100;

export const conversations = signal<readonly Conversation[]>(kept());

/** Whether it is as this page keeps them; others may have written to the storage. */
function isConversation(given: Partial<Conversation> | null): given is Conversation {
  if (typeof given?.id !== 'string' || !Array.isArray(given.turns) || given.turns.length === 0) return false;
  return given.turns.every(
    (turn: Partial<Turn> | null) =>
      typeof turn?.question === 'string' &&
      typeof turn.text === 'string' &&
      Array.isArray(turn.citations) &&
      Array.isArray(turn.claims) &&
      (turn.state === 'stopped' || turn.state === 'failed' || Array.isArray(turn.answer?.warnings)),
  );
}

function kept(): readonly Conversation[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storeName) ?? '[]');
    return Array.isArray(list) ? list.filter(isConversation) : [];
  } catch {
    return [];
  }
}

/** A conversation in place of what is kept of it; other tabs have kept theirs. The oldest go where there is no room. */
function keep(id: string): void {
  const turns = conversationOf(id)?.turns.map(ended) ?? [];
  const others = kept().filter((one) => one.id !== id);
  const all = turns.length > 0 ? [{ id, turns }, ...others] : others;
  for (let count = Math.min(all.length, mostConversations); ; count = Math.floor(count / 2)) {
    try {
      localStorage.setItem(storeName, JSON.stringify(all.slice(0, count)));
      return;
    } catch {
      if (count === 0) return; // The store of the browser is full.
    }
  }
}

/** Who leaves while an answer comes finds the question again. */
const ended = (turn: Turn): Turn =>
  turn.state === 'asking' ? { ...turn, state: 'stopped', waiting: undefined } : turn;
let isLeaving = false; // browsers break off what is under way, which is no failure
addEventListener('beforeunload', () => {
  isLeaving = true;
  setTimeout(() => (isLeaving = false), 2000); // who was asked may have stayed
});
addEventListener('pagehide', () => {
  for (const id of running.keys()) keep(id);
});

/** Another tab has kept or forgotten some; what is under way in this one stays. */
addEventListener('storage', ({ key, newValue }) => {
  if (key !== storeName && key !== null) return;
  if (newValue === null) return forgetShown();
  const own = conversations.value.filter(({ id }) => running.has(id));
  const others = kept().filter(({ id }) => !own.some((one) => one.id === id));
  conversations.value = [...own, ...others];
});

export const conversationOf = (id: string | null) => conversations.value.find((one) => one.id === id);

export function forget(id: string): void {
  stop(id);
  conversations.value = conversations.value.filter((one) => one.id !== id);
  keep(id);
}

function forgetShown(): void {
  for (const work of running.values()) work.abort();
  conversations.value = [];
}

/** When somebody signs out: what was asked is not for whoever comes next. */
export function forgetAll(): void {
  forgetShown();
  localStorage.removeItem(storeName);
}

const running = new Map<string, AbortController>();

export const stop = (id: string) => running.get(id)?.abort();

/**
 * Asks in a conversation, which begins with it where there is none of that name; the answer is shown as it comes.
 * A last question that had no answer is asked again, or stays where another one is asked.
 */
export async function askIn(id: string, question: string, collection: string): Promise<void> {
  const turns = conversationOf(id)?.turns ?? [];
  const last = turns.at(-1);
  const isAgain = last !== undefined && last.state !== 'done' && last.question === question;
  const before = isAgain ? turns.slice(0, -1) : turns;
  const index = before.length;
  const set = (turn: Turn) => {
    const others = conversations.value.filter((one) => one.id !== id);
    conversations.value = [{ id, turns: [...before, turn] }, ...others];
  };
  const change = (changes: Partial<Turn>) => {
    const turn = conversationOf(id)?.turns[index];
    if (turn) set({ ...turn, ...changes }); // else it was forgotten
  };
  set({ question, collection, state: 'asking', text: '', citations: [], claims: [] });
  say('Looking for the answer.');
  const messages = before
    .filter(({ state }) => state === 'done')
    .slice(-mostTurns)
    .flatMap((turn) => [
      { role: 'user', content: turn.question },
      { role: 'assistant', content: turn.answer?.answer ?? '' },
    ]);
  const body = {
    question,
    include: ['timings'],
    collection: unlessUsual(collection),
    messages,
  };
  const stopping = new AbortController();
  running.set(id, stopping);
  try {
    for await (const { event, data } of eventsOf('/v1/ask', { body, signal: stopping.signal })) {
      const turn = conversationOf(id)?.turns[index];
      if (turn === undefined) return; // it was forgotten
      if (event === 'question') change({ standalone: (data as { question: string }).question });
      if (event === 'sources') change({ waiting: { found: data as Hit[] } });
      if (event === 'asking') {
        const { model } = data as { model: string };
        change({ waiting: { found: turn.waiting?.found ?? [], model } });
        say(`Asking ${model}.`);
      }
      if (event === 'restart') change({ text: '', claims: [], citations: [] });
      if (event === 'delta') change({ text: turn.text + (data as { text: string }).text });
      if (event === 'citation') change({ citations: [...turn.citations, data as Citation] });
      if (event === 'claim') change({ claims: [...turn.claims, data as Claim] });
      if (event === 'error') throw new ServerProblem(data as Problem);
      if (event === 'done') {
        const answer = data as Answer;
        const { answer: text, claims, citations, nearest = [] } = answer;
        change({
          answer,
          text,
          claims,
          citations: answer.answered ? citations : nearest,
          state: 'done',
          waiting: undefined,
        });
        say(
          answer.answered
            ? `Answer: ${readText(text, claims, citations)}`
            : 'The documents may not answer this. The nearest places are shown.',
        );
      }
    }
    if (conversationOf(id)?.turns[index]?.state === 'asking') throw new Error('The answer broke off.');
  } catch (error) {
    const words = wordsOf(error);
    const isStopped = stopping.signal.aborted || isLeaving;
    change({
      waiting: undefined,
      ...(isStopped ? { state: 'stopped' } : { state: 'failed', error: words }),
    });
    say(isStopped ? 'Stopped.' : words.message);
  } finally {
    running.delete(id);
  }
  if (conversationOf(id)) keep(id);
}
