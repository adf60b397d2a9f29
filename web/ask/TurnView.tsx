import { useEffect, useRef, useState } from 'preact/hooks';
import { describeCertainty, describeFigure, describeSupported } from '../../src/answer/export/checks.ts';
import { fileIn } from '../../src/answer/cite/file-of.ts';
import { queryOf, unlessUsual } from '../api.ts';
import { focusIfLost, showHere } from '../parts/focus.ts';
import { opens } from '../parts/opens.ts';
import { describePages, linkTo, placeOf, placeOfHit } from '../parts/place.ts';
import { shownQuote, wordsBefore } from '../parts/quote.ts';
import { say } from '../parts/says.ts';
import { StageTable } from '../parts/StageTable.tsx';
import { Trouble, wordsOf } from '../parts/Trouble.tsx';
import { copyText } from '../reader/copy.ts';
import { prefetch } from '../reader/Reader.tsx';
import type { Answer, Citation, Claim, Hit } from '../shapes.ts';
import type { Turn } from './conversations.ts';
import { copyAsMarkdown, saveAsHtml } from './export.ts';
import { located, Marker } from './Marker.tsx';
import { piecesOf, standingOf, type Standing } from './pieces.ts';

interface TurnViewProps {
  readonly turn: Turn;
  /** The number of the citation that is open, if any is. */
  readonly opened: number | undefined;
  readonly open: (citation: Citation) => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** A question and its answer, as far as it has come. */
export function TurnView({ turn, opened, open, retry, stop }: TurnViewProps) {
  const { question, standalone, state, answer, citations } = turn;
  const isDeclined = answer !== undefined && !answer.answered;
  const [first] = citations;
  const element = useRef<HTMLElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (state === 'asking' || wasAsking.current) element.current!.scrollIntoView();
    wasAsking.current = state === 'asking';
  }, [state]);
  useEffect(() => {
    if (answer && first) void prefetch(placeOf(first));
  }, [answer]);
  return (
    <article class="turn" ref={element} aria-busy={state === 'asking'}>
      <h2 class="question" dir="auto">
        {question}
      </h2>
      {standalone !== undefined && standalone !== question && (
        <p class="soft small">
          Asked as: <span dir="auto">{standalone}</span>
        </p>
      )}
      {isDeclined ? (
        <p class="declined">
          The documents may not answer this{citations.length > 0 ? '; the nearest places are:' : '.'}
        </p>
      ) : (
        <AnswerText turn={turn} opened={opened} open={open} />
      )}
      {state === 'asking' && (
        <p class="soft small waiting">
          {waitsFor(turn)}{' '}
          <button type="button" class="plain" onClick={stop}>
            Stop
          </button>
        </p>
      )}
      {state === 'asking' && turn.waiting?.model && turn.text === '' && <Found hits={turn.waiting.found} />}
      {state === 'stopped' && (
        <p class="soft">
          Stopped before the answer had come.{' '}
          <button type="button" onClick={retry} ref={focusIfLost}>
            Ask again
          </button>
        </p>
      )}
      {state === 'failed' && <Trouble error={turn.error} retry={retry} />}
      {answer?.warnings.map((warning) => (
        <p class="note">{warning}</p>
      ))}
      {citations.length > 0 && (
        <Sources citations={citations} opened={opened} open={open} isDeclined={isDeclined} />
      )}
      {answer && <Foot turn={turn} answer={answer} />}
    </article>
  );
}

function waitsFor({ text, waiting }: Turn): string {
  if (text !== '') return 'Answering…';
  return waiting?.model === undefined
    ? 'Reading the documents…'
    : `Asking ${waiting.model} about what was found…`;
}

const mostFound = 3;

/** The best of what was found, while a language model takes its time. */
function Found({ hits }: { readonly hits: readonly Hit[] }) {
  return (
    <ul class="soft small found">
      {hits.slice(0, mostFound).map((hit) => {
        const place = placeOfHit(hit);
        const named = [hit.title, describePages(hit)].filter(Boolean).join(', ');
        return <li dir="auto">{place ? <a href={linkTo(place)}>{named}</a> : named}</li>;
      })}
    </ul>
  );
}

function AnswerText({ turn, opened, open }: Pick<TurnViewProps, 'turn' | 'opened' | 'open'>) {
  const { text, claims, citations, answer } = turn;
  return (
    <div class="answer" dir="auto">
      {piecesOf(text, claims, citations).map((piece) => {
        if (piece.kind === 'text') return piece.text;
        if (piece.kind === 'claim')
          return <ClaimText claim={piece.claim} text={piece.text} answer={answer} />;
        return piece.numbers.map((n) => {
          const citation = citations.find((one) => one.n === n)!;
          return <Marker citation={citation} isOpen={opened === n} open={() => open(citation)} />;
        });
      })}
    </div>
  );
}

/** Words of an answer, with how it stands with them where that is to be told: in words, and by the line below them. */
function ClaimText({ claim, text, answer }: { claim: Claim; text: string; answer: Answer | undefined }) {
  const standing = answer ? standingOf(claim, answer) : 'quoted';
  return (
    <>
      <span class={`claim ${standing}`}>{text}</span>
      {standing !== 'quoted' && (
        <span class={`standing ${standing}`}>{labels[standing] ?? describeSupported(claim)}</span>
      )}
    </>
  );
}

const labels: Partial<Record<Standing, string>> = {
  contradicted: 'sources differ',
  changed: 'changed elsewhere',
};

interface SourcesProps {
  readonly citations: readonly Citation[];
  readonly opened: number | undefined;
  readonly open: (citation: Citation) => void;
  readonly isDeclined: boolean;
}

function Sources({ citations, opened, open, isDeclined }: SourcesProps) {
  return (
    <div class="sources" role="group" aria-label={isDeclined ? 'The nearest places' : 'Sources'}>
      <ol>
        {citations.map((citation) => (
          <li
            class={opened === citation.n ? 'opened' : ''}
            ref={opened === citation.n ? showHere : undefined}
          >
            <Marker citation={citation} isOpen={opened === citation.n} open={() => open(citation)} isPlain />
            <div>
              <p class="source-title">
                <a href={linkTo(placeOf(citation))} onClick={opens(() => open(citation))} dir="auto">
                  {citation.title}
                </a>
                <span class="soft">
                  {' '}
                  <bdi>{describePages(citation)}</bdi>
                  {citation.section && citation.pages.length > 0 && (
                    <>
                      {' '}
                      · <bdi>{citation.section}</bdi>
                    </>
                  )}
                </span>
              </p>
              {citation.caption && (
                <p class="soft small" dir="auto">
                  {citation.caption}
                </p>
              )}
              {wordsBefore(citation) && (
                <p class="soft small" dir="auto">
                  after “{wordsBefore(citation)}”
                </p>
              )}
              <blockquote dir="auto">{shownQuote({ ...citation, caption: undefined })}</blockquote>
              {citation.described && (
                <p class="soft small" dir="auto">
                  {describeFigure(citation.described)}
                </p>
              )}
              <p class="soft small">
                {citation.fileName && (
                  <>
                    <bdi>{fileIn(citation)}</bdi> ·{' '}
                  </>
                )}
                {located(citation)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Who answered, how sure that is, what can be taken away, and what was done on the way. */
function Foot({ turn, answer }: { turn: Turn; answer: Answer }) {
  const { answered, certainty, model, timings } = answer;
  const link = () => {
    const collection = unlessUsual(turn.collection);
    const asked = queryOf({ q: turn.standalone ?? turn.question, collection });
    return copyText(new URL(`/${asked}`, location.href).href);
  };
  const who =
    model === 'extractive'
      ? 'In the documents’ own sentences, without a language model'
      : `Answered by ${model}`;
  return (
    <footer class="soft small">
      <p>{[who, ...describeCertainty({ answered, certainty, citations: turn.citations })].join(' · ')}</p>
      <p class="row">
        <Takes name="Copy link to the question" done="The link is copied" work={link} />
        <Takes
          name="Copy as Markdown"
          done="The answer is copied"
          work={() => copyAsMarkdown(turn, answer)}
        />
        <Takes name="Save as HTML" done="The answer is saved" work={() => saveAsHtml(turn, answer)} />
      </p>
      {timings && (
        <details>
          <summary>How it was found</summary>
          <StageTable timings={timings} />
        </details>
      )}
    </footer>
  );
}

interface TakesProps {
  readonly name: string;
  /** What it is called once that is done. */
  readonly done: string;
  readonly work: () => Promise<void> | void;
}

/** A button that takes something away from here. */
function Takes({ name, done, work }: TakesProps) {
  const [shown, setShown] = useState(name);
  const take = async () => {
    try {
      await work();
      setShown(done);
      say(`${done}.`);
    } catch (error) {
      setShown(wordsOf(error).message);
    }
  };
  return (
    <button type="button" class="plain" onClick={() => void take()}>
      {shown}
    </button>
  );
}
