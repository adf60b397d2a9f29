import { Argument, Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { completedCommands } from '../completion/commands.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { printText } from '../session.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export function completionCommand(): Command {
  const shell = new Argument('<shell>', 'the shell').choices(Object.keys(scripts));
  return new Command('completion')
    .alias('completions')
    .description('print a script by which a shell completes commands, flags and their values')
    .addArgument(shell)
    .addHelpText(
      'after',
      `
Examples:
  eval "$(pincite completion bash)"                        # in ~/.bashrc
  pincite completion zsh > "\${fpath[1]}/_pincite"
  pincite completion fish > ~/.config/fish/completions/pincite.fish`,
    )
    .action((name: keyof typeof scripts, _options, command: Command) => {
      printText(scripts[name](completedCommands(command.parent!)).trimEnd());
    });
}
