import { collections } from './collections.ts';

/** Which collection is meant, where there are several. */
export function CollectionChoice({ value, onChoice }: { value: string; onChoice: (name: string) => void }) {
  const names = collections.value?.map(({ name }) => name) ?? [];
  if (names.length < 2) return null;
  return (
    <label class="inline">
      in{' '}
      <select value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        {names.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
