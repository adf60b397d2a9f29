/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { PinciteError } from '../../../../errors.ts';
import type { LoadRequest } from '../../../loader.ts';
import { retire, scratchBytes, type Engine, type PdfiumModule } from './module.ts';
import { encrypted } from '../../limits-and-pauses.ts';

const passwordError = 4;

/** PDFium could not open the file; another parser may. */
export class PdfiumFailure extends Error {
  override readonly name = 'PdfiumFailure';
}

/**
 * Runs calls into the engine. Any error that is not ours is a trap: the instance's memory is then in no known
 * state, and the next document gets a new one.
 */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PinciteError || error instanceof PdfiumFailure) throw error;
    retire();
    throw new PdfiumFailure(`PDFium broke off: ${String(error)}`, { cause: error });
  }
}

/** A file in the engine's memory, opened; `close` gives the memory back. */
export class PdfiumFile implements Engine {
  readonly module: PdfiumModule;
  readonly name: string;
  readonly handle: number;
  readonly scratch: number;
  private readonly bytes: number;

  /** @throws PdfEncryptedError when a password is needed or wrong; PdfiumFailure when the file cannot be opened. */
  constructor(module: PdfiumModule, request: Pick<LoadRequest, 'bytes' | 'name' | 'password'>) {
    this.module = module;
    this.name = request.name;
    this.bytes = this.copy(request.bytes);
    this.scratch = module.wasmExports.malloc(scratchBytes);
    try {
      this.handle = this.open(request.bytes.length, request.password ?? '');
    } catch (error) {
      this.free();
      throw error;
    }
    if (this.handle !== 0) return;
    const code = module._FPDF_GetLastError();
    this.close();
    if (code === passwordError) throw encrypted(request);
    throw new PdfiumFailure(`PDFium cannot open the file (error ${code}).`);
  }

  /** The address of a copy of the bytes; it is the caller's to free. */
  copy(bytes: Uint8Array): number {
    const address = this.module.wasmExports.malloc(Math.max(1, bytes.length));
    if (address === 0) throw new PdfiumFailure('PDFium has not enough memory for the file.');
    this.module.HEAPU8.set(bytes, address);
    return address;
  }

  close(): void {
    if (this.handle !== 0) this.module._FPDF_CloseDocument(this.handle);
    this.free();
  }

  private free(): void {
    this.module.wasmExports.free(this.scratch);
    this.module.wasmExports.free(this.bytes);
  }

  /** Tries the password as given, then as RFC 4013 (which PDF 2.0 asks for) prepares it. */
  private open(size: number, password: string): number {
    const { module, bytes } = this;
    for (const candidate of new Set([password, preparePassword(password)])) {
      const address = this.copy(new TextEncoder().encode(`${candidate}\0`));
      const handle = module._FPDF_LoadMemDocument(bytes, size, address);
      module.wasmExports.free(address);
      if (handle !== 0) return handle;
    }
    return 0;
  }
}

/** SASLprep: other spaces become spaces, invisible characters go, compatibility forms are unified. */
function preparePassword(password: string): string {
  return password
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC');
}
