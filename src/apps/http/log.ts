/** Lines of JSON on the standard error. No query, document or key is in them, but with `telemetry.recordQueries`. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

const order: Readonly<Record<Level | 'silent', number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export interface Log {
  (level: Level, message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export function createLog(least: Level | 'silent'): Log {
  return (level, message, facts = {}) => {
    if (order[level] < order[least]) return;
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`);
  };
}
