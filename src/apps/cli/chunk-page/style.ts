/** The page's style: light and dark by the reader's preference; the list is above the text on narrow screens. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --ink: #1b2430; --soft: #5b6776; --line: #dde3ea; --panel: #f6f8fa;
  --c0: #dcebff; --c1: #ffe9d2; --c2: #d9f3e6; --shared: #0b62c4; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12171d; --ink: #e6ebf0; --soft: #9daab8; --line: #2e3945; --panel: #1a212a;
    --c0: #15324f; --c1: #4a2f14; --c2: #123d2d; --shared: #6cb2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.6 system-ui, sans-serif; }
header { padding: 20px 24px 12px; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0; }
.soft { color: var(--soft); }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; font-size: 0.9em; }
main { display: grid; grid-template-columns: minmax(230px, 330px) minmax(0, 1fr); }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 12px; border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 5px 8px; border-radius: 6px; color: inherit; text-decoration: none; font-size: 0.85em; line-height: 1.35; }
nav a:hover { background: var(--panel); }
a:focus-visible { outline: 3px solid var(--shared); outline-offset: 1px; }
nav .bar { display: block; height: 4px; border-radius: 2px; margin-top: 3px; background: var(--soft); opacity: 0.55; }
nav .path { display: block; color: var(--soft); overflow-wrap: anywhere; }
nav .context { display: block; color: var(--soft); font-style: italic; overflow-wrap: anywhere; }
nav .parent { font-weight: 600; } nav .parent span { font-weight: 400; }
article { padding: 16px 24px 60px; max-width: 90ch; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { color: inherit; padding: 1px 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); }
.shared { border-bottom: 2px solid var(--shared); background: repeating-linear-gradient(-45deg, var(--from) 0 7px, var(--to) 7px 14px); }
.label { display: inline-block; white-space: nowrap; margin: 8px 6px 2px 0; padding: 0 7px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--panel); color: var(--soft); font-size: 0.75em; line-height: 1.7; }
.label.line { display: block; width: fit-content; }
.aligned { font: 0.9em/1.6 ui-monospace, monospace; }
.label:target { border-color: var(--shared); color: var(--ink); font-weight: 700; }
@media (max-width: 760px) { main { display: block; } nav { position: static; max-height: 32vh; border-right: 0; border-bottom: 1px solid var(--line); }
  header, article { padding-left: 14px; padding-right: 14px; } }
`;
