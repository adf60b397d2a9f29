/** What the adapter uses of a package that brings no types. */
declare module 'wink-bm25-text-search' {
  interface Engine {
    defineConfig(config: { fldWeights: Record<string, number> }): void;
    definePrepTasks(tasks: readonly ((text: string) => string[])[]): number;
    addDoc(document: Record<string, string>, id: string): number;
    consolidate(): void;
    search(query: string, limit: number): [string, number][];
  }
  export default function bm25(): Engine;
}
