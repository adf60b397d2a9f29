import { z } from 'zod';
import { describePlace, lineError, type Place } from './files/line-error.ts';
import { parseMetric } from './metrics/metric-names.ts';
import type { ConfigurationResult } from './result.ts';
import { openYaml } from './files/yaml-source.ts';

const limit = z.union(
  [z.number(), z.strictObject({ min: z.number().optional(), max: z.number().optional() })],
  {
    error: 'must be a number, or min and max',
  },
);
const entries = z.record(z.string(), z.unknown(), { error: 'must be names with limits' });

/** What a metric or a latency may be at least and at most. */
export interface GateLimit {
  /** `ndcg@10`, `latencyMs.p95`, … */
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  /** The configuration that it is for; all unless given. */
  readonly configuration?: string;
  readonly place: Place;
}

const latencyName = /^latencyMs\.p(50|95|99)$/;

/**
 * Reads thresholds: `ndcg@10: 0.65` is a least value, `latencyMs.p95: 200` a greatest one, `{ min, max }` either;
 * below `configurations: { <name>: … }` they are for one configuration.
 * @throws ConfigError naming file and line: malformed YAML, an unknown metric, a value that is no limit.
 */
export async function parseGate(text: string, file: string): Promise<GateLimit[]> {
  const { content, placeOf } = await openYaml(text, file);
  const root = check(entries, content, placeOf([]));
  const { configurations = {}, ...common } = root;
  const named = check(entries, configurations, placeOf(['configurations']));
  const read = (value: unknown, path: readonly string[]): GateLimit[] =>
    Object.keys(check(entries, value, placeOf(path))).map((name) => {
      const place = placeOf([...path, name]);
      const given = check(limit, (value as Record<string, unknown>)[name], place);
      return { ...readLimit(name, given, place), configuration: path[1] };
    });
  return [
    ...read(common, []),
    ...Object.entries(named).flatMap(([name, value]) => read(value, ['configurations', name])),
  ];
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, place: Place): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw lineError(place, parsed.error.issues[0]!.message, 'Write lines such as `ndcg@10: 0.65`.');
}

function readLimit(name: string, given: z.output<typeof limit>, place: Place): GateLimit {
  const isLatency = latencyName.test(name);
  if (!isLatency) {
    checkMetric(name, place);
    checkShares(given, place);
  }
  if (typeof given !== 'number') return { name, ...given, place };
  return isLatency ? { name, max: given, place } : { name, min: given, place };
}

function checkMetric(name: string, place: Place): void {
  try {
    parseMetric(name);
  } catch (error) {
    throw lineError(place, (error as Error).message, (error as { hint?: string }).hint);
  }
}

/** All metrics are from 0 to 1: a limit beyond is met by nothing, or by everything. */
function checkShares(given: z.output<typeof limit>, place: Place): void {
  const limits = typeof given === 'number' ? [given] : Object.values(given);
  if (limits.every((value) => value >= 0 && value <= 1)) return;
  throw lineError(place, 'must be from 0 to 1, as all metrics are', 'Write 0.65 for 65 %.');
}

/** The limits that are not met, one line each with the place of the limit; none when all are. */
export function checkGate(gate: readonly GateLimit[], results: readonly ConfigurationResult[]): string[] {
  return gate.flatMap((one) => {
    const meant = results.filter(({ name }) => one.configuration === undefined || one.configuration === name);
    if (meant.length === 0)
      return [`${describePlace(one.place)}: there is no configuration "${one.configuration}"`];
    return meant.flatMap((result) => checkLimit(one, result));
  });
}

function checkLimit({ name, min, max, place }: GateLimit, result: ConfigurationResult): string[] {
  const value = valueOf(name, result);
  const about = `${describePlace(place)}: ${name} of ${result.name}`;
  if (value === undefined || Number.isNaN(value)) return [`${about} was not measured`];
  if (min !== undefined && !(value >= min)) return [`${about} is ${format(value)}, less than ${min}`];
  if (max !== undefined && !(value <= max)) return [`${about} is ${format(value)}, more than ${max}`];
  return [];
}

function valueOf(name: string, { metrics, latencyMs }: ConfigurationResult): number | undefined {
  const [, percentile] = latencyName.exec(name) ?? [];
  return percentile === undefined ? metrics[name] : latencyMs[`p${percentile}` as 'p50' | 'p95' | 'p99'];
}

const format = (value: number) => (value < 10 ? value.toFixed(4) : value.toFixed(1));
