/** What is named on the command line as sources: a pattern in quotes stands for what it matches, `-` for the standard input. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ConfigError, LimitExceededError, type DocumentInput } from '../../index.ts';

/** What comes on the standard input is called so, unless it is named. */
export const standardInput = '-';

const hasPattern = (text: string) => /[*?[]/.test(text);

/**
 * Patterns of names that are not there themselves (`docs/*.txt`, `reports/??.pdf`) as the paths that they match, others as they
 * are. Hidden files and `node_modules` are passed over, as in folders.
 * @throws ConfigError for an empty name.
 */
export async function expandPatterns(sources: readonly string[]): Promise<string[]> {
  if (sources.includes('')) {
    throw new ConfigError('A source is empty', { hint: 'Name a file, a folder or a URL.' });
  }
  const expanded = await Promise.all(
    sources.map(async (source) => {
      if (source.includes('://') || !hasPattern(source) || existsSync(source)) return [source];
      const found = withoutThoseBelow(await matching('', source.split('/')));
      return found.length === 0 ? [source] : found; // reading it says that it is not there
    }),
  );
  return expanded.flat();
}

/** The paths below a folder, which is empty or ends with `/`, whose parts match those of a pattern. */
async function matching(folder: string, [part, ...rest]: readonly string[]): Promise<string[]> {
  const path = folder.slice(0, -1);
  if (part === undefined) return existsSync(path) ? [path] : [];
  if (!hasPattern(part)) return matching(`${folder}${part}/`, rest);
  if (part === '**' && rest.length === 0) return [path || '.']; // with all that is below
  const entries = await readdir(folder || '.', { withFileTypes: true }).catch(() => []);
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const found = part === '**' ? [await matching(folder, rest)] : [];
  const { default: ignore } = await import('ignore');
  const matches = ignore({ ignorecase: false }).add(`/${part}`); // as a line of .gitignore
  for (const entry of shown) {
    const below = `${folder}${entry.name}/`;
    if (part !== '**' && matches.ignores(entry.name)) found.push(await matching(below, rest));
    if (part === '**' && entry.isDirectory()) found.push(await matching(below, [part, ...rest]));
  }
  return found.flat();
}

/** Each once, in order, without what is in a folder that is among them. */
function withoutThoseBelow(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const isBelow = (path: string) => {
    const parts = path.split('/');
    return parts.some((_, index) => index > 0 && all.has(parts.slice(0, index).join('/')));
  };
  return [...all].filter((path) => !isBelow(path)).sort();
}

/**
 * The whole standard input, as the document `stdin`, whatever its format.
 * @param maxBytes more than that is not read.
 * @throws ConfigError where nobody writes to it, or nothing came; LimitExceededError.
 */
export async function readStandardInput(maxBytes: number): Promise<DocumentInput> {
  const { stdin } = process;
  if (stdin.isTTY) {
    throw new ConfigError('- stands for the standard input, and nothing is sent there', {
      hint: 'For example: pdftotext report.pdf - | pincite add -',
    });
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) {
      throw new LimitExceededError(`The standard input has more than ${maxBytes} bytes.`, {
        hint: 'Raise `loading.maxBytes` if you want to read it.',
        context: { limit: 'maxBytes', maxBytes },
      });
    }
  }
  if (bytes === 0) {
    throw new ConfigError('Nothing came on the standard input', {
      hint: 'Check the program before the |: it printed nothing.',
    });
  }
  return { source: Buffer.concat(pieces), sourceType: 'binary', uri: 'stdin' };
}
