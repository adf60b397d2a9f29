import { pageStyle } from '../../../util/page-style.ts';

/** The page's style: light and dark by the reader's preference; the list is above the text on narrow screens. */
export const style = `${pageStyle}
:root { --c0: #e4ecf6; --c1: #f8e6d3; --c2: #e3efdc; }
@media (prefers-color-scheme: dark) { :root { --c0: #1f3144; --c1: #46301c; --c2: #24381f; } }
header { padding: 20px 24px 12px; border-bottom: 1px solid var(--line); font: 15px/1.5 var(--sans); }
h1 { font: 600 28px/1.25 var(--serif); margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; font-size: 14px; }
main { display: grid; grid-template-columns: minmax(230px, 330px) minmax(0, 1fr); }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 12px; border-right: 1px solid var(--line); font-family: var(--sans); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 5px 8px; border-radius: 6px; color: inherit; text-decoration: none; font-size: 13.5px; line-height: 1.35; }
nav a:hover { background: var(--panel); }
nav .bar { display: block; height: 4px; border-radius: 2px; margin-top: 3px; background: var(--edge); }
nav .path { display: block; color: var(--soft); overflow-wrap: anywhere; }
nav .context { display: block; color: var(--soft); font-style: italic; overflow-wrap: anywhere; }
nav .parent { font-weight: 600; } nav .parent span { font-weight: 400; }
article { padding: 16px 24px 60px; max-width: 80ch; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { color: inherit; padding: 1px 0; border-radius: 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); }
.shared { border-bottom: 2px solid var(--accent); background: repeating-linear-gradient(-45deg, var(--from) 0 7px, var(--to) 7px 14px); }
.label { display: inline-block; white-space: nowrap; margin: 8px 6px 2px 0; padding: 0 7px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--panel); color: var(--soft); font: 12.5px/1.7 var(--sans); }
.label.line { display: block; width: fit-content; }
.aligned { font: 0.88em/1.6 var(--mono); }
.label:target { border-color: var(--accent); color: var(--ink); font-weight: 700; }
@media (max-width: 760px) { main { display: block; } nav { position: static; max-height: 32vh; border-right: 0; border-bottom: 1px solid var(--line); }
  header, article { padding-left: 16px; padding-right: 16px; } }
`;
