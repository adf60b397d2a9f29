/** Paths into a payload: `a.b`, `a[0].b`, `a[].b`, `"a.b".c`. */
import { wrongInput } from './error.ts';

export type Payload = Record<string, unknown>;

/** A key of an object, a place in a list, or every place of it. */
type Step = string | number | typeof everyPlace;
const everyPlace = Symbol('[]');

export interface PayloadPath {
  readonly steps: readonly Step[];
  /** As it was written. */
  readonly text: string;
}

const stepForm = /\.([\p{L}\p{N}_-]+)|\."([^"\\]*)"|\[(\d*)\]/uy;
const known = new Map<string, PayloadPath>();

export function parsePath(text: string): PayloadPath {
  let path = known.get(text);
  if (!path) known.set(text, (path = { text, steps: parseSteps(text) }));
  return path;
}

function parseSteps(text: string): Step[] {
  const [steps, dotted]: [Step[], string] = [[], `.${text}`];
  let read = 0;
  while (read < dotted.length) {
    stepForm.lastIndex = read;
    const found = stepForm.exec(dotted);
    if (!found) throw wrongInput(`Invalid JSON path: \`${text}\``);
    steps.push(found[1] ?? found[2] ?? (found[3] === '' ? everyPlace : Number(found[3])));
    read = stepForm.lastIndex;
  }
  return steps;
}

const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values that a path leads to; a list at its end is one value. */
export function valuesAt(payload: Payload, { steps }: PayloadPath): unknown[] {
  let values: unknown[] = [payload];
  for (const step of steps) values = values.flatMap((value) => follow(value, step));
  return values;
}

/** Wrapped in a list, so that a list that is found stays one value. */
function follow(value: unknown, step: Step): readonly unknown[] {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
  if (!Array.isArray(value)) return [];
  if (step === everyPlace) return value;
  return step < value.length ? [value[step]] : [];
}

/** Merges fields into the object at the path, or the payload itself; a field that is null goes. */
export function mergeAt(payload: Payload, fields: Payload, path?: PayloadPath): Payload {
  return setAt(payload, path?.steps ?? [], fields) as Payload;
}

function setAt(value: unknown, [step, ...rest]: readonly Step[], fields: Payload): unknown {
  if (step === undefined) return merge(isObject(value) ? value : {}, fields);
  if (typeof step === 'string') {
    const object = isObject(value) ? value : {};
    return { ...object, [step]: setAt(object[step], rest, fields) };
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map((element, place) =>
    step === everyPlace || step === place ? setAt(element, rest, fields) : element,
  );
}

function merge(object: Payload, fields: Payload): Payload {
  const merged = { ...object, ...fields };
  for (const [key, value] of Object.entries(fields)) if (value === null) delete merged[key];
  return merged;
}

/** The payload without what the path leads to; single places of a list stay. */
export function removeAt(payload: Payload, path: PayloadPath): Payload {
  return without(payload, path.steps) as Payload;
}

function without(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (typeof step === 'string') {
    if (!isObject(value) || !Object.hasOwn(value, step)) return value;
    if (rest.length > 0) return { ...value, [step]: without(value[step], rest) };
    const { [step]: _, ...others } = value;
    return others;
  }
  if (!Array.isArray(value)) return value;
  if (rest.length === 0) return step === everyPlace ? [] : value;
  return value.map((element, place) =>
    step === everyPlace || step === place ? without(element, rest) : element,
  );
}

/** Only what the paths lead to, and what is on the way to it. */
export const keepPaths = (payload: Payload, paths: readonly PayloadPath[]): Payload =>
  keep(
    payload,
    paths.map(({ steps }) => steps),
  ) as Payload;

function keep(value: unknown, paths: readonly (readonly Step[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) {
    const inside = beyond(paths, everyPlace);
    return inside.length === 0 ? [] : value.map((element) => keep(element, inside));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const inside = beyond(paths, key);
      return inside.length === 0 ? [] : [[key, keep(field, inside)]];
    }),
  );
}

/** All but what the paths lead to. */
export const dropPaths = (payload: Payload, paths: readonly PayloadPath[]): Payload =>
  paths.reduce(removeAt, payload);

/** What of the paths comes after a step. */
const beyond = (paths: readonly (readonly Step[])[], step: Step) =>
  paths.filter(([first]) => first === step).map(([, ...rest]) => rest);
