import { Option, type Command } from 'commander';
import {
  ConfigError,
  type Metadata,
  type UpdateRequest,
  type UpdateResponse,
  type Filter,
} from '../../../../index.ts';
import { finishAdapting } from '../../finish-adapting.ts';
import { describeFailures, describeNotes } from '../../print/describe-failures.ts';
import { describeWriting } from '../../print/describe-writing.ts';
import { findChunk } from '../../find/find-chunk.ts';
import { findDocument } from '../../find/find-document.ts';
import { flags } from '../../options/flags.ts';
import { plural } from '../../terminal/layout.ts';
import { progressOver } from '../../terminal/progress-over.ts';
import { withProgressBar } from '../../terminal/progress.ts';
import {
  createCommand,
  printJson,
  printLines,
  withKnowledgeBase,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface UpdateFlags extends SessionOptions {
  readonly where?: Filter;
  readonly document?: string[];
  readonly chunk?: string[];
  readonly set?: Metadata;
  readonly unset?: string[];
  readonly metadata?: unknown;
  readonly strategy?: 'replace' | 'append' | 'upsert';
  readonly with?: string[];
  readonly reprocess?: boolean;
  readonly keepVersions?: boolean;
}

export function updateCommand(): Command {
  return createCommand('update', 'change what is said of documents, or replace documents', [
    flags.where,
    flags.document,
    flags.chunk,
    flags.set,
    flags.unset,
    flags.metadata,
    new Option('--reprocess', 'cut and embed the documents again, by the settings in force'),
    new Option('--strategy <name>', 'what to do with the documents of --with').choices([
      'replace',
      'append',
      'upsert',
    ]),
    flags.with,
    flags.keepVersions,
  ])
    .argument('[documents...]', 'document ids (or their starts), file names or paths')
    .helpAfter(`
--set and --unset change metadata; title, creators, dateCreated, tags, project, type and other fields that describe a
document are changed by their names. Nothing is embedded again, unless --reprocess says so. A list, such as several tags,
is given with --metadata. What --set says of title, creators and other fields but tags, project and type is read anew from
the file when that changes and is added again.

replace: the documents named go and those of --with come, at once. append: adds those of --with, and refuses what is
there. upsert: adds what is new, replaces what has changed.

Examples:
  pincite update annual-report --set status=final --set project=audit --unset draft
  pincite update --where '{"client": "acme"}' --metadata '{"tags": ["signed", "2026"], "due": null}'
  pincite update --chunk 'annual-report#0003' --set review=done
  pincite update --where '{"format": "pdf"}' --reprocess
  pincite update old-handbook --strategy replace --with handbook/`)
    .action(update);
}

async function update(names: string[], options: UpdateFlags): Promise<void> {
  const request = requestOf(options);
  const open = request.newDocuments === undefined ? withStoredKnowledgeBase : withKnowledgeBase;
  await open(options, async (kb, signal) => {
    const named = [...names, ...(options.document ?? [])];
    const documents = await Promise.all(named.map((name) => findDocument(kb, name, options.collection)));
    const documentIds = named.length > 0 ? documents.map(({ documentId }) => documentId) : undefined;
    const chunks = await Promise.all(
      (options.chunk ?? []).map((name) => findChunk(kb, name, options.collection)),
    );
    const chunkIds = chunks.length > 0 ? chunks.map(({ chunkId }) => chunkId) : undefined;
    const response = await withProgressBar((bar) => {
      const onProgress = progressOver(bar);
      return kb.updateDocuments({ ...request, documentIds, chunkIds, signal, onProgress });
    });
    if (options.json) printJson(response);
    else printLines(describe(response));
    if (!response.success) process.exitCode = 1;
    if (response.adapting) await finishAdapting(kb, { ...options, signal });
  });
}

function requestOf(options: UpdateFlags): UpdateRequest {
  const { collection, where: filter, strategy, keepVersions } = options;
  refuseListOfTags(options.set);
  const removed = Object.fromEntries((options.unset ?? []).map((key) => [key, null]));
  const updates = { ...readMetadata(options.metadata), ...options.set, ...removed };
  const metadataUpdates = Object.keys(updates).length > 0 ? updates : undefined;
  const reprocessChunks = options.reprocess;
  if (strategy === undefined && metadataUpdates === undefined && !reprocessChunks) {
    throw new ConfigError('Say what to change: --set, --unset, --metadata, --reprocess or --strategy', {
      hint: 'For example: pincite update annual-report --set status=final',
    });
  }
  return {
    collection,
    filter,
    strategy,
    keepVersions,
    metadataUpdates,
    reprocessChunks,
    newDocuments: options.with,
  };
}

/** @throws ConfigError for `tags=a,b` and `tags=["a"]`, which would be one tag. */
function refuseListOfTags({ tags }: Metadata = {}): void {
  if (typeof tags !== 'string' || !(tags.includes(',') || tags.startsWith('['))) return;
  const words = tags.split(/[[\]",]/).map((tag) => tag.trim());
  const list = JSON.stringify({ tags: words.filter((word) => word !== '') });
  throw new ConfigError(`--set tags=${tags} would be a single tag`, {
    hint: `Several tags are a list: --metadata '${list}'`,
  });
}

function readMetadata(given: unknown): NonNullable<UpdateRequest['metadataUpdates']> {
  if (given === undefined) return {};
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as NonNullable<UpdateRequest['metadataUpdates']>; // the library checks the values
  }
  throw new ConfigError('--metadata is not a JSON object', {
    hint: 'For example: --metadata \'{"status": "final"}\'',
  });
}

function describe(response: UpdateResponse): string[] {
  const { documentsAffected, chunksUpdated, chunksAdded, chunksDeleted, errors } = response;
  const counts = [
    [response.documentsInserted, 'added'],
    [response.documentsReplaced, 'replaced'],
    [response.documentsDeleted, 'removed'],
    [response.documentsSkipped, 'unchanged'],
  ] as const;
  const done = counts
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${plural(count, 'document')} ${verb}`);
  const chunks = [
    chunksUpdated > 0 && `${plural(chunksUpdated, 'chunk')} updated`,
    chunksAdded > 0 && `${plural(chunksAdded, 'chunk')} added`,
    chunksDeleted > 0 && `${plural(chunksDeleted, 'chunk')} removed`,
  ].filter((part) => part !== false);
  const summary = done.length > 0 ? done.join(', ') : `${plural(documentsAffected, 'document')} updated`;
  return [
    ...describeFailures(errors),
    response.success || documentsAffected > 0
      ? `${summary}${chunks.length > 0 ? ` (${chunks.join(', ')})` : ''}`
      : 'Nothing was changed.',
    ...describeNotes(response.warnings),
    ...describeWriting(response),
  ];
}
