/** `pincite ask … --format … --output … --snapshots …`: an answer as a file, and pictures of what it quotes. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Option } from 'commander';
import {
  ConfigError,
  PinciteError,
  type AnswerFormat,
  type CitedAnswer,
  type KnowledgeBase,
  type Snapshot,
} from '../../index.ts';
import { answerFormats } from './options/choices.ts';
import { flags } from './options/flags.ts';
import { plural } from './terminal/layout.ts';
import { printNotes, printPiece } from './session.ts';
import { note } from './terminal/paint.ts';
import { checkNewFile, unwritable, writeNamedFile, writeNewFile } from './terminal/write-file.ts';

export interface AnswerFileFlags {
  readonly format?: AnswerFormat;
  readonly output?: string;
  readonly snapshots?: string;
  readonly password?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export const answerFileFlags = [
  new Option('--format <format>', 'what to write (default: by the ending of --output)').choices(
    answerFormats,
  ),
  new Option('--output <file>', 'write the answer to a file'),
  new Option(
    '--snapshots <folder>',
    'write a picture of each page region that is quoted, the quote highlighted',
  ),
  flags.replace('with --output or --snapshots: replace what is there'),
  flags.password,
];

const byEnding: Readonly<Record<string, AnswerFormat>> = {
  '.bib': 'bibtex',
  '.htm': 'html',
  '.html': 'html',
  '.json': 'json',
  '.md': 'markdown',
  '.txt': 'text',
};

/** What else may be in a file with such an ending. */
const alsoWith: Readonly<Record<string, readonly AnswerFormat[]>> = {
  '.json': ['csl-json'],
  '.md': ['apa', 'text'],
  '.txt': ['apa', 'bibtex', 'markdown'],
};

/**
 * The format that is asked for; `undefined` for the usual print.
 * @throws ConfigError when an ending says nothing or something else than `--format`, `--json` is asked for beside another format, a
 * file exists, or a place cannot be written to: before the question is asked.
 */
export async function checkAnswerFile(flagged: AnswerFileFlags): Promise<AnswerFormat | undefined> {
  const chosen = chosenFormat(flagged);
  if (flagged.json && chosen !== undefined && chosen !== 'json') {
    throw new ConfigError(`--json and the format ${chosen} contradict each other`, {
      hint: `Leave --json out, or ${flagged.format === undefined ? '--output' : '--format'}.`,
    });
  }
  const { output, snapshots, force } = flagged;
  if (snapshots !== undefined) {
    const { makeFolder } = await import('../../util/files/make-folder.ts'); // in the library's part of the package
    await makeFolder(snapshots).catch((cause: Error) => {
      throw unwritable(snapshots, cause);
    });
    if (!force) await checkWithoutPictures(snapshots);
  }
  if (output !== undefined) await checkNewFile(output, { force });
  return chosen;
}

function chosenFormat({ format, output }: AnswerFileFlags): AnswerFormat | undefined {
  if (output === undefined) return format;
  const ending = extname(output).toLowerCase();
  const usual = byEnding[ending];
  const chosen = format ?? usual;
  if (chosen === undefined) {
    throw new ConfigError(`The ending of ${output} does not say what to write`, {
      hint: `Add --format ${answerFormats.join('|')}.`,
    });
  }
  if (usual !== undefined && usual !== chosen && !alsoWith[ending]?.includes(chosen)) {
    throw new ConfigError(`${output} would not hold what its ending says: --format is ${chosen}`, {
      hint: 'Leave --format out, or choose another ending.',
    });
  }
  return chosen;
}

async function checkWithoutPictures(folder: string): Promise<void> {
  const picture = (await readdir(folder)).find((name) => /^citation-\d+-page-\d+\.png$/.test(name));
  if (picture === undefined) return;
  throw new ConfigError(`${folder} holds pictures of another answer, such as ${picture}`, {
    hint: 'Choose another folder, or replace them with --force.',
  });
}

type Drawn = ReadonlyMap<number, readonly Snapshot[]>;

export interface Pictures {
  readonly drawn: Drawn;
  /** What to tell of those that there are not. */
  readonly notes: readonly string[];
}

interface DrawOptions {
  readonly password?: string;
  readonly signal: AbortSignal;
  /** Whether they are what is wanted, and not what comes with a page. */
  readonly isAskedFor: boolean;
}

/** Pictures of all citations of an answer. One that cannot be drawn costs a note, not the answer. */
export async function drawCitations(
  kb: KnowledgeBase,
  { citations }: CitedAnswer,
  { isAskedFor, ...options }: DrawOptions,
): Promise<Pictures> {
  const drawn = new Map<number, readonly Snapshot[]>();
  const notes: string[] = [];
  for (const citation of citations) {
    const { sourceId } = citation;
    try {
      const snapshots = await kb.snapshot(citation, options);
      drawn.set(sourceId, snapshots);
      if (snapshots.length === 0 && isAskedFor)
        notes.push(`[${sourceId}] is of a document without pages: there is no picture of it.`);
    } catch (error) {
      if (!(error instanceof PinciteError)) throw error;
      notes.push(`No picture of [${sourceId}]: ${error.message}. ${error.hint ?? ''}`.trimEnd());
    }
  }
  return { drawn, notes: notes.map(note) };
}

/** Writes each picture as `citation-<number>-page-<number>.png`, and says how many. */
export async function writePictures(folder: string, drawn: Drawn): Promise<string> {
  let count = 0;
  for (const [sourceId, snapshots] of drawn) {
    for (const { page, png } of snapshots) {
      await writeNamedFile(join(folder, `citation-${sourceId}-page-${page}.png`), png);
      count += 1;
    }
  }
  return `Wrote ${plural(count, 'picture')} to ${folder}`;
}

/** Writes the answer to its file, or prints it where there is none; says that there is no answer, unless what is printed says so. */
export async function writeAnswer(
  answer: CitedAnswer,
  format: AnswerFormat,
  { output, force, drawn }: Pick<AnswerFileFlags, 'output' | 'force'> & { readonly drawn: Drawn },
): Promise<void> {
  // Not needed before, and the program starts faster without the library.
  const { exportAnswer } = await import('../../index.ts');
  const text = exportAnswer(answer, format, { snapshots: drawn });
  if (output === undefined) printPiece(text);
  else {
    await writeNewFile(output, text, { force });
    printNotes([`Wrote ${output}`]);
  }
  const isSaid = output === undefined && text.includes(answer.answer);
  if (!answer.answered && !isSaid) printNotes([answer.answer]);
}
