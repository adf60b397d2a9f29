/** Conditions of SQL as one, in halves and halves again: a long chain would pass an engine's limit on the depth of expressions. */
export function joinConditions(conditions: readonly string[], operator: 'AND' | 'OR'): string {
  if (conditions.length === 0) return operator === 'AND' ? 'true' : 'false';
  if (conditions.length === 1) return conditions[0]!;
  const middle = Math.ceil(conditions.length / 2);
  const [left, right] = [conditions.slice(0, middle), conditions.slice(middle)];
  return `(${joinConditions(left, operator)} ${operator} ${joinConditions(right, operator)})`;
}
