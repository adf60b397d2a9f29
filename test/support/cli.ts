import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads from its standard input; nothing unless given. */
  readonly input?: string;
  /** Whom the program runs as, where that is not who runs the tests. */
  readonly uid?: number | undefined;
  /** Another copy of the built program. */
  readonly program?: string;
  /** Called with the running process, to send it signals. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs the built program as a user would; `npm test` builds it first. */
export function runCli(
  args: readonly string[],
  { program = built, ...options }: CliOptions,
): Promise<CliResult> {
  if (!existsSync(program)) throw new Error('dist/cli.mjs is missing: run `npm run build` first');
  return run(process.execPath, [program, ...args], options);
}

function run(
  command: string,
  args: readonly string[],
  { cwd, env, input, uid, onStart }: CliOptions,
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      uid,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    child.stdin.on('error', () => {}); // a program that ends early does not read it
    child.stdin.end(input);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    onStart?.(child);
  });
}

/** Whether there is util-linux's `script`, which gives a program a terminal. */
export const hasTerminals = spawnSync('script', ['--version']).status === 0;

/** What the built program writes on a terminal of 80 columns, standard output and errors together. */
export async function runOnTerminal(args: readonly string[], options: CliOptions): Promise<string> {
  const quoted = [process.execPath, built, ...args].map(
    (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  const { stdout } = await run('script', ['-qec', `stty cols 80; ${quoted.join(' ')}`, '/dev/null'], options);
  return stdout;
}
