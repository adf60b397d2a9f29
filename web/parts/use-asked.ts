import { useEffect, useState } from 'preact/hooks';

interface Asked<Shape> {
  readonly value?: Shape | undefined;
  readonly error?: unknown;
  /** Whether an answer is waited for; what is shown until then is of the request before. */
  readonly isAsking: boolean;
}

/** What a request gives, asked for again when one of `inputs` changes; the last one stays until the next has come. */
export function useAsked<Shape>(
  request: (() => Promise<Shape>) | undefined,
  inputs: readonly unknown[],
): Asked<Shape> {
  const [asked, setAsked] = useState<Asked<Shape>>({ isAsking: request !== undefined });
  useEffect(() => {
    let isWanted = true;
    setAsked((last) => (request === undefined ? { isAsking: false } : { ...last, isAsking: true }));
    request?.().then(
      (value) => isWanted && setAsked({ value, isAsking: false }),
      (error: unknown) => isWanted && setAsked({ error, isAsking: false }),
    );
    return () => {
      isWanted = false;
    };
  }, inputs);
  return asked;
}
