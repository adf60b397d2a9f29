import { ConfigError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import type { CitedAnswer } from '../../types.ts';
import { toCslItem, type CslItem } from './csl-json.ts';
import { referencesOf } from './reference.ts';

/** A style of the Citation Style Language. */
export interface CslStyle {
  /** A style of the Citation Style Language, as XML: a `.csl` file. */
  readonly style: string;
  /** Its words in one language, as XML: such as `locales-en-US.xml`. */
  readonly locale: string;
}

/** The part of citeproc that is used here. */
interface Citeproc {
  readonly Engine: new (
    system: { retrieveLocale: () => string; retrieveItem: (id: string) => CslItem | undefined },
    style: string,
  ) => {
    setOutputFormat(format: 'text' | 'html'): void;
    updateItems(ids: readonly string[]): void;
    makeBibliography(): false | [unknown, readonly string[]];
  };
}

const use = { what: 'Styles of the Citation Style Language', install: 'npm install citeproc@2' };

/**
 * The bibliography of an answer in any style of the Citation Style Language, as plain text, an entry a line.
 * It needs the package `citeproc` (CPAL-1.0 or AGPL-1.0), which users install themselves, and files of styles and
 * locales from https://github.com/citation-style-language.
 *
 * @throws ConfigError when citeproc is not installed, or the style or locale cannot be read.
 */
export async function formatWithCsl(answer: CitedAnswer, { style, locale }: CslStyle): Promise<string> {
  const { default: library } = await importPeer<{ default: Citeproc }>('citeproc', use);
  const items = new Map(referencesOf(answer).map((reference) => [reference.key, toCslItem(reference)]));
  try {
    const system = { retrieveLocale: () => locale, retrieveItem: (id: string) => items.get(id) };
    const engine = new library.Engine(system, style);
    engine.setOutputFormat('text');
    engine.updateItems([...items.keys()]);
    const bibliography = engine.makeBibliography();
    return bibliography === false ? '' : bibliography[1].map((entry) => entry.trim()).join('\n');
  } catch (cause) {
    throw new ConfigError(
      `citeproc cannot use this style: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: 'Give the text of a .csl file as `style`, and of a locales-….xml file as `locale`.',
        cause,
      },
    );
  }
}
