import { spawn } from 'node:child_process';
import { Option, type Command } from 'commander';
import { docsPage } from '../../../../util/strings/docs-page.ts';
import { given } from '../../options/overrides.ts';
import { flags } from '../../options/flags.ts';
import {
  createStoreCommand,
  interruptible,
  openConfigured,
  printLines,
  resolveConfig,
  type SessionOptions,
} from '../../session.ts';

interface ServeFlags extends SessionOptions {
  readonly host?: string;
  readonly port?: number;
  readonly open?: boolean;
}

export function serveCommand(): Command {
  return createStoreCommand('serve', 'serve documents over HTTP: search, answers, MCP', [
    new Option('--host <address>', 'address to listen to (default: server.host, 127.0.0.1)'),
    flags.port,
    new Option('--open', 'open the page in the browser'),
  ])
    .helpAfter(`
Without keys it serves this machine only. For other addresses make keys first: pincite keys add --help.
The page is at /; /docs says what there is for programs, ${docsPage('server.md')} has examples.

Examples:
  pincite serve --open
  pincite serve --port 8080 --store sqlite:./contracts
  pincite serve --host 0.0.0.0`)
    .action(serveUntilStopped);
}

async function serveUntilStopped({ host, port, open, ...options }: ServeFlags): Promise<void> {
  const config = await resolveConfig(options, { server: given({ host, port }) });
  const { openQueue } = await import('../../../../index.ts');
  const { serve } = await import('../../../http/index.ts');
  await using kb = await openConfigured(config, { check: 'config' });
  await using queue = config.queue === undefined ? undefined : await openQueue(config.queue);
  await interruptible(async (signal) => {
    const server = await serve(kb, { queue });
    if (options.json) printLines([JSON.stringify({ url: server.url })]);
    else printLines([`Serving at ${server.url} (for programs: ${server.url}/docs). Ctrl-C stops it.`]);
    if (open) openInBrowser(server.url);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await server.close();
  });
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address by the system's own program; where there is none, whoever reads the address opens it. */
function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
