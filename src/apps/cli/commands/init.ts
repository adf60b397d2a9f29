import type { Command } from 'commander';
import { displayPath } from '../terminal/layout.ts';
import { HelpfulCommand, printLines } from '../session.ts';

export function initCommand(): Command {
  return new HelpfulCommand('init')
    .description('write a commented configuration file to start from')
    .helpAfter(`
Writes pincite.config.yaml into the current folder: what is set most, each with its default, in comments. Replaces nothing.

Example:
  pincite init`)
    .action(async () => {
      const { initConfig } = await import('../../../index.ts');
      printLines([`Wrote ${displayPath(await initConfig(process.cwd()))}; nothing is set in it yet.`]);
    });
}
