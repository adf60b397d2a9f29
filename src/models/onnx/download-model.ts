import { stat } from 'node:fs/promises';
import path from 'node:path';
import { PinciteError } from '../../errors.ts';
import { downloadFile } from './download-file.ts';
import { hubFileUrl, HubRefusal, listHubFiles, type HubModel } from './hub.ts';
import type { ModelUse } from './model-use.ts';
import { chooseOnnxFile, neededFiles, neededNames, tokenizerFile } from './model-files.ts';
import { reasonOfFetch } from '../calls/post-json.ts';

export interface ModelDownload extends HubModel {
  /** Where its files go, named as on the hub. */
  readonly folder: string;
  readonly use: ModelUse;
  readonly onProgress?: (bytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Downloads what running a model needs, all files of one commit, the ONNX file last: where that is, the model is
 * complete. What is there already is kept.
 *
 * @throws `use.Failure` when the hub cannot be reached or has no such model; the signal's reason on abort.
 */
export async function downloadModel(download: ModelDownload): Promise<void> {
  try {
    await downloadFiles({ ...download, hubUrl: download.hubUrl.replace(/\/+$/, '') });
  } catch (cause) {
    download.signal?.throwIfAborted();
    throw cause instanceof PinciteError ? cause : explain(cause, download);
  }
}

async function downloadFiles(download: ModelDownload): Promise<void> {
  const { folder, onProgress, signal } = download;
  const { commit, sizes } = await listHubFiles(download, signal);
  const onnxFile = chooseOnnxFile([...sizes.keys()]);
  if (onnxFile === undefined || !sizes.has(tokenizerFile)) throw notRunnable(download, [...sizes.keys()]);
  const files = neededFiles([...sizes.keys()], onnxFile);
  const totalBytes = files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  let doneBytes = 0;
  for (const file of files) {
    const target = path.join(folder, file);
    const size = sizes.get(file);
    if (size === undefined || (await sizeOf(target)) !== size) {
      const onBytes = (bytes: number) => onProgress?.(doneBytes + bytes, totalBytes);
      await downloadFile({
        url: hubFileUrl(download, commit, file),
        target,
        onBytes,
        signal,
      });
    }
    doneBytes += size ?? 0;
  }
}

function notRunnable({ repository, hubUrl, use }: ModelDownload, files: readonly string[]): PinciteError {
  const onnxFiles = files.filter((file) => file.endsWith('.onnx'));
  return new use.Failure(`The model ${repository} has no ONNX file with a tokenizer.json`, {
    hint:
      onnxFiles.length > 0
        ? `Copy one of its files (${onnxFiles.join(', ')}) into a folder as onnx/model.onnx.`
        : 'Choose a model with an onnx folder; `optimum-cli export onnx --model <name> <folder>` makes one of other models.',
    context: { model: repository, hub: hubUrl, onnxFiles },
  });
}

function explain(cause: unknown, { repository, hubUrl, folder, use }: ModelDownload): PinciteError {
  const status = cause instanceof HubRefusal ? cause.status : undefined;
  const isRefused = status === 401 || status === 403 || status === 404;
  return new use.Failure(
    `The model ${repository} cannot be downloaded from ${hubUrl}: ${reasonOfFetch(cause)}`,
    {
      hint:
        (isRefused
          ? 'Check the name; the hub answers so for private models too. '
          : 'Try again, what has come is kept. ') +
        `Without the hub, copy the model's files (${neededNames}) to ${folder}, or set ${use.section}.model to a folder that holds them.`,
      context: { model: repository, hub: hubUrl, folder, status },
      cause,
    },
  );
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
