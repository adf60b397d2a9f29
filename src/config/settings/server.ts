/** What `pincite serve` listens to, whom it trusts and what it bears. */
import { z } from 'zod';
import { serverAddressSchema } from './fields.ts';
import type { Settings } from './settings.ts';

const second = 1000;

/** JSON Web Tokens of an identity provider: who signs them, and which of their claims say what. */
export interface JwtConfig {
  /** Where the provider's public keys are: `https://id.example.com/.well-known/jwks.json`. */
  readonly jwksUrl: string;
  /** What the claim `iss` must be. */
  readonly issuer: string;
  /** What the claim `aud` must be. */
  readonly audience: string;
  /**
   * The claim that names the tenant; a token without it is refused.
   * @default 'tenant'
   */
  readonly tenantClaim: string;
}

/** How much a server takes on. */
export interface ServerLimits {
  /**
   * Milliseconds that a request may take, 100 to 86,400,000; uploads take as long as something comes.
   * @default 120000
   */
  readonly requestMs: number;
  /**
   * Requests under way at once, 1 to 10,000, and half as many of one key; more are refused with 429.
   * @default 64
   */
  readonly concurrency: number;
  /**
   * Requests a minute of one key, 1 to 1,000,000; more are refused with 429.
   * @default 6000
   */
  readonly requestsPerMinute: number;
}

/** What `pincite serve` listens to, whom it trusts and what it bears. See docs/server.md. */
export interface ServerConfig {
  /**
   * Address to listen at. Anything but this machine's own addresses needs keys (`pincite keys add`) or `jwt`.
   * @default '127.0.0.1'
   */
  readonly host: string;
  /**
   * Port to listen at, 0 to 65,535; 0 takes a free one.
   * @default 7878
   */
  readonly port: number;
  /**
   * Where others reach it: `https://docs.example.com`, or several. Links have the one by which a request came, else the first; unless
   * given, the address by which the request came. Requests may be sent to the names in them and to that of `host`.
   */
  readonly publicUrl?: string | readonly string[];
  /**
   * Other web pages that may call from a browser: `https://app.example.com`.
   * @default []
   */
  readonly allowedOrigins: readonly string[];
  /** The folder of keys, a file each; `keys` in the folder of a SQLite store, else `./.pincite/keys`. */
  readonly keysFolder?: string;
  /** Tokens of an identity provider that are taken beside keys; none unless given. */
  readonly jwt?: JwtConfig;
  /**
   * How tenants are kept apart: each in collections of its own, or by a filter in shared ones; see docs/tenants.md.
   * @default 'collection'
   */
  readonly tenancy: 'collection' | 'filter';
  /** How much it takes on. */
  readonly limits: ServerLimits;
  /**
   * Documents that are added at once in this process, 0 to 64; 0 leaves all of them to `pincite worker`.
   * @default 4
   */
  readonly workers: number;
  /**
   * Milliseconds that requests and jobs under way get to end when the server is stopped, 0 to 3,600,000.
   * @default 20000
   */
  readonly shutdownMs: number;
  /**
   * The least that is written to its log. Queries and questions are in it with `telemetry.recordQueries` alone.
   * @default 'info'
   */
  readonly log: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}
/** `JwtConfig` as it is written: what is left out has its default. */
export type JwtInput = Omit<JwtConfig, 'tenantClaim'> & Partial<Pick<JwtConfig, 'tenantClaim'>>;
/** `ServerConfig` as it is written: what is left out has its default. */
export type ServerInput = Settings<ServerConfig, 'limits', { readonly jwt: JwtInput }>;

const jwtSchema = z.strictObject({
  jwksUrl: serverAddressSchema,
  issuer: z.string().min(1),
  audience: z.string().min(1),
  tenantClaim: z.string().min(1).default('tenant'),
});

export const serverConfigSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(7878),
  publicUrl: z
    .union([serverAddressSchema, z.array(serverAddressSchema).min(1)], {
      error: 'must be an address such as https://docs.example.com, or a list of them',
    })
    .optional(),
  allowedOrigins: z.array(z.string().min(1)).default([]),
  keysFolder: z.string().min(1).optional(),
  jwt: jwtSchema.optional(),
  tenancy: z.enum(['collection', 'filter']).default('collection'),
  limits: z
    .strictObject({
      requestMs: z
        .int()
        .min(100)
        .max(86_400_000)
        .default(120 * second),
      concurrency: z.int().min(1).max(10_000).default(64),
      requestsPerMinute: z.int().min(1).max(1_000_000).default(6000),
    })
    .prefault({}),
  workers: z.int().min(0).max(64).default(4),
  shutdownMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(20 * second),
  log: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
