import { useRef } from 'preact/hooks';
import { isOver } from './drops.ts';
import { chosenFiles } from './files.ts';
import { addAddress, upload } from './jobs.ts';

/** Files and folders that are dropped anywhere on the page, or chosen, and addresses on the web. */
export function DropZone({ collection }: { collection: string }) {
  const field = useRef<HTMLInputElement>(null);
  const choose = (isFolder: boolean) => {
    field.current!.webkitdirectory = isFolder;
    field.current!.click();
  };
  return (
    <section class={`drop ${isOver.value ? 'over' : ''}`} aria-label="Add documents">
      <p>
        Drop files or folders here, or choose{' '}
        <button type="button" onClick={() => choose(false)}>
          files
        </button>{' '}
        or{' '}
        <button type="button" onClick={() => choose(true)}>
          a folder
        </button>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            const files = chosenFiles(currentTarget.files ?? []);
            if (currentTarget.value !== '') void upload(Promise.resolve(files), collection);
            currentTarget.value = '';
          }}
        />{' '}
        <span class="soft small">A file replaces an earlier one of the same name and folder.</span>
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void addAddress(String(new FormData(form).get('url')), collection);
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
    </section>
  );
}
