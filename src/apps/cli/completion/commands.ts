import type { Command, Option } from 'commander';

/** What a shell may complete, read off the definitions of commands and flags. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  /** Of `keys`: add, list, revoke; of `completion`, what its argument may be. */
  readonly commands: readonly CompletedCommand[];
}

export interface CompletedFlag {
  /** `--top-k`, and `-k` where there is a short one. */
  readonly names: readonly string[];
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map(completed);
}

function completed(command: Command): CompletedCommand {
  return {
    name: command.name(),
    description: command.description(),
    flags: [...command.options.map(flagOf), help],
    commands: [
      ...command.commands.map(completed),
      ...(command.registeredArguments[0]?.argChoices ?? []).map(wordOf),
    ],
  };
}

const wordOf = (name: string): CompletedCommand => ({ name, description: '', flags: [], commands: [] });

const help: CompletedFlag = {
  names: ['-h', '--help'],
  description: 'display help for command',
  takesValue: false,
  choices: [],
};

function flagOf({ short, long, description, required, argChoices }: Option): CompletedFlag {
  return {
    names: [short, long].filter((name) => name !== undefined),
    description,
    takesValue: required,
    choices: argChoices ?? [],
  };
}

/** All flags of a command and of those below it. */
export const flagsOf = ({ flags, commands }: CompletedCommand): readonly CompletedFlag[] => {
  const all = [...flags, ...commands.flatMap(flagsOf)];
  return all.filter(
    (flag, index) => all.findIndex(({ names }) => names.join() === flag.names.join()) === index,
  );
};
