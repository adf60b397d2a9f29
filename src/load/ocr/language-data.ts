import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { requireOfPackage } from '../../util/package-folder.ts';
import type { OcrSettings } from '../loader.ts';

/** The smaller of the models in the data packages, as exact as the other. */
const packageFolder = '4.0.0_best_int';
const endings = ['.traineddata.gz', '.traineddata'];

/**
 * The file with the data of a language, from a folder or else from the package `@tesseract.js-data/<language>`.
 * @throws ConfigError that says what to install.
 */
export function languageFile(language: string, folder?: string): string {
  const where = folder ?? folderOfPackage(language);
  const files = where === undefined ? [] : endings.map((ending) => join(where, `${language}${ending}`));
  const file = files.find((candidate) => existsSync(candidate));
  if (file !== undefined) return file;
  throw new ConfigError(`OCR has no data for the language "${language}"`, {
    hint:
      folder === undefined
        ? `Run \`npm install @tesseract.js-data/${language}\` where pincite is installed, or set \`loading.ocrData\` to a folder with ${language}.traineddata.gz.`
        : `Put ${language}.traineddata or ${language}.traineddata.gz into ${folder}.`,
    context: { language, ...(folder === undefined ? {} : { folder }) },
  });
}

/** Whether the engine and the data of all languages are where they are looked for; nothing is loaded. */
export function isOcrInstalled({ languages, dataFolder }: OcrSettings): boolean {
  try {
    requireOfPackage().resolve('tesseract.js');
    for (const language of languages) languageFile(language, dataFolder);
    return true;
  } catch {
    return false;
  }
}

function folderOfPackage(language: string): string | undefined {
  try {
    const found = requireOfPackage().resolve(`@tesseract.js-data/${language}/package.json`);
    return join(dirname(found), packageFolder);
  } catch {
    return undefined;
  }
}
