import { ServerProblem } from '../api.ts';

/** What went wrong, and what to do. */
export function Trouble({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { message, hint } =
    error instanceof ServerProblem ? error : { message: String(error), hint: undefined };
  return (
    <div class="note" role="alert">
      <p>
        <strong>{message}</strong> {hint}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
