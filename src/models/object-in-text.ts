/** Asks in words for an object of a JSON schema, of a server that cannot be held to one. */
export function askForObject(system: string | undefined, schema: unknown): string {
  const request = `Reply with one JSON object that fits this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;
  return system === undefined ? request : `${system}\n\n${request}`;
}

/** The object in a reply, without the thoughts, the words or the fence around it; the whole reply where there is none. */
export function objectInText(text: string): string {
  const reply = text.replace(/^\s*<think>.*?<\/think>/s, '');
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  return start < 0 || end < start ? reply : reply.slice(start, end + 1);
}
