import { useEffect, useState } from 'preact/hooks';

interface Asked<Shape> {
  readonly value?: Shape;
  readonly error?: unknown;
}

/** What a request gives, asked for again when one of `inputs` changes; the last one stays until the next has come. */
export function useAsked<Shape>(
  request: (() => Promise<Shape>) | undefined,
  inputs: readonly unknown[],
): Asked<Shape> {
  const [asked, setAsked] = useState<Asked<Shape>>({});
  useEffect(() => {
    let isWanted = true;
    if (request === undefined) setAsked({});
    else
      request().then(
        (value) => isWanted && setAsked({ value }),
        (error: unknown) => isWanted && setAsked({ error }),
      );
    return () => {
      isWanted = false;
    };
  }, inputs);
  return asked;
}
