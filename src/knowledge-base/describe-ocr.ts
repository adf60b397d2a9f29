import type { Config } from '../config.ts';
import { PinciteError } from '../errors.ts';
import { ocrSettings } from './ocr-settings.ts';

/**
 * Whether pages without text can be read, and what to install where they cannot.
 * @throws ConfigError when something is missing and more than scans is to be read.
 */
export async function describeOcr({ loading }: Pick<Config, 'loading'>): Promise<string> {
  const settings = ocrSettings(loading);
  if (settings.when === 'never') return 'off';
  const { checkOcr } = await import('../load/ocr/ocr-engine.ts');
  try {
    await checkOcr(settings);
    return `tesseract.js, ${settings.languages.join(' + ')}`;
  } catch (error) {
    if (settings.when !== 'auto' || !(error instanceof PinciteError)) throw error;
    return `not installed, so scanned pages are not read. ${error.hint}`;
  }
}
