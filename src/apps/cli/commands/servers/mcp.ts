import { type Command, Option } from 'commander';
import type { KnowledgeBase, ScopedKnowledgeBase } from '../../../../index.ts';
import { flags } from '../../options/flags.ts';
import { hasSecret, hostConfig, hosts, startOf, type Host } from '../../mcp-config.ts';
import { note, paint } from '../../terminal/paint.ts';
import { reportError } from '../../report-error.ts';
import {
  HelpfulCommand,
  interruptible,
  openConfigured,
  printLines,
  printNotes,
  resolveConfig,
} from '../../session.ts';
import { docsPage } from '../../../../util/strings/docs-page.ts';

interface McpFlags {
  readonly store?: string;
  readonly config?: string;
  readonly tenant?: string;
  readonly collection?: readonly string[];
  readonly allowWrites?: boolean;
  readonly printConfig?: Host;
}

export function mcpCommand(): Command {
  const command = new HelpfulCommand('mcp').description(
    'serve the documents to Claude, Cursor, VS Code, Codex and others (Model Context Protocol)',
  );
  const own = [
    flags.store,
    flags.config,
    new Option('--tenant <name>', 'only the documents of a tenant'),
    flags.collections,
    new Option('--allow-writes', 'also let documents be added, from files of this machine and the web'),
    new Option('--print-config <program>', 'print what to paste into that program, and end').choices(hosts),
  ];
  for (const option of own) command.addOption(option);
  return command
    .helpAfter(`
The program that uses it starts it, and talks to it over standard input and output. See ${docsPage('mcp.md')}.

Examples:
  pincite mcp --print-config claude-code
  pincite mcp --store sqlite:./library --collection contracts --print-config vscode
  claude mcp add pincite -- pincite mcp --store sqlite:$PWD/.pincite`)
    .action(serve);
}

async function serve(options: McpFlags): Promise<void> {
  if (options.printConfig !== undefined) return printConfig(options.printConfig, options);
  const { AdditionsHere, runStdio } = await import('../../../mcp/index.ts');
  const opened = openLater(options);
  const additions = options.allowWrites ? new AdditionsHere() : undefined;
  try {
    await interruptible((signal) =>
      runStdio(opened.open, {
        isLocal: true,
        additions,
        get routes() {
          return opened.routes; // known once the configuration is
        },
        onError: reportError,
        signal,
      }),
    );
  } finally {
    await additions?.close();
    await opened.close();
  }
}

/**
 * Opens the store when it is needed, and tries again where that failed: programs that start servers show little of one that ends,
 * so it stays, and every call is told what is wrong.
 */
function openLater(options: McpFlags) {
  let opening: Promise<ScopedKnowledgeBase> | undefined;
  let whole: KnowledgeBase | undefined;
  let told = '';
  const later = {
    routes: false,
    open: () => (opening ??= openNow().catch(giveUp)),
    close: async () => {
      await opening?.catch(() => {});
      await whole?.close();
    },
  };
  return later;

  async function openNow(): Promise<ScopedKnowledgeBase> {
    const config = await resolveConfig({ ...options, collection: 'default' });
    whole = await openConfigured(config, { create: options.allowWrites === true });
    const { retrieval, llm } = whole.config;
    later.routes = retrieval.routing.some(
      ({ description }) => description === undefined || llm.model !== undefined,
    );
    return whole.scoped({
      tenant: options.tenant ?? null,
      access: options.allowWrites ? 'write' : 'read',
      collections: options.collection,
    });
  }

  function giveUp(error: unknown): never {
    opening = undefined;
    if (String(error) !== told) reportError(error);
    told = String(error);
    throw error;
  }
}

async function printConfig(host: Host, options: McpFlags): Promise<void> {
  const { store = 'sqlite:./.pincite' } = await resolveConfig({ ...options, collection: 'default' });
  const program = [process.execPath, process.argv[1]!] as const;
  const { text, where } = hostConfig(host, startOf({ program, ...options, store }));
  printLines(text.split('\n'));
  printNotes([paint.dim(where)]);
  if (hasSecret(store)) {
    printNotes([note("The store's address has a password: give it as PINCITE_STORE in the environment.")]);
  }
}
