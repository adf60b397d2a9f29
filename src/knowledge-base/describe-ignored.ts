const mostNamed = 5;

/** A sentence on files of formats that are not read, or none. */
export function describeIgnored(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, mostNamed).join(', ');
  const list =
    paths.length > mostNamed ? `${paths.length.toLocaleString('en')} files, such as ${named}` : named;
  return [`Not read, because of their format: ${list}`];
}
