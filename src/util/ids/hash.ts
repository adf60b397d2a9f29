import crypto from 'node:crypto'; // Node.js 18 has no `hash`, and would refuse to import it before anything can tell why

/** SHA-256 as 64 lower-case hex digits; strings are hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return crypto.hash('sha256', data);
}
