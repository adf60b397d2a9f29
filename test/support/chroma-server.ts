import { findBindings, startServer } from '../../src/store/chroma/local-server.ts';

export interface ChromaServer {
  /** Without the folder beside it. */
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

/** Starts Chroma over a folder in a process of its own, which ends with this one. */
export async function startChroma(folder: string, port?: number): Promise<ChromaServer> {
  const server = await startServer(folder, port);
  return { url: `chroma://127.0.0.1:${server.port}`, port: server.port, kill: server.stop };
}

/** Why tests over Chroma are left out here, if they are. */
export const noChroma = whyNot();

function whyNot(): string | undefined {
  try {
    findBindings();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
