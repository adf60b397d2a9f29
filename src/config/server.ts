/** What `pincite serve` listens to, whom it trusts and what it bears. */
import { z } from 'zod';
import { serverAddressSchema } from './fields.ts';

const second = 1000;
const mebibyte = 2 ** 20;

/** JSON Web Tokens of an identity provider: who signs them, and which of their claims say what. */
const jwtSchema = z.strictObject({
  /** Where the provider's public keys are: `https://id.example.com/.well-known/jwks.json`. */
  jwksUrl: serverAddressSchema,
  /** What `iss` and `aud` must be. */
  issuer: z.string().min(1),
  audience: z.string().min(1),
  /** The claim that names the tenant; a token without it is refused. */
  tenantClaim: z.string().min(1).default('tenant'),
  /** The claim that says `read` or `write`; without it, `read`. */
  accessClaim: z.string().min(1).default('access'),
});

export const serverConfigSchema = z.strictObject({
  /** Anything but this machine's own addresses needs keys (`pincite keys add`) or `jwt`. */
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(7878),
  /** Where others reach it, for links: `https://docs.example.com`. Of `host` and `port` unless given. */
  publicUrl: serverAddressSchema.optional(),
  /** Names that requests may be sent to, beside those of `host` and `publicUrl`: `docs.internal`. */
  allowedHosts: z.array(z.string().min(1)).default([]),
  /** Other web pages that may call from a browser: `https://app.example.com`. */
  allowedOrigins: z.array(z.string().min(1)).default([]),
  /** The folder of keys, a file each; `keys` in the folder of a SQLite store, else `./.pincite/keys`. */
  keysFolder: z.string().min(1).optional(),
  /** Where uploads wait to be added; `uploads` in the folder of a SQLite store, else `./.pincite/uploads`. */
  uploadsFolder: z.string().min(1).optional(),
  jwt: jwtSchema.optional(),
  /** How tenants are kept apart; see docs/tenants.md. */
  tenancy: z.enum(['collection', 'filter']).default('collection'),
  limits: z
    .strictObject({
      /** Of a request that is no upload. */
      bodyBytes: z.int().min(1024).default(mebibyte),
      /** Of an upload, all its files together. */
      uploadBytes: z
        .int()
        .min(1024)
        .default(2048 * mebibyte),
      /** Files in an upload. */
      uploadFiles: z.int().min(1).max(100_000).default(1000),
      /** Time that a request may take; uploads take as long as something comes. */
      requestMs: z
        .int()
        .min(100)
        .max(86_400_000)
        .default(120 * second),
      /** Requests under way at once, in all and for one key; more are refused with 429. */
      concurrency: z.int().min(1).max(10_000).default(64),
      concurrencyPerKey: z.int().min(1).max(10_000).default(32),
      /** Of one key. */
      requestsPerMinute: z.int().min(1).max(1_000_000).default(6000),
    })
    .prefault({}),
  /** Documents that are added at once in this process; 0 leaves all of them to `pincite worker`. */
  workers: z.int().min(0).max(64).default(4),
  /** Time that requests and jobs under way get to end when the server is stopped. */
  shutdownMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(20 * second),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
      /** Write queries and questions into the log too. */
      texts: z.boolean().default(false),
    })
    .prefault({}),
});
