import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { requireOfPackage } from '../../util/files/package-folder.ts';
import type { OcrSettings } from '../loader.ts';

/** The smaller of the models in the data packages, as exact as the other. */
const packageFolder = '4.0.0_best_int';
const ending = /\.traineddata(?:\.gz)?$/;

/** What the engine calls a language: `frk` for `./models/frk.traineddata.gz`. */
export const languageCode = (language: string): string => basename(language).replace(ending, '');

/**
 * The file with the data of a language: the one that is named, or that of the package `@tesseract.js-data/<language>`.
 * @throws ConfigError that says what to install.
 */
export function languageFile(language: string): string {
  const file = ending.test(language) ? language : fileOfPackage(language);
  if (file !== undefined && existsSync(file)) return file;
  throw new ConfigError(`OCR has no data for the language "${language}"`, {
    hint: ending.test(language)
      ? 'Check the path in loading.ocrLanguages.'
      : `Run \`npm install @tesseract.js-data/${language}\` where pincite is installed, or name its file in \`loading.ocrLanguages\`: ./${language}.traineddata.gz.`,
    context: { language },
  });
}

/** Whether the engine and the data of all languages are where they are looked for; nothing is loaded. */
export function isOcrInstalled({ languages }: OcrSettings): boolean {
  try {
    requireOfPackage().resolve('tesseract.js');
    for (const language of languages) languageFile(language);
    return true;
  } catch {
    return false;
  }
}

function fileOfPackage(language: string): string | undefined {
  try {
    const found = requireOfPackage().resolve(`@tesseract.js-data/${language}/package.json`);
    return join(dirname(found), packageFolder, `${language}.traineddata.gz`);
  } catch {
    return undefined;
  }
}
