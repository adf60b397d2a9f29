/** The part of WebAssembly that we use: TypeScript has it only among the types of browsers. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB; gives the number before. Detaches `buffer` where it is not shared. */
    grow(pages: number): number;
  }
  interface Module {
    readonly brand: unique symbol;
  }
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } });
    readonly exports: unknown;
  }
}
