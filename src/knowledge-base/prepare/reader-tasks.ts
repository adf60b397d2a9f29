/** What the processes do that read documents. */
import { pageFacts } from '../../load/crawl/page-facts.ts';
import type { Fetched } from '../../load/source/fetch-url.ts';
import { loadDocument } from '../../load/load.ts';
import type { LoadRequest } from '../../load/loader.ts';
import { type PageView, renderPages, type RenderRequest } from '../../load/pdf/pictures/render.ts';
import type { Rect } from '../../types.ts';
import type { ChosenChunk } from '../../embed/adapt/sample-chunks.ts';
import { once } from '../../util/async/once.ts';
import type { TaskOptions } from '../../util/processes/serve.ts';
import { type CutDocument, cutDocument, type CutRequest } from './cut.ts';
import { embedCut } from './embed-chunks.ts';
import { withoutEmptyPicture } from './without-empty-picture.ts';

export const readerTasks = {
  cut: async (request: CutRequest, { signal, onProgress }: TaskOptions): Promise<CutDocument> => {
    const cut = await cutDocument(request, { signal, onPage: onProgress });
    return request.mayEmbed ? withVectors(cut, signal) : cut;
  },
  facts: (page: Fetched) => pageFacts(page),
  /** Other documents are read without it. */
  learn: async ({ chunks, seed }: { chunks: readonly ChosenChunk[]; seed: number }, options: TaskOptions) => {
    const [{ adapt }, { readBuiltInTable }] = await Promise.all([
      import('../../embed/adapt/adapt.ts'),
      import('../../embed/built-in/built-in.ts'),
    ]);
    return adapt(readBuiltInTable(), chunks, { seed, ...options });
  },
  load: (request: Omit<LoadRequest, 'signal' | 'onPage'>, { signal, onProgress }: TaskOptions) =>
    loadDocument({ ...request, signal, onPage: onProgress }),
  /** The office formats are loaded where there is a presentation. */
  slidePictures: async ({
    request,
    rects,
  }: {
    request: Pick<LoadRequest, 'bytes' | 'name' | 'limits'>;
    rects: readonly Rect[];
  }) => (await import('../../load/office/pptx.ts')).slidePictures(request, rects),
  render: ({ request, views }: { request: RenderRequest; views: readonly PageView[] }) =>
    renderPages(request, views),
};
export type ReaderTasks = typeof readerTasks;

const openModel = once(async () => (await import('../../embed/built-in/built-in.ts')).openBuiltInEmbedder());

/** With vectors by the model inside the package. */
async function withVectors(cut: CutDocument, signal: AbortSignal): Promise<CutDocument> {
  const chunks = cut.chunks.map(withoutEmptyPicture);
  return { ...cut, chunks, embedding: await embedCut(await openModel(), { chunks }, { signal }) };
}
