import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { ConfigError, type PinciteError } from '../../errors.ts';
import { downloadModel } from './download-model.ts';
import { chooseOnnxFile, externalDataOf, neededNames, tokenizerFile } from './model-files.ts';
import type { ModelUse } from './model-use.ts';

export interface LocateOptions {
  /** A well-known name such as `all-MiniLM-L6-v2`, `owner/name` on the Hugging Face hub, or a folder. */
  readonly model: string;
  /** Where downloaded models are kept, each in `<owner>/<name>`; `~/.cache/pincite/models` unless given. */
  readonly modelFolder?: string;
  /** A server that answers like the hub; `https://huggingface.co` unless given. */
  readonly hubUrl?: string;
  /** Whether to stay off the network: a model that is not there yet is an error. */
  readonly offline?: boolean;
  /** Called while a model is downloaded. */
  readonly onProgress?: (bytes: number, totalBytes: number) => void;
  /** Stops a download. */
  readonly signal?: AbortSignal;
}

/** A model that is complete on disk. */
export interface ModelLocation {
  /** Without its owner. */
  readonly name: string;
  readonly folder: string;
  /** What to run; a name within the folder. */
  readonly onnxFile: string;
  /** Files beside it with more of its weights. */
  readonly externalData: readonly string[];
}

/**
 * Finds a model on disk, or downloads it once. A complete model is never looked up on the network.
 *
 * @throws ConfigError for a name that means nothing; `use.Failure` when the folder lacks a file or the hub cannot
 *   be reached; the signal's reason on abort.
 */
export async function locateModel(options: LocateOptions, use: ModelUse): Promise<ModelLocation> {
  const { model } = options;
  if (model !== '' && (await listFolder(model)) !== undefined) {
    const folder = path.resolve(model);
    const found = await findModel(folder, path.basename(folder));
    if (found !== undefined) return found;
    throw missing(`The folder ${folder} holds no complete model`, { model, folder }, use);
  }
  const repository = repositoryOf(model, use);
  const cache = options.modelFolder ?? path.join(homedir(), '.cache', 'pincite', 'models');
  const folder = path.join(cache, repository);
  const find = () => findModel(folder, path.posix.basename(repository));
  const found = await find();
  if (found !== undefined) return found;
  if (options.offline === true) {
    throw missing(`The model ${model} is not in ${folder}`, { model, folder }, use);
  }
  const { hubUrl = 'https://huggingface.co', onProgress, signal } = options;
  await downloadModel({ hubUrl, repository, folder, use, onProgress, signal });
  return (await find())!;
}

async function findModel(folder: string, name: string): Promise<ModelLocation | undefined> {
  const files = (await listFolder(folder)) ?? [];
  const onnxFile = chooseOnnxFile(files);
  if (onnxFile === undefined || !files.includes(tokenizerFile)) return undefined;
  return { name, folder, onnxFile, externalData: externalDataOf(files, onnxFile) };
}

function missing(
  message: string,
  context: { readonly model: string; readonly folder: string },
  use: ModelUse,
): PinciteError {
  return new use.Failure(message, {
    hint: `Copy the model's files to ${context.folder} as the hub lays them out (${neededNames}), or set ${use.section}.model to a folder that holds them.`,
    context,
  });
}

/** @throws ConfigError for what is neither a folder that exists nor a name of the hub. */
function repositoryOf(model: string, { shortNames }: ModelUse): string {
  const repository = Object.hasOwn(shortNames, model) ? shortNames[model]! : model;
  if (/^\w[\w.-]*\/\w[\w.-]*$/.test(repository)) return repository;
  throw new ConfigError(`"${model}" is neither a folder nor the name of a model`, {
    hint: `Name a folder, owner/name on the Hugging Face hub, or one of ${Object.keys(shortNames).join(', ')}.`,
    context: { model },
  });
}

/** Names of the files in a folder and in its `onnx` folder; `undefined` where there is no such folder. */
async function listFolder(folder: string): Promise<string[] | undefined> {
  const list = (name: string) => readdir(path.join(folder, name)).catch(() => undefined);
  const top = await list('.');
  const inner = await list('onnx');
  return top && [...top, ...(inner ?? []).map((name) => `onnx/${name}`)];
}
