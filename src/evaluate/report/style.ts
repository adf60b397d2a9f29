import { pageStyle } from '../../util/page-style.ts';

/** The page's style: light and dark by the reader's preference, one column on narrow screens. */
export const style = `${pageStyle}
:root { --win: var(--s1); --loss: var(--s0); }
main { max-width: 1140px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 21px; margin: 36px 0 10px; }
h3 { font: 600 15px/1.5 var(--sans); margin: 0 0 6px; }
p { margin: 0 0 10px; max-width: 75ch; }
.soft, caption, small { color: var(--soft); font-family: var(--sans); }
.soft { font-size: 14px; }
code { font: 0.88em var(--mono); overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: 14px/1.45 var(--sans); font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 4px 0; }
th, td { padding: 6px 12px; text-align: right; vertical-align: top; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; }
th:first-child, td.words { text-align: left; }
th:first-child { padding-left: 0; }
td.words { white-space: normal; min-width: 16em; }
tbody th { white-space: normal; min-width: 9em; }
td small { display: block; line-height: 1.35; font-weight: 400; }
.best { font-weight: 700; }
.mark { width: 15px; height: 15px; vertical-align: -2px; margin-right: 6px; }
.scroll + .charts { margin-top: 16px; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 24px; }
figure { margin: 0; min-width: 0; }
figure > svg { width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font: 14px/1.45 var(--sans); margin-top: 4px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 0 0 12px; list-style: none; font: 14px/1.5 var(--sans); }
svg text { fill: var(--soft); font: 13px var(--sans); }
.grid { stroke: var(--line); } .axis { stroke: var(--soft); }
.line { stroke-width: 2; } .win { stroke: var(--win); } .loss { stroke: var(--loss); }
.series { stroke: var(--paper); stroke-width: 1; }
${[0, 1, 2, 3, 4, 5].map((series) => `.series.s${series} { fill: var(--s${series}); } .line.s${series} { stroke: var(--s${series}); }`).join('\n')}
details { margin: 12px 0; } details th:nth-child(2) { text-align: left; } summary { cursor: pointer; padding: 6px 0; font: 15px/1.5 var(--sans); }
ul.notes { padding-left: 20px; }
@media (max-width: 560px) { main { padding: 20px 16px 40px; } th, td { padding: 6px 8px; } svg text { font-size: 14px; } }
`;
