import { useState } from 'preact/hooks';

interface PageNumberProps {
  /** The page that is seen. */
  readonly current: number;
  readonly last: number;
  readonly goTo: (page: number) => void;
}

/** The field of the page that is seen. What is typed into it stands, whatever is scrolled meanwhile, until it is gone to or left. */
export function PageNumber({ current, last, goTo }: PageNumberProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      class="page-number"
      type="number"
      min={1}
      max={last}
      value={typed ?? current}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        const number = Math.round(currentTarget.valueAsNumber) || current;
        setTyped(undefined);
        goTo(Math.min(Math.max(number, 1), last));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
