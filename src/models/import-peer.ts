import { ConfigError } from '../errors.ts';

/** What needs an optional package, and the command that adds it in the versions that are tested. */
export interface PeerUse {
  /** Begins the message: `Language models`. */
  readonly what: string;
  readonly install: string;
}

export const languageModelUse: PeerUse = {
  what: 'Language models',
  install: 'npm install ai@6 @ai-sdk/openai-compatible@2',
};

/**
 * Loads an optional peer dependency. Its name is given when the program runs, so that bundlers neither look for those that
 * are not installed nor take in those that are.
 * @param file of the package, where that is not its main one.
 * @throws ConfigError with the command that installs it, when it is missing or does not load.
 */
export async function importPeer<Module>(
  name: string,
  { what, install }: PeerUse,
  file = name,
): Promise<Module> {
  try {
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ file)) as Module;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const problem = isMissing ? 'is not installed' : `cannot be loaded: ${(cause as Error).message}`;
    throw new ConfigError(`${what} need the package "${name}", which ${problem}`, {
      hint: `Run \`${install}\` where pincite is installed.`,
      context: { package: name },
      cause,
    });
  }
}
