import {
  CLOSE,
  hideBrackets,
  OPEN,
  control,
  functionNamed,
  type Named,
  objectNamed,
} from './name-declaration.ts';

const word = String.raw`[\p{L}\p{N}_$]`;
const brackets = `${OPEN}[^${CLOSE}]*${CLOSE}`;

/** What stands before the bracket of a call: what the call is assigned to, and what is called, if it has a name. */
const callHeader = new RegExp(
  String.raw`^[ \t]*(?:` +
    String.raw`(?:(?:export\s+)?(?:const|let|var)\s+(?<variable>${word}+)|(?<member>(?:${word}+\.)+${word}+))` +
    String.raw`\s*(?::[^=;()]*)?=\s*|(?:export\s+default|await|return|void)\s+|[;!]\s*)?` +
    String.raw`(?<callee>(?:${word}(?:${word}|[.:\\]|->)*(?:\s*${brackets}(?:${word}|\.)*)*)?)\s*(?:<[^;()]*>)?\s*$`,
  'u',
);
const functionEnd = new RegExp(
  String.raw`(?:=>|\b(?:function\s*\*?|func)\s*${word}*\s*${brackets}[^;,=]*)$`,
  'u',
);
const objectEnd = /^(?:[^;()]*,)?$/;

/**
 * A call that is given a function, or an object, which begins with the brace.
 * @param before what stands before the call's bracket. @param inside what stands between bracket and brace.
 * @param label the call's first argument where that is a string.
 */
export function nameCall(before: string, inside: string, label: string | undefined): Named | undefined {
  const { line, lineStart } = lastLine(hideBrackets(before));
  const found = callHeader.exec(line);
  const given = hideBrackets(inside).trim();
  const isFunction = functionEnd.test(given);
  if (!found || !(isFunction || objectEnd.test(given))) return undefined;
  const { variable, member, callee = '' } = found.groups!;
  if (control.test(callee.split(/[^\p{L}]/u, 1)[0]!)) return undefined;
  const index = lineStart + startOf(found);
  const assigned = variable ?? member;
  if (assigned !== undefined)
    return isFunction ? functionNamed(assigned, index) : objectNamed(assigned, index);
  const called = callee.replaceAll(new RegExp(brackets, 'gu'), '()') || 'function';
  const name = `${called}(${label ?? ''})`;
  return { name, index, holds: true, isObject: !isFunction, isTentative: !isFunction || label === undefined };
}

const assignedObject = new RegExp(
  String.raw`^[ \t]*(?:${word}+[ \t]+)*(?<name>[#.]?${word}(?:${word}|\.)*)\s*(?::[^=;(){}\n]*)?=$`,
  'u',
);
const exportedObject = /^[ \t]*(?<name>export\s+default)$/;

/** An object that is assigned or exported. */
export function nameObject(header: string): Named | undefined {
  const { line, lineStart } = lastLine(header);
  const found = assignedObject.exec(line) ?? exportedObject.exec(line);
  return found ? objectNamed(found.groups!.name!, lineStart + startOf(found)) : undefined;
}

/** !function () {…}(), without brackets around it. */
const calledAtOnce = new RegExp(
  String.raw`^[ \t]*(?:[!~+-]|void\s)\s*(?:async\s+)?function\s*\*?\s*${brackets}$`,
  'u',
);

/** A function without a name that is called on the spot. */
export function nameCalledAtOnce(header: string): Named | undefined {
  const { line, lineStart } = lastLine(hideBrackets(header));
  const found = calledAtOnce.exec(line);
  return found
    ? {
        name: 'function()',
        index: lineStart + startOf(found),
        holds: true,
        isObject: false,
        isTentative: true,
      }
    : undefined;
}

const key = String.raw`(?<=^|,)\s*`;
const innerObject = new RegExp(String.raw`${key}(?<name>${word}+)\s*:\s*$`, 'u');
const innerFunctions = [
  // name: function (…), name: async (…) =>
  new RegExp(
    String.raw`${key}(?<name>${word}+)\s*:\s*(?:async\s*)?` +
      String.raw`(?:(?:${brackets}|${word}+)\s*(?::[^;]*)?=>|function\b\s*\*?\s*${word}*\s*${brackets}[^;=,]*)\s*$`,
    'u',
  ),
  // async name(…): Type
  new RegExp(
    String.raw`${key}(?:(?:async|get|set)\s+|\*\s*)*(?<name>${word}+)\s*(?:<[^;()]*>)?\s*${brackets}\s*(?::[^;=]*)?$`,
    'u',
  ),
];

/** What an object has under a name: an object again, a function, or a method. */
export function nameProperty(header: string): Named | undefined {
  const { line, lineStart } = lastLine(hideBrackets(header));
  const object = innerObject.exec(line);
  if (object) return objectNamed(object.groups!.name!, lineStart + startOf(object));
  const found = innerFunctions.map((pattern) => pattern.exec(line)).find((one) => one !== null);
  return found ? functionNamed(found.groups!.name!, lineStart + startOf(found)) : undefined;
}

/** The last line that is not blank, after the one that assigns it, with where it begins. */
function lastLine(header: string): { readonly line: string; readonly lineStart: number } {
  const trimmed = header.trimEnd();
  const own = trimmed.lastIndexOf('\n') + 1;
  const before = trimmed.slice(0, own).trimEnd();
  const lineStart = before.endsWith('=') ? before.lastIndexOf('\n') + 1 : own;
  return { line: trimmed.slice(lineStart), lineStart };
}

/** Where a match begins but for the white space before it. */
function startOf({ 0: whole, index }: RegExpExecArray): number {
  return index + whole.length - whole.trimStart().length;
}
