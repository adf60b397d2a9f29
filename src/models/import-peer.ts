import { ConfigError } from '../errors.ts';

/** Packages that users add when they configure a language model, with the versions that are tested. */
const installCommand = 'npm install ai@6 @ai-sdk/openai-compatible@2';

/**
 * Loads an optional peer dependency.
 * @throws ConfigError with the command that installs it, when it is missing or does not load.
 */
export async function importPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const problem = isMissing ? 'is not installed' : `cannot be loaded: ${(cause as Error).message}`;
    throw new ConfigError(`Language models need the package "${name}", which ${problem}`, {
      hint: `Run \`${installCommand}\` where pincite is installed.`,
      context: { package: name },
      cause,
    });
  }
}
