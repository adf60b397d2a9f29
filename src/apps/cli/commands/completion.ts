import { Argument, type Command } from 'commander';
import {
  type CompletedCommand,
  completedCommands,
  type CompletedFlag,
  flagsOf,
} from '../completion/commands.ts';
import { HelpfulCommand, printText } from '../session.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export function completionCommand(): Command {
  const shell = new Argument('<shell>', 'the shell').choices(Object.keys(scripts));
  return new HelpfulCommand('completion')
    .alias('completions')
    .description('print a script by which a shell completes commands, flags and their values')
    .addArgument(shell)
    .helpAfter(`
Examples:
  eval "$(pincite completion bash)"                        # in ~/.bashrc
  pincite completion zsh > "\${fpath[1]}/_pincite"
  pincite completion fish > ~/.config/fish/completions/pincite.fish`)
    .action((name: keyof typeof scripts, _options, command: Command) => {
      printText(scripts[name](completedCommands(command.parent!)).trimEnd());
    });
}

const words = (list: readonly string[]) => `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$current"))`;

/** A script for bash: commands, flags and the values that they choose from; else files. */
function bashCompletion(commands: readonly CompletedCommand[]): string {
  const choices = commands.flatMap((command) =>
    flagsOf(command).flatMap((flag) => {
      const places = flag.names.map((name) => `'${command.name} ${name}'`);
      if (flag.choices.length > 0) return [`    ${places.join('|')}) ${words(flag.choices)}; return ;;`];
      return flag.takesValue ? [`    ${places.join('|')}) return ;;`] : [];
    }),
  );
  const flags = commands.map((command) => {
    const names = flagsOf(command).flatMap((flag) => flag.names);
    return `      ${command.name}) ${words(names)} ;;`;
  });
  const below = commands
    .filter((command) => command.commands.length > 0)
    .map((command) => `      ${command.name}) ${words(command.commands.map(({ name }) => name))} ;;`);
  return `# bash completion of pincite: eval "$(pincite completion bash)"
_pincite() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    ${words(commands.map(({ name }) => name))}
    return
  fi
  case "$command $previous" in
${choices.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    case "$command" in
${flags.join('\n')}
    esac
  elif [[ $COMP_CWORD -eq 2 ]]; then
    case "$command" in
${below.join('\n')}
    esac
  fi
}
complete -o default -F _pincite pincite
`;
}

/** A script for zsh: the same as for bash, with descriptions. */
function zshCompletion(commands: readonly CompletedCommand[]): string {
  const cases = commands.map((command) => {
    const below = command.commands.map(({ name }) => name).join(' ');
    const first = below === '' ? [] : [quoted(`1:command:(${below})`)];
    const specs = [...flagsOf(command).map(specOf), ...first, quoted('*:file:_files')];
    return `    ${command.name})\n      _arguments -S \\\n        ${specs.join(' \\\n        ')} ;;`;
  });
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`);
  return `#compdef pincite
# zsh completion of pincite: pincite completion zsh > "\${fpath[1]}/_pincite"
_pincite() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _pincite pincite
`;
}

/** `'(-k --top-k)'{-k,--top-k}'[hits to return]:value:'`. */
function specOf({ names, description, takesValue, choices }: CompletedFlag): string {
  const shown = `[${description.replaceAll(/[[\]]/g, String.raw`\$&`)}]`;
  const values = choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : '';
  if (names.length === 1) return quoted(`${names[0]}${shown}${values}`);
  return `${quoted(`(${names.join(' ')})`)}{${names.join(',')}}${quoted(`${shown}${values}`)}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A script for fish: the same as for bash, with descriptions. */
function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c pincite -n __fish_use_subcommand -f -a ${command.name} -d ${fishQuoted(command.description)}`,
    ...command.commands.map(
      ({ name, description }) => `${within(command)} -f -a ${name} -d ${fishQuoted(description)}`,
    ),
    ...flagsOf(command).map((flag) => `${within(command)} ${flagWords(flag)}`),
  ]);
  return `# fish completion of pincite: pincite completion fish > ~/.config/fish/completions/pincite.fish\n${lines.join('\n')}\n`;
}

const within = ({ name }: CompletedCommand) => `complete -c pincite -n '__fish_seen_subcommand_from ${name}'`;

function flagWords({ names, description, takesValue, choices }: CompletedFlag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const values = choices.length > 0 ? [`-x -a ${fishQuoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...named, ...values, `-d ${fishQuoted(description)}`].join(' ');
}

const fishQuoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
