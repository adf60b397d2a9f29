import type { Command } from 'commander';
import { paint } from '../paint.ts';
import {
  createCommand,
  openConfigured,
  printJson,
  printLines,
  resolveConfig,
  type SessionOptions,
} from '../session.ts';

export function doctorCommand(): Command {
  return createCommand('doctor', 'print the configuration in force and check each part').action(doctor);
}

async function doctor(options: SessionOptions): Promise<void> {
  const kb = await openConfigured(await resolveConfig(options));
  const { config } = kb;
  try {
    const checks = [{ part: 'node', ok: true, detail: process.version }, ...(await kb.health())];
    if (options.json) printJson({ config, checks });
    else printLines([...describeConfig(config), '', ...checks.map(describeCheck)]);
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    await kb.close();
  }
}

function describeConfig(config: object, prefix = ''): string[] {
  return Object.entries(config).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return describeConfig(value, `${name}.`);
    return value === undefined ? [] : [`${paint.dim(name)} = ${JSON.stringify(value)}`];
  });
}

function describeCheck({ part, ok, detail }: { part: string; ok: boolean; detail: string }): string {
  return `${ok ? paint.green('✓') : paint.red('✗')} ${part}: ${detail}`;
}
