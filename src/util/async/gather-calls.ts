interface Call<Argument, Result> {
  readonly argument: Argument;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A function whose calls of one turn of the event loop are answered together.
 * @param answerAll gives one result an argument, in order; where it fails, all these calls do.
 */
export function gatherCalls<Argument, Result>(
  answerAll: (calls: readonly Argument[]) => Promise<readonly Result[]>,
): (argument: Argument) => Promise<Result> {
  let waiting: Call<Argument, Result>[] = [];

  async function answer(): Promise<void> {
    const calls = waiting;
    waiting = [];
    try {
      const results = await answerAll(calls.map(({ argument }) => argument));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (argument) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void answer());
      waiting.push({ argument, resolve, reject });
    });
}
