/** What runs in the processes that read documents: a parser that loops, or breaks, takes nothing else with it. */
import type { LoadRequest } from '../load/loader.ts';
import type { PageView, RenderRequest } from '../load/pdf/render.ts';
import { serve, type TaskOptions } from '../util/processes/serve.ts';
import type { CutRequest } from './cut.ts';

const tasks = {
  cut: async (request: CutRequest, { signal, onProgress }: TaskOptions) => {
    const { cutDocument } = await import('./cut.ts');
    return cutDocument(request, { signal, onPage: onProgress });
  },
  load: async (request: Omit<LoadRequest, 'signal' | 'onPage'>, { signal, onProgress }: TaskOptions) => {
    const { loadDocument } = await import('../load/load.ts');
    return loadDocument({ ...request, signal, onPage: onProgress });
  },
  render: async ({ request, views }: { request: RenderRequest; views: readonly PageView[] }) => {
    const { renderPages } = await import('../load/pdf/render.ts');
    return renderPages(request, views);
  },
};
export type ReaderTasks = typeof tasks;

serve(tasks);
