import type { ComponentChildren } from 'preact';
import { describeFigure } from '../../src/answer/export/checks.ts';
import { fileIn } from '../../src/answer/cite/file-of.ts';
import { opens } from '../parts/opens.ts';
import { describePages, placeOfHit } from '../parts/place.ts';
import { withBreaks } from '../parts/quote.ts';
import type { Hit } from '../shapes.ts';
import { prefetch } from '../reader/Reader.tsx';

interface HitViewProps {
  readonly hit: Hit;
  readonly isOpen: boolean;
  readonly open: () => void;
}

/** A hit with the words that match marked, and what each search said of it. */
export function HitView({ hit, isOpen, open }: HitViewProps) {
  const { title, fileName, section, pages, excerpt, described, marks = [], scores, url } = hit;
  const fetchAhead = () => {
    const place = placeOfHit(hit);
    if (place) void prefetch(place);
  };
  return (
    <li class={isOpen ? 'opened' : ''}>
      <p class="source-title">
        <a
          href={url}
          aria-current={isOpen ? 'true' : undefined}
          onMouseEnter={fetchAhead}
          onFocus={fetchAhead}
          onClick={opens(open)}
          dir="auto"
        >
          {title}
        </a>
        <span class="soft">
          {' '}
          {pages.length > 0 && <bdi>{describePages({ pages })}</bdi>}
          {pages.length > 0 && section && ' · '}
          {section && <bdi>{section}</bdi>}
        </span>
      </p>
      <p class="excerpt" dir="auto">
        {markedText(withBreaks(excerpt), marks)}
      </p>
      {described && (
        <p class="soft small" dir="auto">
          {describeFigure(described)}
        </p>
      )}
      <details class="soft small">
        <summary>
          Relevance {hit.score.toFixed(2)}
          {fileName && (
            <>
              {' · '}
              <bdi>{fileIn(hit)}</bdi>
            </>
          )}
        </summary>
        <dl class="scores">
          {Object.entries(scores ?? {})
            .filter(([, score]) => typeof score === 'number')
            .map(([name, score]) => (
              <div>
                <dt>{names[name] ?? name}</dt>
                <dd>{name === 'rank' ? String(score) : (score as number).toFixed(3)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </li>
  );
}

const names: Readonly<Record<string, string>> = {
  relevanceScore: 'relevance',
  vectorScore: 'meaning (cosine)',
  keywordScore: 'words (BM25)',
  fusedScore: 'both together',
  rerankScore: 'reranker',
};

function markedText(text: string, marks: NonNullable<Hit['marks']>): ComponentChildren[] {
  let at = 0;
  const parts = marks.flatMap(([start, end]) => {
    const before = text.slice(at, start);
    at = end;
    return [before, <mark>{text.slice(start, end)}</mark>];
  });
  return [...parts, text.slice(at)];
}
