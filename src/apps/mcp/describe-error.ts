import { basename, isAbsolute, win32 } from 'node:path';
import { PinciteError } from '../../index.ts';

/** The library's words and its hint, without the folders of this machine; nothing of errors that are nobody's but ours. */
export function describeError(error: unknown): string {
  if (!(error instanceof PinciteError))
    return 'Something went wrong inside the server. Its log has the details.';
  const { message, hint, context } = error;
  const said = [message, ...(hint === undefined ? [] : [hint])].map((line) =>
    /[.!?]$/.test(line) ? line : `${line}.`,
  );
  return withoutFolders(
    said.join(' ').replaceAll('or have been removed.', '$& list_documents says what there is.'),
    Object.values(context),
  );
}

const folders = /(?<![\w./:~-])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[/\\][^\s/\\"'“”‘’`<>|]+)+[/\\](?=[^\s/\\])/g;

/** @param facts of the error: paths among them are known even where they have spaces. */
function withoutFolders(text: string, facts: readonly unknown[]): string {
  const paths = facts.filter(
    (fact): fact is string => typeof fact === 'string' && (isAbsolute(fact) || win32.isAbsolute(fact)),
  );
  const shown = paths.reduce((known, path) => known.replaceAll(path, basename(win32.basename(path))), text);
  return shown.replaceAll(folders, '');
}
