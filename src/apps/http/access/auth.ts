/** Who calls: the bearer of a key, of a token of an identity provider, or whoever works on this machine. */
import type { MiddlewareHandler } from 'hono';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { AuthError, ConfigError } from '../../../index.ts';
import type { ApiEnv, Caller } from '../context.ts';
import { HttpProblem } from '../problems.ts';
import { isKey, type Key, type KeyFolder } from './keys.ts';

export interface JwtSettings {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly tenantClaim: string;
}

/** In words: what looks like a key is masked in errors. */
const sendIt = 'Send it in the header Authorization, after the word Bearer and a space.';

/** Whoever can reach a server without keys: it listens to this machine alone. */
const local: Caller = { id: 'local', tenant: null, access: 'write', isAdministrator: true };

export class Authority {
  readonly #keys: KeyFolder;
  readonly #jwt: JwtSettings | undefined;
  #jwks: JWTVerifyGetKey | undefined;

  constructor(keys: KeyFolder, jwt: JwtSettings | undefined) {
    this.#keys = keys;
    this.#jwt = jwt;
  }

  /** Whether a request must say who it is from. Keys that are made later count at once. */
  async isNeeded(): Promise<boolean> {
    return this.#jwt !== undefined || !(await this.#keys.isEmpty());
  }

  /** @throws ConfigError where strangers could reach a server without keys. */
  async checkAddress(host: string): Promise<void> {
    if (isLoopback(host) || (await this.isNeeded())) return;
    throw new ConfigError(`${host} can be reached from elsewhere, and there are no keys`, {
      hint: 'Make one with `pincite keys add --admin --access write --name me`, or serve on 127.0.0.1.',
    });
  }

  /** @throws AuthError without a valid key where one is needed. */
  async callerOf(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) {
      if (!(await this.isNeeded())) return local;
      throw new AuthError('This needs a key', { hint: sendIt });
    }
    const token = tokenOf(authorization);
    if (token === undefined) {
      throw new AuthError('The Authorization header has no bearer token', {
        hint: sendIt,
      });
    }
    if (isKey(token)) return callerOfKey(await this.#keys.find(token));
    if (this.#jwt !== undefined) return this.#callerOfToken(token, this.#jwt);
    // Clients of OpenAI's interface send some key, whatever it is.
    if (!(await this.isNeeded())) return local;
    return callerOfKey(undefined);
  }

  async #callerOfToken(token: string, settings: JwtSettings): Promise<Caller> {
    const { createRemoteJWKSet, jwtVerify } = await import('jose');
    this.#jwks ??= createRemoteJWKSet(new URL(settings.jwksUrl));
    const { issuer, audience } = settings;
    try {
      const { payload } = await jwtVerify(token, this.#jwks, { issuer, audience, algorithms: signatures });
      return callerOfClaims(payload, settings);
    } catch (error) {
      if (error instanceof AuthError) throw error;
      const { code = 'ERR' } = error as { code?: string };
      throw new AuthError(`The token is not accepted (${code})`, { cause: error });
    }
  }
}

/** Browsers that open a link ask for a name and a password: the password is the key. */
function tokenOf(authorization: string): string | undefined {
  const [, scheme = '', token = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) return token;
  if (!/^basic$/i.test(scheme)) return undefined;
  return Buffer.from(token, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

/** Those with a public key: a secret that is shared would not be in a JWKS. */
const signatures = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

function callerOfKey(key: Key | undefined): Caller {
  if (key === undefined) {
    throw new AuthError('The key is not valid', { hint: 'It may have been revoked, or have expired.' });
  }
  const { id, tenant, access, admin: isAdministrator, collections, filter } = key;
  return { id, tenant, access, isAdministrator, collections, filter };
}

function callerOfClaims(claims: JWTPayload, { tenantClaim }: JwtSettings): Caller {
  const [tenant, access] = [claims[tenantClaim], claims['access']];
  if (typeof tenant !== 'string' || !/^[\w.-]{1,64}$/.test(tenant)) {
    throw new AuthError(`The token has no claim "${tenantClaim}" that names a tenant`);
  }
  return {
    id: `${tenant}/${claims.sub ?? 'nobody'}`,
    tenant,
    access: access === 'write' ? 'write' : 'read',
    isAdministrator: false,
  };
}

export const isLoopback = (host: string) =>
  /^(localhost|127(\.\d+){3}|::1|\[::1\]|0:0:0:0:0:0:0:1)$/i.test(host);

/** Says who calls in `c.var.caller`. */
export const authenticate =
  (authority: Authority): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const authorization = c.req.header('authorization');
    const isReading = c.req.method === 'GET';
    // A browser sends a password by itself, also for pages of others: with it, nothing is changed.
    const given = !isReading && /^basic /i.test(authorization ?? '') ? '' : authorization;
    try {
      c.set('caller', await authority.callerOf(given));
    } catch (error) {
      const isBrowser = isReading && /\btext\/html\b/.test(c.req.header('accept') ?? '');
      if (!isBrowser || !(error instanceof AuthError)) throw error;
      const headers = {
        'WWW-Authenticate': 'Basic realm="Pincite: the key is the password", charset="UTF-8"',
      };
      throw new HttpProblem(401, error.message, { headers, hint: error.hint });
    }
    await next();
  };
