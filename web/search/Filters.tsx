import { ask, queryOf, unlessUsual } from '../api.ts';
import { useAsked } from '../parts/use-asked.ts';
import type { Field } from '../shapes.ts';
import { compact, type Conditions, parseConditions } from './filters.ts';

interface FiltersProps {
  readonly collection: string;
  readonly fields: readonly Field[];
  readonly conditions: Conditions;
  readonly onChange: (conditions: Conditions) => void;
}

/** Fields of a collection; a title of each is no choice. */
export const askFields = (collection: string) =>
  ask<{ fields: Field[] }>(`/v1/collections/${encodeURIComponent(collection)}/fields`).then(({ fields }) =>
    fields.filter(({ name }) => name !== 'title'),
  );

interface FilterBoxProps extends Pick<FiltersProps, 'collection' | 'fields'> {
  /** As the address has the conditions. */
  readonly where: string | null;
  readonly onWhere: (where: string | undefined) => void;
}

/** The conditions of a list, folded away until there are some; nothing where the documents have no fields to choose by. */
export function FilterBox({ collection, fields, where, onWhere }: FilterBoxProps) {
  if (fields.length === 0) return null;
  return (
    <details class="filter-box" open={where !== null}>
      <summary>Filter</summary>
      <Filters
        collection={collection}
        fields={fields}
        conditions={parseConditions(where)}
        onChange={(next) => {
          const left = compact(next);
          onWhere(left && JSON.stringify(left));
        }}
      />
    </details>
  );
}

/** A choice for each field that the documents have: a value, or a range. */
function Filters({ collection, fields, conditions, onChange }: FiltersProps) {
  const set = (name: string, change: Conditions[string]) =>
    onChange({ ...conditions, [name]: { ...conditions[name], ...change } });
  return (
    <div class="filters">
      {fields.map(({ name, type, description }) => {
        const { is = '', from = '', to = '' } = conditions[name] ?? {};
        if (type !== 'number' && type !== 'date') {
          return (
            <ValueChoice
              collection={collection}
              name={name}
              value={is}
              onChoice={(value) => set(name, { is: value })}
            />
          );
        }
        return (
          <fieldset title={description}>
            <legend>{labelOf(name)}</legend>
            <input
              type={type}
              aria-label={`${labelOf(name)} from`}
              value={from}
              step="any"
              onChange={(event) => set(name, { from: event.currentTarget.value })}
            />{' '}
            –{' '}
            <input
              type={type}
              aria-label={`${labelOf(name)} to`}
              value={to}
              step="any"
              onChange={(event) => set(name, { to: event.currentTarget.value })}
            />
          </fieldset>
        );
      })}
    </div>
  );
}

const labels: Readonly<Record<string, string>> = { creators: 'author', dateCreated: 'date' };
const labelOf = (name: string) => labels[name] ?? name;

interface ValueChoiceProps {
  readonly collection: string;
  readonly name: string;
  readonly value: string;
  readonly onChoice: (value: string) => void;
}

const mostValues = 100;

/** The values that there are, with how many documents have each. */
function ValueChoice({ collection, name, value, onChoice }: ValueChoiceProps) {
  const { value: groups = [] } = useAsked(
    () =>
      ask<{ groups: { value?: unknown; documents: number }[] }>(
        `/v1/stats${queryOf({ collection: unlessUsual(collection), groupBy: name })}`,
      ).then((stats) =>
        stats.groups
          .filter((group) => group.value !== undefined && group.value !== null)
          .slice(0, mostValues),
      ),
    [collection, name],
  );
  if (groups.length === 0 && value === '') return null;
  return (
    <label>
      {labelOf(name)}
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        <option value="">any</option>
        {groups.map(({ value: known, documents }) => (
          <option value={String(known)}>
            {String(known)} ({documents})
          </option>
        ))}
      </select>
    </label>
  );
}
