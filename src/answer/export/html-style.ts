import { pageStyle } from '../../util/page-style.ts';

/**
 * The page's style: light and dark by the reader's preference, one column, and print. Pictures are as large as on paper; where there
 * is less room, they begin at the quote and are moved sideways, so that their lines stay large enough to read.
 */
export const htmlStyle = `${pageStyle}
body { margin: 0 auto; max-width: 52rem; padding: 28px 20px 60px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 21px; margin: 32px 0 10px; }
h3 { font: 600 15px/1.5 var(--sans); margin: 0; overflow-wrap: anywhere; }
h3 a { color: inherit; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
section[aria-label="Answer"] { font-size: 19px; }
.soft { font: 14px/1.5 var(--sans); }
.good { color: var(--ink); }
.marker { font: 600 13px/1 var(--sans); text-decoration: none; padding: 0 1px; }
ol, section ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: 16px 0; }
li:target { box-shadow: -4px 0 0 var(--paper), -7px 0 0 var(--accent); }
li p { margin: 2px 0 0; }
blockquote { margin: 8px 0 0; padding: 4px 0 4px 14px; border-left: 3px solid var(--mark); white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote:has(table) { overflow-x: auto; white-space: normal; }
blockquote table { border-collapse: collapse; font: 14px/1.5 var(--sans); font-variant-numeric: tabular-nums; }
blockquote caption { text-align: start; }
blockquote :is(th, td) { padding: 2px 12px 2px 0; text-align: start; vertical-align: top; overflow-wrap: normal; }
blockquote :is(th, td):not(:first-child) { text-align: end; }
figure { margin: 12px 0 0; }
.picture { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
img { display: block; max-width: 100%; height: auto; filter: brightness(var(--picture)); }
figcaption { color: var(--soft); font: 13px/1.5 var(--sans); margin-top: 3px; }
footer { margin-top: 36px; padding-top: 12px; border-top: 1px solid var(--line); }
@media (max-width: 640px) { body { padding: 20px 16px 40px; } h1 { font-size: 24px; }
  .picture img { width: 680px; max-width: none; margin-left: calc(var(--left, 0) * -680px); } }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; background: #fff; color: #000; }
  li { break-inside: avoid; } img { filter: none; }
  li h3 a::after { content: " " attr(href); font-weight: normal; font-size: 0.8em; overflow-wrap: anywhere; }
}
`;
