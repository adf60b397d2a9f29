/** What an error of the library says to do, in the words of this program: methods are commands here. */
export function inCommands(hint: string): string {
  return hint
    .replace(/\badd documents\b/i, '$& with `pincite add <files>`')
    .replace('or have been removed.', '$& `pincite list` says what there is.')
    .replaceAll(/`(reembed|adapt|copy|backup|export)`/g, '`pincite $1`')
    .replaceAll('`check`', '`pincite doctor --deep`')
    .replaceAll('`store`', '--store')
    .replaceAll('`force`', '--force');
}
