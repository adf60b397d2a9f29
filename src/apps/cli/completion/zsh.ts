import { type CompletedCommand, type CompletedFlag, flagsOf } from './commands.ts';

/** A script for zsh: the same as for bash, with descriptions. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
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
