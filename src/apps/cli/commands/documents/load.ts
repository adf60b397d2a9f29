import { Option, type Command } from 'commander';
import type { KnowledgeBase, LoadedDocument, ReadDocument } from '../../../../index.ts';
import { describeFacts } from '../../print/describe-facts.ts';
import { flags } from '../../options/flags.ts';
import { formatCount, plural } from '../../terminal/layout.ts';
import { loadingOverrides, type LoadingFlags } from '../../options/overrides.ts';
import { note } from '../../terminal/paint.ts';
import {
  createCommand,
  printJson,
  printLines,
  printText,
  withKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface LoadFlags extends SessionOptions, LoadingFlags {
  readonly text?: boolean;
  readonly markdown?: boolean;
  readonly password?: string;
}

export function loadCommand(): Command {
  return createCommand('load', 'show what is understood of a document, and store nothing', [
    new Option('--text', 'print the text that citations would refer to').conflicts(['markdown', 'json']),
    new Option('--markdown', 'print it as Markdown').conflicts('json'),
    flags.password,
    flags.ocr,
    flags.ocrLanguages,
  ])
    .argument('<source>', 'file or URL')
    .helpAfter(`
Examples:
  pincite load report.pdf
  pincite load report.pdf --markdown > report.md
  pincite load minutes.docx --json | jq '.tables[0].cells'`)
    .action(load);
}

async function load(source: string, options: LoadFlags): Promise<void> {
  const show = async (kb: KnowledgeBase, signal: AbortSignal) => {
    const document = await kb.loadDocument({ source, password: options.password }, { signal });
    if (options.json) printJson(document);
    else if (options.text) printText(document.text.trimEnd());
    else if (options.markdown) printText(await markdownOf(document));
    else printLines(describe(document));
  };
  await withKnowledgeBase({ ...options, store: 'sqlite::memory:' }, show, loadingOverrides(options));
}

async function markdownOf(document: LoadedDocument): Promise<string> {
  const { asMarkdown } = await import('../../../../index.ts'); // `--help` need not wait for it
  return asMarkdown(document).trimEnd();
}

function describe(document: ReadDocument): string[] {
  const { bibliography, warnings } = document;
  const facts = [
    ['format', document.format],
    ['authors', bibliography.creators?.join(', ')],
    ['created', bibliography.dateCreated],
    ['language', document.language],
    ['pages', document.pages.length > 0 ? formatCount(document.pages.length) : undefined],
    ['characters', formatCount(document.text.length)],
    ['blocks', describeBlocks(document)],
    ['tables', describeTables(document)],
    ['links', document.links?.length ? formatCount(document.links.length) : undefined],
  ] as const;
  return [
    ...describeFacts({ ...document, facts }),
    ...(warnings.length > 0 ? ['', ...warnings.map(note)] : []),
  ];
}

function describeBlocks({ blocks }: LoadedDocument): string {
  const counts = new Map<string, number>();
  for (const { kind } of blocks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

function describeTables({ tables = [] }: LoadedDocument): string | undefined {
  if (tables.length === 0) return undefined;
  const rows = tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return `${formatCount(tables.length)} with ${plural(rows, 'row')}`;
}
