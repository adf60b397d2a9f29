/** What went wrong, and what to do. */
export interface Words {
  readonly message: string;
  readonly hint?: string | undefined;
}

export function wordsOf(error: unknown): Words {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { message, hint } = error as Words;
  return { message, hint };
}

export function Trouble({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { message, hint } = wordsOf(error);
  return (
    <div class="note" role="alert">
      <p>
        <strong>{/[.!?…]$/.test(message) ? message : `${message}.`}</strong> {hint}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
