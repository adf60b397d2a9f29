import { type CompletedCommand, type CompletedFlag, flagsOf } from './commands.ts';

/** A script for fish: the same as for bash, with descriptions. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c pincite -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.description)}`,
    ...command.commands.map(
      ({ name, description }) => `${within(command)} -f -a ${name} -d ${quoted(description)}`,
    ),
    ...flagsOf(command).map((flag) => `${within(command)} ${flagWords(flag)}`),
  ]);
  return `# fish completion of pincite: pincite completion fish > ~/.config/fish/completions/pincite.fish\n${lines.join('\n')}\n`;
}

const within = ({ name }: CompletedCommand) => `complete -c pincite -n '__fish_seen_subcommand_from ${name}'`;

function flagWords({ names, description, takesValue, choices }: CompletedFlag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const values = choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...named, ...values, `-d ${quoted(description)}`].join(' ');
}

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
