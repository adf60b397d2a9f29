/** Characters as they are typed: each key at once on a terminal, the whole input elsewhere. Ends with the input. */
export async function* readKeys(input: NodeJS.ReadStream = process.stdin): AsyncGenerator<string, void> {
  if (input.isTTY) input.setRawMode(true);
  try {
    for await (const text of input.setEncoding('utf8')) yield* text as string;
  } finally {
    if (input.isTTY) input.setRawMode(false);
  }
}
