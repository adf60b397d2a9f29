import { nameOfMethod, overrideChunking } from '../../config/settings/chunking.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { isOcrInstalled } from '../../load/ocr/language-data.ts';
import { nameOfModel } from '../../models/ai-sdk-model.ts';
import type { Document, DocumentFormat } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { fitChunks, nameOfTokenizer } from './fit-chunks.ts';
import type { CheckedInput } from '../add/inputs.ts';
import { ocrSettings } from './ocr-settings.ts';
import { documentChars } from '../written-by-model/open-context-writer.ts';
import type { Parts } from '../parts/parts.ts';

export interface Settings {
  readonly config: Parts['config'];
  /** Of the collection. */
  readonly embedder: Pick<Embedder, 'maxTokens' | 'tokenizer'>;
  /** Whether chunks are validated. */
  readonly validate: boolean;
}

type OfDocument = Pick<CheckedInput, 'chunking'> & Pick<Document, 'format'>;

/** Formats that may hold pages without text, of their own or attached. */
const mayHoldScans: ReadonlySet<DocumentFormat> = new Set(['pdf', 'email']);

/**
 * SHA-256 of the settings that decide what is stored of a document beside its bytes and its description: its text and its
 * chunks are as they would be by equal settings.
 *
 * Not among them are the model of the vectors, which is one for a whole collection and changes for all its documents
 * together; the password, since an encrypted file has one text; and limits, which a document passes or does not.
 */
export function settingsHash(
  { config, embedder, validate }: Settings,
  { chunking: own, format }: OfDocument,
): string {
  const chunking = overrideChunking(config.chunking, own);
  const { method, breakpoints = 'percentile', contextualize, summaries, describeFigures } = chunking;
  const writer = { model: config.llm.model && nameOfModel(config.llm.model) };
  return sha256(
    JSON.stringify({
      method: nameOfMethod(method),
      sizes: fitChunks(chunking, embedder.maxTokens),
      tokenizer: nameOfTokenizer(chunking, embedder),
      breakpoints: method === 'semantic' ? breakpoints : undefined,
      contextualize: contextualize ? { ...writer, documentChars } : undefined,
      summaries: summaries === 'generative' ? writer : summaries === 'extractive' ? summaries : undefined,
      describeFigures: describeFigures ? writer : undefined,
      reader: { maxTokens: embedder.maxTokens, tokenizer: embedder.tokenizer },
      validate,
      keepOriginals: config.ingest.keepOriginals,
      ocr: mayHoldScans.has(format) || readsSlides(config, format) ? ocrOf(config) : undefined,
      pdfParser: mayHoldScans.has(format) ? parserOf(config) : undefined,
    }),
  );
}

const readsSlides = ({ loading }: Settings['config'], format: DocumentFormat) =>
  format === 'pptx' && loading.ocr === 'pictures';

/** The usual one is not named, as it was not before it could be chosen. */
const parserOf = ({ loading: { pdf } }: Settings['config']) =>
  pdf.parser === 'auto' ? undefined : pdf.parser;

/** What reads pages without text, if anything does. */
function ocrOf({ loading }: Settings['config']) {
  const settings = ocrSettings(loading);
  return settings.when === 'never' || !isOcrInstalled(settings) ? undefined : settings;
}

/**
 * Whether a stored document was processed by these settings. Of one that was stored before settings were noted that is
 * not known: it is taken to be, so that an update of Pincite processes nothing anew, unless the document is to be cut in a
 * way of its own.
 */
export function isProcessedBy(
  { settingsHash: stored, format }: Pick<Document, 'settingsHash' | 'format'>,
  chunking: CheckedInput['chunking'],
  settings: Settings,
): boolean {
  if (stored === undefined) return chunking === undefined;
  return stored === settingsHash(settings, { chunking, format });
}
