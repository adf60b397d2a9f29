import { ConfigError } from '../errors.ts';
import { parseEmbeddingModelName } from '../models/providers/embedding-providers.ts';
import { parseModelName } from '../models/providers/providers.ts';
import { parseRerankingModelName } from '../models/providers/reranking-providers.ts';
interface ModelSettings {
  readonly model?: unknown;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** What of a configuration this is about. */
interface Hosts {
  readonly store?: string | undefined;
  readonly queue?: string | undefined;
  readonly llm?: ModelSettings;
  readonly embedding?: ModelSettings;
  readonly reranking?: ModelSettings;
  readonly answer?: ModelSettings;
}

/** Where the parts of a configuration come from. */
export interface Origins {
  /** The file that was found in the folder, which may be somebody else's. */
  readonly file: string;
  readonly found: Hosts;
  /** What the user said: variables, options. */
  readonly outside: Hosts;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A file that lies in the folder does not choose where the user's secrets go: a key that is not the file's own goes to the
 * provider's own host, or to one that the user names elsewhere.
 * @throws ConfigError with what to do.
 */
export function refuseForeignHosts(config: Hosts, origins: Origins): void {
  for (const section of ['llm', 'embedding', 'reranking'] as const) {
    const { baseUrl, apiKey } = config[section] ?? {};
    const { found, outside } = origins;
    if (baseUrl === undefined || baseUrl === outside[section]?.baseUrl) continue;
    if (apiKey === undefined || apiKey === found[section]?.apiKey) continue;
    if (isSameOrigin(baseUrl, ownBaseUrl(config, section))) continue;
    throw refused(`${section}.baseUrl`, origins, `the key of ${section}`, {
      host: new URL(baseUrl).host,
      variable: `PINCITE_${section.toUpperCase()}_BASE_URL`,
    });
  }
  for (const place of ['store', 'queue'] as const) {
    const url = config[place];
    if (url === undefined || url === origins.outside[place] || !origins.env['PGPASSWORD']) continue;
    const host = hostWithoutPassword(url);
    if (host === undefined) continue;
    throw refused(place, origins, 'PGPASSWORD', { host, variable: `PINCITE_${place.toUpperCase()}` });
  }
}

function ownBaseUrl(config: Hosts, section: 'llm' | 'embedding' | 'reranking'): string | undefined {
  const model = config[section]?.model ?? (section === 'llm' ? config.answer?.model : undefined);
  return typeof model === 'string' ? parsers[section](model)?.provider.baseUrl : undefined;
}

const parsers = {
  llm: parseModelName,
  embedding: parseEmbeddingModelName,
  reranking: parseRerankingModelName,
};

const isSameOrigin = (url: string, other: string | undefined) =>
  other !== undefined && new URL(url).origin === new URL(other).origin;

/** That of a PostgreSQL server whose URL has no password, so that the driver takes the one of the environment. */
function hostWithoutPassword(url: string): string | undefined {
  if (!/^postgres(ql)?:/.test(url)) return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.password || parsed?.searchParams.get('password')) return undefined;
  return parsed?.searchParams.get('host') || parsed?.host || undefined;
}

function refused(
  setting: string,
  { file }: Origins,
  secret: string,
  { host, variable }: { readonly host: string; readonly variable: string },
): ConfigError {
  return new ConfigError(`${setting} of ${file} names ${host}: ${secret} is not sent there`, {
    hint:
      `A file that lies in a folder does not choose where your secrets go. If you trust it, name it: ` +
      `--config ${file} (or PINCITE_CONFIG); or set ${variable} yourself.`,
    context: { file, setting, host },
  });
}
