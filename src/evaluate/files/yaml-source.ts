import type { Document, Node } from 'yaml';
import { lineError, type Place } from './line-error.ts';

/** What a YAML text says, and where. JSON is YAML too. */
export interface YamlSource {
  readonly content: unknown;
  /** Where the value of a path stands, or the nearest thing around it that is there. */
  placeOf(path: readonly PropertyKey[]): Place;
  has(path: readonly PropertyKey[]): boolean;
}

/**
 * @throws ConfigError naming file, line and column of a mistake in the syntax: also a key that comes twice, an alias
 *   without its anchor, a second document.
 */
export async function openYaml(text: string, file: string): Promise<YamlSource> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col: column } = lines.linePos(offset);
    return { file, line, column };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const isSecond = error.code === 'MULTIPLE_DOCS';
    throw lineError(
      placeAt(error.pos[0]),
      isSecond ? 'a second YAML document starts here; there may be one' : error.message,
    );
  }
  const broken = await findBrokenAlias(document);
  if (broken !== undefined) {
    throw lineError(placeAt(broken.offset), `there is no anchor "&${broken.name}" before this alias`);
  }
  return {
    content: document.toJS(),
    has: (path) => document.hasIn(path),
    placeOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true) as Node | undefined;
        if (node?.range != null) return placeAt(node.range[0]);
      }
      return placeAt(document.contents?.range?.[0] ?? 0);
    },
  };
}

async function findBrokenAlias(document: Document): Promise<{ offset: number; name: string } | undefined> {
  const { visit } = await import('yaml');
  let broken: { offset: number; name: string } | undefined;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      broken = { offset: alias.range?.[0] ?? 0, name: alias.source };
      return visit.BREAK;
    },
  });
  return broken;
}
