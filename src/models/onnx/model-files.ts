/** Files of a model, named from its folder as on the Hugging Face hub: `onnx/model.onnx`. */

export const tokenizerFile = 'tokenizer.json';
const settingsFile =
  /^((config|tokenizer|tokenizer_config|sentence_bert_config|modules|config_sentence_transformers)\.json|\w[\w.-]*\/config\.json|\d+_Dense\/model\.safetensors)$/;

/** The first that a model has is run: full precision before 8-bit weights, and of these first what runs on every processor. */
const onnxFiles = [
  'onnx/model.onnx',
  'model.onnx',
  'onnx/model_quantized.onnx',
  'model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model_uint8.onnx',
  'onnx/model_quint8_avx2.onnx',
  'onnx/model_qint8_arm64.onnx',
];

/** The ONNX file to run, out of the files that there are. */
export function chooseOnnxFile(files: readonly string[]): string | undefined {
  return onnxFiles.find((name) => files.includes(name));
}

/** Weights that did not fit into the ONNX file itself: `model.onnx_data`, `model.onnx.data`, … */
export function externalDataOf(files: readonly string[], onnxFile: string): string[] {
  return files
    .filter((file) => file.startsWith(`${onnxFile}_data`) || file.startsWith(`${onnxFile}.data`))
    .sort();
}

/** What running a model needs. The ONNX file is last: a folder that has it has all the rest. */
export function neededFiles(files: readonly string[], onnxFile: string): string[] {
  const settings = files.filter((file) => settingsFile.test(file)).sort();
  return [...settings, ...externalDataOf(files, onnxFile), onnxFile];
}

/** For messages: what a folder must hold. */
export const neededNames = `config.json, ${tokenizerFile}, 1_Pooling/config.json where there is one, onnx/model.onnx, …`;
