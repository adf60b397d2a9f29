import { attribute, type HtmlElement, isElement, isUnseen, walk } from '../tree.ts';

/** Whether all letters and digits of a cell are bold, of which it has some, as far as its own markup and that of its row say. */
export function isBoldCell(cell: HtmlElement): boolean {
  const row = cell.parentNode;
  const weights = [row && isElement(row) ? (weightOf(row) ?? false) : false];
  let found = false;
  let isBold = true;
  walk(cell, {
    enter(node) {
      if (isElement(node)) {
        if (isUnseen(node)) return false;
        weights.push(weightOf(node) ?? weights.at(-1)!);
      } else if ('value' in node && /[\p{L}\p{N}]/u.test(node.value)) {
        found = true;
        isBold = weights.at(-1)!;
      }
      return isBold ? true : 'stop';
    },
    leave(node) {
      if (isElement(node)) weights.pop();
    },
  });
  return found && isBold;
}

/** Whether an element makes its text bold, or not; undefined when it says nothing of it. */
function weightOf(element: HtmlElement): boolean | undefined {
  const weight = /font-weight\s*:\s*(\w+)/i.exec(attribute(element, 'style') ?? '')?.[1];
  if (weight !== undefined) return /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  return /^(?:b|strong|th)$/.test(element.tagName) ? true : undefined;
}
