/**
 * What all pages have in common, the web page and those that are files: colours for both schemes, type, spacing. `web/README.md` says
 * what each is for, and how much the colours contrast.
 */
const light = `--paper: #fbfaf6; --raised: #ffffff; --panel: #f3f0e8; --ink: #1f1d1a; --soft: #5c564d; --line: #dcd6ca; --edge: #8a8377;
  --accent: #8c2f16; --on-accent: #ffffff; --mark: #ffe58a; --on-mark: #1f1d1a; --picture: 1;
  --s0: #8c2f16; --s1: #0d5c8c; --s2: #3f6212; --s3: #6d3a9c; --s4: #7a5a00; --s5: #4d5560;`;
const dark = `--paper: #171614; --raised: #1f1d1a; --panel: #24211d; --ink: #eae5db; --soft: #aca597; --line: #3a3631; --edge: #857d70;
  --accent: #f2a689; --on-accent: #1b120d; --mark: #66500f; --on-mark: #fff7df; --picture: 0.88;
  --s0: #f2a689; --s1: #7cc0ee; --s2: #aecf6d; --s3: #cfa6f2; --s4: #e0bf55; --s5: #b3bcc8;`;

export const pageStyle = `
:root { color-scheme: light; ${light}
  --serif: Charter, 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; --mono: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root:not([data-scheme='light']) { color-scheme: dark; ${dark} } }
:root[data-scheme='dark'] { color-scheme: dark; ${dark} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 var(--serif); -webkit-text-size-adjust: 100%; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
mark { background: var(--mark); color: var(--on-mark); border-radius: 2px; }
.soft { color: var(--soft); }
`;
