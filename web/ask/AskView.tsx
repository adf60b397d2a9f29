import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, queryOf, unlessUsual } from '../api.ts';
import { BesideReader } from '../parts/BesideReader.tsx';
import { CollectionChoice } from '../parts/CollectionChoice.tsx';
import { collections, collectionsError, isEmpty, loadCollections } from '../parts/collections.ts';
import { EmptyStore } from '../parts/EmptyStore.tsx';
import { placeOf } from '../parts/place.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useSlash } from '../parts/use-slash.ts';
import { address, navigate, withQuery } from '../route.ts';
import type { Citation, DocumentList } from '../shapes.ts';
import { askIn, conversationOf, stop } from './conversations.ts';
import { History } from './History.tsx';
import { TurnView } from './TurnView.tsx';

/** Of the example documents. */
const suggestions = [
  'Which law governs the supply agreement?',
  'What revenue does Sundmere expect for 2026?',
  'What does error code E27 of the Heron 4 mean?',
  'What interest does the bank loan bear?',
];
const unanswerable = 'What fee was the chair of the board paid in 2025?';

const newId = () =>
  crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), '');

/** Questions and their answers; a citation opens beside them. */
export function AskView() {
  const { searchParams } = address.value;
  const id = searchParams.get('c');
  const asked = searchParams.get('q');
  const conversation = conversationOf(id);
  const [collection, setCollection] = useState(searchParams.get('collection') ?? 'default');
  useEffect(() => void loadCollections(), []);

  // A question of a link waits for whoever opened it: others may have made the link, and an answer may cost.
  const waiting = conversation === undefined ? (asked ?? '') : '';
  const begin = (question: string, into = collection) => {
    const to = id ?? newId();
    const first = conversation?.turns[0]?.question ?? question;
    const cite = question === waiting ? (searchParams.get('cite') ?? undefined) : undefined;
    navigate(`/${queryOf({ c: to, q: first, collection: unlessUsual(into), cite })}`, {
      replace: asked !== null,
    });
    void askIn(to, question, into);
  };

  const turns = conversation?.turns ?? [];
  const [turnIndex, number] = (searchParams.get('cite') ?? '').split('.').map(Number);
  const cited = turns[(turnIndex ?? 0) - 1]?.citations ?? [];
  const index = cited.findIndex(({ n }) => n === number);
  const open = (turn: number, citation: Citation | undefined) =>
    navigate(withQuery({ cite: citation && `${turn + 1}.${citation.n}` }), { replace: index !== -1 });

  const isAsking = turns.at(-1)?.state === 'asking';
  return (
    <BesideReader
      places={cited.map(placeOf)}
      index={index === -1 ? undefined : index}
      go={(next) => open(turnIndex! - 1, next === undefined ? undefined : cited[next])}
    >
      {turns.length === 0 && <h1 class="greeting">Ask your documents</h1>}
      {turns.length > 0 && <h1 class="unseen">Conversation</h1>}
      {collectionsError.value !== undefined && (
        <Trouble error={collectionsError.value} retry={() => void loadCollections()} />
      )}
      {turns.map((turn, at) => (
        <TurnView
          key={`${id}${at}`}
          turn={turn}
          opened={at + 1 === turnIndex && index !== -1 ? number : undefined}
          open={(citation) => open(at, citation)}
          retry={() => begin(turn.question, turn.collection)}
          stop={() => stop(id!)}
        />
      ))}
      {isEmpty() && turns.length === 0 ? (
        <EmptyStore />
      ) : (
        <Question given={waiting} isFollowUp={turns.length > 0} isAsking={isAsking} onAsk={begin}>
          <CollectionChoice value={collection} onChoice={setCollection} />
        </Question>
      )}
      {turns.length === 0 && collections.value !== undefined && !isEmpty() && (
        <>
          <Suggestions onAsk={begin} />
          <History />
        </>
      )}
    </BesideReader>
  );
}

/** Of a question, as the server takes it. */
const mostChars = 4000;
const tooLong = (length: number) =>
  `A question has at most ${mostChars.toLocaleString('en')} characters; this one has ${length.toLocaleString('en')}.`;

interface QuestionProps {
  /** What the field is filled with. */
  readonly given: string;
  readonly isFollowUp: boolean;
  readonly isAsking: boolean;
  readonly onAsk: (question: string) => void;
  readonly children: ComponentChildren;
}

function Question({ given, isFollowUp, isAsking, onAsk, children }: QuestionProps) {
  const field = useSlash<HTMLTextAreaElement>();
  const form = useRef<HTMLFormElement>(null);
  const grow = () => {
    const { length } = field.current!.value.trim();
    field.current!.setCustomValidity(length > mostChars ? tooLong(length) : '');
    field.current!.style.height = 'auto';
    field.current!.style.height = `${field.current!.scrollHeight + 2}px`;
  };
  useEffect(() => {
    field.current!.value = given;
    grow();
  }, [given]);
  const submit = (event: Event) => {
    event.preventDefault();
    const question = field.current!.value.trim();
    if (question === '' || isAsking || !form.current!.reportValidity()) return;
    field.current!.value = '';
    grow();
    onAsk(question);
  };
  return (
    <form class="ask" ref={form} onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        aria-label={isFollowUp ? 'Your next question' : 'Your question'}
        placeholder={isFollowUp ? 'Ask a follow-up question' : 'What would you like to know?'}
        dir="auto"
        autofocus={!isFollowUp}
        onInput={grow}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
        }}
      />
      <div class="row">
        {children}
        <span class="soft small keys">
          <kbd>/</kbd> to come here
        </span>
        <button type="submit" class="main" disabled={isAsking}>
          Ask
        </button>
      </div>
    </form>
  );
}

const example = '{"title":"Framework Supply Agreement"}';

/** Where the example documents are in the store. */
function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { value } = useAsked(
    () => ask<DocumentList>(`/v1/documents${queryOf({ limit: 1, filter: example })}`),
    [],
  );
  if (value === undefined || value.total === 0) return null;
  return (
    <section class="suggestions" aria-label="Questions to try">
      <h2 class="small-heading">To try</h2>
      <ul>
        {[...suggestions, unanswerable].map((question) => (
          <li>
            <button type="button" class="plain" onClick={() => onAsk(question)}>
              {question}
            </button>
            {question === unanswerable && (
              <span class="soft small"> The documents do not say: see what happens.</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
