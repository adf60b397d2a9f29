/** Files that are dropped on any view: the library adds them, and the browser does not leave the page for them. */
import { signal } from '@preact/signals';
import { address, navigate } from '../route.ts';
import { droppedFiles } from './files.ts';
import { sending, upload } from './jobs.ts';

/** Whether files are held over the page. */
export const isOver = signal(false);

export function takeDrops(): void {
  let isOwn = false; // a picture of the page itself, which browsers pass on as a file
  addEventListener('dragstart', () => (isOwn = true));
  addEventListener('dragend', () => (isOwn = false));
  const hasFiles = ({ dataTransfer }: DragEvent) => !isOwn && dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) isOver.value = false;
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = false;
    const files = droppedFiles(event.dataTransfer!);
    const collection = address.value.searchParams.get('collection') ?? 'default';
    if (address.value.pathname !== '/library') navigate('/library');
    void upload(files, collection);
  });
  addEventListener('beforeunload', (event) => {
    if (sending.value > 0) event.preventDefault(); // what has not arrived is lost
  });
}
