/** The page's style: light and dark by the reader's preference, one column on narrow screens. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --ink: #1b2430; --soft: #5b6776; --line: #dde3ea; --panel: #f6f8fa;
  --s0: #0b62c4; --s1: #b8480a; --s2: #0b7a5c; --s3: #8338ab; --s4: #7d6200; --s5: #4a5868; --win: #0b7a5c; --loss: #b8480a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12171d; --ink: #e6ebf0; --soft: #9daab8; --line: #2e3945; --panel: #1a212a;
    --s0: #6cb2ff; --s1: #ff9d61; --s2: #4fd2a6; --s3: #d6a1f2; --s4: #e3c251; --s5: #aab7c5; --win: #4fd2a6; --loss: #ff9d61; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1140px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 1.15rem; margin: 36px 0 10px; }
h3 { font-size: 1rem; margin: 0 0 6px; font-weight: 600; }
p { margin: 0 0 10px; max-width: 75ch; }
.soft, caption, small { color: var(--soft); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.scroll:focus-visible, summary:focus-visible { outline: 3px solid var(--s0); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 8px 12px 4px; font-size: 0.9em; }
th, td { padding: 8px 10px; text-align: right; vertical-align: top; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; background: var(--panel); font-weight: 600; }
th:first-child, td.words { text-align: left; }
td.words { white-space: normal; min-width: 16em; }
tbody th { white-space: normal; min-width: 9em; }
td small { display: block; line-height: 1.35; font-weight: 400; }
.best { font-weight: 700; }
.mark { width: 15px; height: 15px; vertical-align: -2px; margin-right: 6px; }
.scroll + .charts { margin-top: 16px; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 16px; }
figure { margin: 0; padding: 14px; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
figure > svg { width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font-size: 0.9em; margin-top: 4px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 0 0 12px; list-style: none; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--line); } .axis { stroke: var(--soft); }
.line { stroke-width: 2; } .win { stroke: var(--win); } .loss { stroke: var(--loss); }
.series { stroke: var(--page); stroke-width: 1; }
${[0, 1, 2, 3, 4, 5].map((series) => `.series.s${series} { fill: var(--s${series}); } .line.s${series} { stroke: var(--s${series}); }`).join('\n')}
details { margin: 12px 0; } details th:nth-child(2) { text-align: left; } summary { cursor: pointer; padding: 6px 0; }
ul.notes { padding-left: 20px; }
@media (max-width: 560px) { main { padding: 18px 12px 40px; } th, td { padding: 6px 8px; } figure { padding: 8px; } svg text { font-size: 14px; } }
`;
