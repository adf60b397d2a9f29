/**
 * OCR with tesseract.js, an optional peer: Tesseract in WebAssembly, in a thread of its own. Language data comes from
 * files; nothing is downloaded or kept.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Worker as Tesseract } from 'tesseract.js';
import { LimitExceededError, LoadError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import type { OcrSettings } from '../loader.ts';
import { encodePgm, type GreyPicture } from './grey-picture.ts';
import { languageCode, languageFile } from './language-data.ts';
import { ocrWords, type OcrWord } from './ocr-words.ts';

export interface RecogniseOptions {
  readonly dotsPerInch: number;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** Pages take seconds; one that takes longer than this is given up. */
const longestMs = 90_000;
/** `OEM.LSTM_ONLY` of the engine: the neural network, which is all that the data holds. */
const neuralNetwork = 1;

export const ocrUse = {
  what: 'Pages without text',
  install: 'npm install tesseract.js@7 @tesseract.js-data/eng',
};

/** @throws ConfigError that says what to install when the engine or its data is not there. */
export async function checkOcr({ languages }: OcrSettings): Promise<void> {
  await importTesseract();
  for (const language of languages) languageFile(language);
}

/** One engine for many pages; `close` ends its thread. */
export class OcrEngine {
  private readonly tesseract: Tesseract;
  private readonly thread: Thread;
  private readonly broken: AbortSignal;

  private constructor(tesseract: Tesseract, thread: Thread, broken: AbortSignal) {
    this.tesseract = tesseract;
    this.thread = thread;
    this.broken = broken;
  }

  /**
   * @throws ConfigError when the engine or its data is not installed; LoadError when it does not start; the signal's
   * reason.
   */
  static async open(settings: OcrSettings, signal?: AbortSignal): Promise<OcrEngine> {
    const { default: library } = await importTesseract();
    return withLanguages(settings, async (folder) => {
      const controller = new AbortController();
      const fail = (reason: unknown) => controller.abort(reason);
      const started = nextThread();
      const opening = library.createWorker(settings.languages.map(languageCode), neuralNetwork, {
        ...folder,
        cacheMethod: 'none',
        errorHandler: fail,
      });
      const thread = silenced(await started);
      thread.on('error', fail);
      // After a failure the engine tells more, and throws where it hears it.
      controller.signal.addEventListener('abort', () => thread.removeAllListeners('message'));
      try {
        const stops = [controller.signal, ...(signal === undefined ? [] : [signal])];
        const tesseract = await unlessAborted(opening, AbortSignal.any(stops));
        return new OcrEngine(tesseract, thread, controller.signal);
      } catch (cause) {
        await thread.terminate();
        signal?.throwIfAborted();
        const hint = 'Check the files with the data of its languages.';
        throw new LoadError(`OCR does not start: ${String(cause)}`, { hint, cause });
      }
    });
  }

  /**
   * The words of an upright picture, in reading order.
   * @throws LimitExceededError when it takes too long; LoadError when the engine breaks; the signal's reason. The
   * engine is of no use any more then, but to be closed.
   */
  async recognise(picture: GreyPicture, options: RecogniseOptions): Promise<OcrWord[]> {
    const { dotsPerInch, signal, timeoutMs = longestMs } = options;
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const stops = [timeout, this.broken, ...(signal === undefined ? [] : [signal])];
    try {
      return await unlessAborted(this.read(picture, dotsPerInch), AbortSignal.any(stops));
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause === timeout.reason) throw tooLong(timeoutMs);
      throw new LoadError(`OCR broke off: ${String(cause)}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }

  private async read(picture: GreyPicture, dotsPerInch: number): Promise<OcrWord[]> {
    const { tesseract } = this;
    await tesseract.setParameters({ user_defined_dpi: String(Math.round(dotsPerInch)) });
    const { data } = await tesseract.recognize(encodePgm(picture), {}, { text: false, blocks: true });
    return ocrWords(data.blocks ?? []);
  }
}

const importTesseract = () => importPeer<{ default: typeof import('tesseract.js') }>('tesseract.js', ocrUse);

function tooLong(timeoutMs: number): LimitExceededError {
  return new LimitExceededError(`OCR takes longer than ${timeoutMs / 1000} s for a page`, {
    context: { limit: 'timeoutMs', maximum: timeoutMs },
  });
}

/** The engine keeps its thread to itself, and forgets it where it does not start. */
function nextThread(): Promise<Thread> {
  return new Promise((resolve) => process.once('worker', resolve));
}

/** What the engine prints says nothing that its errors do not. */
function silenced(thread: Thread): Thread {
  for (const stream of [thread.stdout, thread.stderr]) stream.unpipe().resume();
  return thread;
}

interface LanguageFolder {
  readonly langPath: string;
  /** Whether the names of its files end so; what they hold is seen in them. */
  readonly gzip: boolean;
}

/** The engine reads all languages from one folder, so several meet in a temporary one. */
async function withLanguages<T>(
  { languages }: OcrSettings,
  work: (folder: LanguageFolder) => Promise<T>,
): Promise<T> {
  const files = languages.map(languageFile);
  const [file] = files;
  if (files.length === 1) return work({ langPath: dirname(file!), gzip: file!.endsWith('.gz') });
  const folder = await mkdtemp(join(tmpdir(), 'pincite-ocr-'));
  try {
    for (const [index, language] of languages.entries()) {
      await copyFile(files[index]!, join(folder, `${languageCode(language)}.traineddata`));
    }
    return await work({ langPath: folder, gzip: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
