/** What an editor shows of the public types of an installed package, read as editors do, by TypeScript's language service. */
import { join } from 'node:path';
import ts from 'typescript';

export interface Hover {
  /** `AddOptions.collection`. */
  readonly name: string;
  /** `(property) AddOptions.collection?: string`. */
  readonly shown: string;
  readonly documentation: string;
  /** As it stands after `@default`. */
  readonly usual: string | undefined;
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  strict: true,
  noEmit: true,
  types: ['node'],
};

/**
 * Every member of every type that a package exports under a name that `isWanted`, as an editor shows it in a program that
 * writes `given.member`. Nothing of a type with parameters.
 */
export function hoversOf(folder: string, name: string, isWanted: (type: string) => boolean): Hover[] {
  const file = join(folder, 'hovered.ts');
  let text = `import type * as all from '${name}';\nexport type All = typeof all;\n`;
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(text.length) : '1'),
    getScriptSnapshot: (path) => {
      const content = path === file ? text : ts.sys.readFile(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: (path) => (path === file ? text : ts.sys.readFile(path)),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    realpath: (path) => ts.sys.realpath!(path),
  };
  const service = ts.createLanguageService(host);
  const program = service.getProgram()!;
  const checker = program.getTypeChecker();
  const [imported] = program.getSourceFile(file)!.statements as unknown as [ts.ImportDeclaration];
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(imported.moduleSpecifier)!);
  const members = exported
    .filter((one) => isWanted(one.name))
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one))
    .filter((one) => one.flags & ts.SymbolFlags.Type)
    .map((one) => ({
      type: one.name,
      members: checker.getDeclaredTypeOfSymbol(one).getProperties().filter(isOfPackage),
    }));
  text = `import type * as all from '${name}';\n`;
  const places: { readonly name: string; readonly at: number }[] = [];
  for (const one of members) {
    text += `declare const ${one.type}: all.${one.type};\n`;
    for (const member of one.members) {
      text += `void ${one.type}.`;
      places.push({ name: `${one.type}.${member.name}`, at: text.length });
      text += `${member.name};\n`;
    }
  }
  return places.map((place) => {
    const info = service.getQuickInfoAtPosition(file, place.at);
    const usual = info?.tags?.find((tag) => tag.name === 'default');
    return {
      name: place.name,
      shown: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation),
      usual: usual && ts.displayPartsToString(usual.text),
    };
  });
}

/** Not a symbol, and not a member that TypeScript declares, as those of `Map`. */
const isOfPackage = ({ name, declarations = [] }: ts.Symbol) =>
  !name.startsWith('__@') &&
  !declarations.every((one) => /[/\\]typescript[/\\]lib/.test(one.getSourceFile().fileName));
