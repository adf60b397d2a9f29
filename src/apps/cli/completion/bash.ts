import { type CompletedCommand, flagsOf } from './commands.ts';

const words = (list: readonly string[]) => `COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$current"))`;

/** A script for bash: commands, flags and the values that they choose from; else files. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
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
