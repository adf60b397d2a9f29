import type { PdfiumModule } from './module.ts';

const longestText = 1 << 20;

/** Calls a function of the engine that fills a buffer with zero-terminated UTF-16LE and returns its length in bytes. */
export function readUtf16(module: PdfiumModule, fill: (buffer: number, bytes: number) => number): string {
  const bytes = fill(0, 0);
  if (bytes <= 2 || bytes > longestText) return '';
  const address = module.wasmExports.malloc(bytes);
  fill(address, bytes);
  const text = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(address, address + bytes - 2));
  module.wasmExports.free(address);
  return text;
}
