import { describe, expect, it } from 'vitest';
import type { LoadedDocument } from '../../types.ts';
import { asMarkdown } from './as-markdown.ts';

const bare = { pages: [], bibliography: {}, warnings: [] };

function documentOf(
  parts: readonly { kind: LoadedDocument['blocks'][number]['kind']; text: string; level?: number }[],
) {
  let text = '';
  const blocks: LoadedDocument['blocks'][number][] = [];
  const sections: LoadedDocument['sections'][number][] = [];
  for (const part of parts) {
    const charStart = text.length === 0 ? 0 : text.length + 2;
    text += `${text === '' ? '' : '\n\n'}${part.text}`;
    blocks.push({ kind: part.kind, charStart, charEnd: text.length });
    if (part.level) sections.push({ heading: part.text, level: part.level, charStart, charEnd: text.length });
  }
  return { ...bare, format: 'pdf', text, blocks, sections } satisfies LoadedDocument;
}

describe('asMarkdown', () => {
  it('gives headings their level and leaves text and tables as they are', () => {
    const document = documentOf([
      { kind: 'heading', text: 'Terms', level: 1 },
      { kind: 'heading', text: '2. Fees\nand costs', level: 2 },
      { kind: 'text', text: 'Paid monthly.' },
      { kind: 'table', text: '| a | b |\n| --- | --- |\n| 1 | 2 |' },
    ]);
    expect(asMarkdown(document)).toBe(
      '# Terms\n\n## 2. Fees and costs\n\nPaid monthly.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    );
  });

  it('fences code with more backticks than stand in it', () => {
    expect(asMarkdown(documentOf([{ kind: 'code', text: 'a\n```\nb' }]))).toBe('````\na\n```\nb\n````\n');
  });

  it('leaves Markdown alone', () => {
    const text = '# One\n\ntext  \n';
    expect(asMarkdown({ ...bare, format: 'markdown', text, blocks: [], sections: [] })).toBe(text);
  });
});
