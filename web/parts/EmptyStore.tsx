import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { address, navigate } from '../route.ts';
import { startJob, useJobs } from '../library/jobs.ts';
import type { Job } from '../shapes.ts';
import { Trouble } from './Trouble.tsx';
import { useMayWrite } from './use-may-write.ts';

/** What to do where there are no documents yet. */
export function EmptyStore() {
  const [error, setError] = useState<unknown>();
  useJobs();
  const mayWrite = useMayWrite();
  const isInLibrary = address.value.pathname === '/library';
  const addExamples = async () => {
    try {
      startJob(await ask<Job>('/v1/examples', { method: 'POST' }));
      navigate('/library');
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <section class="empty">
      <h2>There are no documents yet</h2>
      {mayWrite ? (
        <>
          <p>
            Answers come from your documents, and each points at the place where it stands. Add some{' '}
            {isInLibrary ? (
              'below'
            ) : (
              <>
                in the <a href="/library">library</a>
              </>
            )}
            , or look at it with the examples: ten documents about a maker of water probes that does not
            exist.
          </p>
          <button type="button" class="main" onClick={() => void addExamples()}>
            Add the example documents
          </button>
        </>
      ) : (
        <p>Answers come from documents; this key reads them, and adds none.</p>
      )}
      {error !== undefined && <Trouble error={error} />}
    </section>
  );
}
