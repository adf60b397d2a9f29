/**
 * Runs a vector kernel of `assembly/` over a memory of the caller's.
 *
 * @param source what a module of this folder has: WebAssembly in base64
 * @returns the kernel's functions; pointers are bytes from the start of the memory
 */
export function openKernel<Functions>(source: string, memory: WebAssembly.Memory): Functions {
  const module = new WebAssembly.Module(Buffer.from(source, 'base64'));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Functions;
}
