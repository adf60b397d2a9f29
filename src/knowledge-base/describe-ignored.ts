const mostNamed = 5;

/** A sentence on files of formats that are not read, or none. */
export function describeIgnored(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`Not read, because of their format: ${listed(paths)}`];
}

/** The same of files that Pincite wrote itself. */
export function describeOwn(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`Not read, because Pincite wrote them: ${listed(paths)}`];
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).join(', ');
  return paths.length > mostNamed ? `${paths.length.toLocaleString('en')} files, such as ${named}` : named;
}
