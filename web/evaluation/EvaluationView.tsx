import { useEffect, useState } from 'preact/hooks';
import { ask, call, queryOf, ServerProblem, unlessUsual } from '../api.ts';
import { CollectionChoice } from '../parts/CollectionChoice.tsx';
import { loadCollections } from '../parts/collections.ts';
import { say } from '../parts/says.ts';
import { saveFile } from '../parts/save.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useMayWrite } from '../parts/use-may-write.ts';
import { plural } from '../parts/words.ts';
import { address, navigate, withQuery } from '../route.ts';
import type { DocumentList, EvaluationRun } from '../shapes.ts';
import { Legend, QualityPlot, RecallPlot } from './plots.tsx';
import { ResultTable } from './ResultTable.tsx';

const pollMs = 700;

/** Ways of searching that are compared; the first is the baseline. */
const configurations = [
  { name: 'words and meaning', retrieve: { mode: 'hybrid' } },
  { name: 'words', retrieve: { mode: 'keyword' } },
  { name: 'meaning', retrieve: { mode: 'vector' } },
];

const sampleSize = 5;

/** A beginning: titles of documents, each with the document that it should find. */
async function sampleOf(collection: string): Promise<string> {
  const query = queryOf({ limit: sampleSize, collection: unlessUsual(collection) });
  const { documents } = await ask<DocumentList>(`/v1/documents${query}`);
  const queries = new Map<string, { query: string; relevantDocuments: string[] }>();
  for (const { id, title } of documents) {
    const same = queries.get(title.toLowerCase()); // agreements are often called the same, and no query stands twice
    if (same !== undefined) same.relevantDocuments.push(id);
    else queries.set(title.toLowerCase(), { query: title, relevantDocuments: [id] });
  }
  const lines = [...queries.values()].map((one) => `  ${JSON.stringify(one)}`);
  return `[\n${lines.join(',\n')}\n]`;
}

/** Runs over queries with known answers, and what came of them. */
export function EvaluationView() {
  const [runs, setRuns] = useState<readonly EvaluationRun[]>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const mayWrite = useMayWrite();
  const isRunning = runs?.some(({ state }) => state === 'running') ?? false;
  useEffect(() => void loadCollections(), []);
  useEffect(() => {
    let timer = 0;
    let isOpen = true;
    const look = async () => {
      try {
        const { runs: found } = await ask<{ runs: EvaluationRun[] }>('/v1/eval');
        setRuns(found);
        if (isOpen && found.some(({ state }) => state === 'running'))
          timer = setTimeout(() => void look(), pollMs);
      } catch (problem) {
        setError(problem);
      }
    };
    void look();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [turn]);
  useEffect(() => {
    if (runs !== undefined) say(isRunning ? 'The evaluation runs.' : plural(runs.length, 'run'));
  }, [isRunning, runs === undefined]);
  const chosen = address.value.searchParams.get('run');
  const run = runs?.find(({ id }) => id === chosen) ?? runs?.[0];
  return (
    <main id="main" class="column wide">
      <h1>Evaluation</h1>
      <p class="lead">
        Measures how well searches find what answers questions, over queries whose answers are known.
      </p>
      {error !== undefined && <Trouble error={error} />}
      {mayWrite && (
        <NewRun
          isRunning={isRunning}
          onStart={(started) => {
            navigate(withQuery({ run: started.id }), { replace: true });
            setTurn(turn + 1);
          }}
        />
      )}
      {!mayWrite && runs?.length === 0 && <p class="soft">No run is there, and this key starts none.</p>}
      {runs !== undefined && runs.length > 1 && (
        <label class="inline">
          Run{' '}
          <select
            value={run?.id}
            onChange={(event) => navigate(withQuery({ run: event.currentTarget.value }))}
          >
            {runs.map(({ id, name, startedAt, state }) => (
              <option value={id}>
                {name}, {new Date(startedAt).toLocaleString()}
                {state !== 'done' && `, ${state}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {run && <RunView run={run} />}
    </main>
  );
}

function RunView({ run }: { run: EvaluationRun }) {
  const { id, name, state, done, total, configurations: results = [], problem } = run;
  const metric = Object.keys(results[0]?.metrics ?? {})[0];
  const save = async () => {
    saveFile(await (await call(`/v1/eval/${id}/report`)).blob(), `${name}.html`);
  };
  return (
    <section aria-label={`Run ${name}`}>
      <h2>{name}</h2>
      {state === 'running' && (
        <p>
          <progress max={total} value={done} aria-label="Queries that were run" /> {done} of{' '}
          {plural(total, 'query', 'queries')}
        </p>
      )}
      {problem && <Trouble error={new ServerProblem(problem)} />}
      {state === 'done' && (
        <>
          <ResultTable results={results} />
          <Legend configurations={results} />
          <div class="plots">
            {metric !== undefined && <QualityPlot configurations={results} metric={metric} />}
            <RecallPlot configurations={results} />
          </div>
          {[...new Set(results.flatMap(({ warnings }) => warnings))].map((warning) => (
            <p class="note">{warning}</p>
          ))}
          <button type="button" onClick={() => void save()}>
            Save the report
          </button>
        </>
      )}
    </section>
  );
}

function NewRun({ isRunning, onStart }: { isRunning: boolean; onStart: (run: EvaluationRun) => void }) {
  const [collection, setCollection] = useState('default');
  const [error, setError] = useState<unknown>();
  const { value: sample = '[]' } = useAsked(() => sampleOf(collection), [collection]);
  const start = async (form: HTMLFormElement) => {
    setError(undefined);
    const given = new FormData(form);
    try {
      const queries = JSON.parse(String(given.get('queries'))) as unknown;
      const body = {
        name: String(given.get('name')),
        queries,
        configurations,
        collection: unlessUsual(collection),
      };
      onStart(await ask<EvaluationRun>('/v1/eval', { body }));
    } catch (problem) {
      setError(problem instanceof SyntaxError ? `The queries are no JSON: ${problem.message}` : problem);
    }
  };
  return (
    <details class="filter-box" open>
      <summary>New run</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void start(event.currentTarget);
        }}
      >
        <label>
          Name
          <input name="name" required maxLength={200} value="queries" />
        </label>
        <label>
          <span>
            Queries as JSON, each with its <code>relevantDocuments</code>, <code>relevantPages</code> or{' '}
            <code>relevantChunks</code>. Below stand titles of documents, which are found too easily to
            measure anything: put your own questions in their place
          </span>
          <textarea name="queries" rows={7} spellcheck={false} class="code" key={sample}>
            {sample}
          </textarea>
        </label>
        <div class="row">
          <CollectionChoice value={collection} onChoice={setCollection} />
          <button type="submit" class="main" disabled={isRunning}>
            Run
          </button>
        </div>
        {error !== undefined && <Trouble error={error} />}
      </form>
    </details>
  );
}
