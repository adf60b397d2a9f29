import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The first line that a program prints: for servers, their port. @throws where it ends before. */
export async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The ${name} server ended with ${String(code)} before it listened.`);
  });
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  return line.toString().trim();
}
