import { useEffect, useRef, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble.tsx';
import { addAddress, upload } from './jobs.ts';

/** Files that are dropped anywhere on the page, or chosen, and addresses on the web. */
export function DropZone({ collection }: { collection: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = async (work: Promise<void>) => {
    setError(undefined);
    await work.catch(setError);
  };
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void add(upload(files, collection));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [collection]);
  return (
    <section class={`drop ${isOver ? 'over' : ''}`} aria-label="Add documents">
      <p>
        Drop files here, or{' '}
        <button type="button" onClick={() => field.current!.click()}>
          choose them
        </button>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            if (files.length > 0) void add(upload(files, collection));
            event.currentTarget.value = '';
          }}
        />
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void add(addAddress(String(new FormData(form).get('url')), collection));
          form.reset();
        }}
      >
        <input
          name="url"
          type="url"
          required
          aria-label="Address of a page on the web"
          placeholder="https://example.com/report.html"
        />
        <button type="submit">Add the page</button>
      </form>
      {error !== undefined && <Trouble error={error} />}
    </section>
  );
}
