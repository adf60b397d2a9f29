import { Option, type Command } from 'commander';
import {
  CollectionNotFoundError,
  PinciteError,
  type ConfigInput,
  type KnowledgeBase,
} from '../../../../index.ts';
import { inCommands } from '../../terminal/in-commands.ts';
import { paint } from '../../terminal/paint.ts';
import {
  createCommand,
  openConfigured,
  printJson,
  printLines,
  resolveConfig,
  type SessionOptions,
  withStoredKnowledgeBase,
} from '../../session.ts';
import { plural } from '../../terminal/layout.ts';
import { withProgressBar } from '../../terminal/progress.ts';

type Check = Awaited<ReturnType<KnowledgeBase['health']>>[number];

export function doctorCommand(): Command {
  return createCommand('doctor', 'print the configuration in force and check each part', [
    new Option('--deep', 'look at every stored document, chunk, vector and index; may take minutes'),
    new Option('--repair', 'with --deep: make indexes anew that do not fit the documents'),
  ])
    .helpAfter(`
The exit code is 1 when something is wrong.

Examples:
  pincite doctor
  PINCITE_EMBEDDING_MODEL=ollama:nomic-embed-text pincite doctor   whether the model answers
  pincite doctor --deep --repair`)
    .action(async (options: DoctorFlags, command: Command) => {
      const named = command.getOptionValueSource('collection') === 'cli' ? options.collection : undefined;
      await (options.deep ? deepDoctor(options, named) : doctor(options, named));
    });
}

/** @param named the collection, where the user named one. */
async function doctor(options: SessionOptions, named: string | undefined): Promise<void> {
  let file: string | undefined;
  const given = await resolveConfig(options, {}, (path) => (file = path));
  const parts = (await checkParts(given, named)).map((part) => ({
    ...part,
    detail: inCommands(part.detail),
  }));
  const checks = [{ part: 'node', ok: true, detail: process.version }, ...parts];
  const { maskSecrets } = await import('../../../../index.ts');
  const config = maskSecrets(given);
  if (options.json) printJson({ configFile: file ?? null, config, checks });
  else printLines([describeFile(file), ...describeConfig(config), '', ...checks.flatMap(describeCheck)]);
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
}

/** A part that cannot even be opened is a check that failed. */
async function checkParts(config: ConfigInput, named: string | undefined): Promise<Check[]> {
  try {
    const kb = await openConfigured(config);
    try {
      const checks = await kb.health();
      return named === undefined ? checks : [...checks, await checkCollection(kb, named)];
    } finally {
      await kb.close();
    }
  } catch (error) {
    if (!(error instanceof PinciteError)) throw error;
    return [{ part: 'open', ok: false, detail: [error.message, error.hint].filter(Boolean).join('. ') }];
  }
}

async function checkCollection(kb: KnowledgeBase, name: string): Promise<Check> {
  const names = (await kb.collections()).map((one) => one.name);
  if (names.includes(name)) return { part: 'collection', ok: true, detail: name };
  const { message, hint } = new CollectionNotFoundError(name, names);
  return { part: 'collection', ok: false, detail: `${message}. ${hint}` };
}

const describeFile = (file: string | undefined) =>
  paint.dim(
    file === undefined
      ? 'No configuration file: defaults, variables and options.'
      : `Configuration file: ${file}`,
  );

function describeConfig(config: object, prefix = ''): string[] {
  return Object.entries(config).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return describeConfig(value, `${name}.`);
    const shown = typeof value === 'function' ? 'a function' : JSON.stringify(value);
    return value === undefined ? [] : [`${paint.dim(name)} = ${shown}`];
  });
}

function describeCheck({ part, ok, detail, warnings = [] }: Check): string[] {
  return [
    `${ok ? paint.green('✓') : paint.red('✗')} ${part}: ${detail}`,
    ...warnings.map((warning) => `${paint.yellow('!')} ${part}: ${warning}`),
  ];
}

interface DoctorFlags extends SessionOptions {
  readonly deep?: boolean;
  readonly repair?: boolean;
}

type Problem = Awaited<ReturnType<KnowledgeBase['check']>>['problems'][number];

/**
 * Looks at everything that is stored.
 * @param named the collection, where the user named one, which must be there.
 */
async function deepDoctor(options: DoctorFlags, named: string | undefined): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const names = (await kb.collections()).map(({ name }) => name);
    if (named !== undefined && !names.includes(named)) throw new CollectionNotFoundError(named, names);
    const result = await withProgressBar((bar) =>
      kb.check({
        repair: options.repair,
        signal,
        onProgress: (done, total) => bar.update(done / total, `document ${done} of ${total}`),
      }),
    );
    if (result.problems.some(({ isRepaired }) => !isRepaired)) process.exitCode = 1;
    if (options.json) return printJson(result);
    const { documents, chunks, problems } = result;
    const looked = `${plural(documents, 'document')} and ${plural(chunks, 'chunk')} looked at`;
    printLines([
      ...problems.map(describe),
      problems.length === 0
        ? `${paint.green('✓')} ${looked}: nothing is wrong.`
        : `${looked}: ${plural(problems.length, 'problem')}.`,
    ]);
  });
}

function describe({ collection, documentId, message, isRepaired }: Problem): string {
  const place = [collection, documentId].filter((part) => part !== undefined).join('/');
  const mark = isRepaired ? paint.green('repaired') : paint.red('✗');
  return `${mark} ${place === '' ? '' : `${place}: `}${message}`;
}
