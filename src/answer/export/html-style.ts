/** The page's style: light and dark by the reader's preference, one column, pictures in their own size, and print. */
export const htmlStyle = `
:root { color-scheme: light dark; --page: #fff; --ink: #1b2430; --soft: #586473; --line: #d9e0e7; --panel: #f6f8fa; --link: #0b5cbd;
  --good: #1c6b3a; --mark: #fff0b3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12171d; --ink: #e6ebf0; --soft: #a3afbc; --line: #2e3945; --panel: #1a212a; --link: #7ab8ff; --good: #7fd6a0; --mark: #4d4013; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 28px 20px 60px; background: var(--page); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 32px 0 10px; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.soft { color: var(--soft); font-size: 0.9em; }
.good { color: var(--good); }
.marker { text-decoration: none; font-size: 0.85em; padding: 0 1px; }
ol { list-style: none; margin: 0; padding: 0; }
li { border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; margin: 0 0 14px; background: var(--panel); }
li:target { border-color: var(--link); box-shadow: 0 0 0 2px var(--link); }
li p { margin: 2px 0 0; }
blockquote { margin: 10px 0 0; padding: 8px 12px; border-left: 4px solid #d9a900; background: var(--mark); white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote:has(table) { overflow-x: auto; white-space: normal; }
blockquote table { border-collapse: collapse; }
blockquote :is(th, td) { padding: 2px 12px 2px 0; text-align: start; vertical-align: top; overflow-wrap: normal; }
blockquote :is(th, td):not(:first-child) { text-align: end; }
figure { margin: 12px 0 0; }
img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
figcaption { color: var(--soft); font-size: 0.85em; margin-top: 3px; }
footer { margin-top: 36px; padding-top: 12px; border-top: 1px solid var(--line); }
@media print {
  :root { color-scheme: light; --page: #fff; --ink: #000; --soft: #444; --line: #bbb; --panel: #fff; --link: #000; --good: #000; --mark: #fff; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  li { break-inside: avoid; }
  li h3 a::after { content: " " attr(href); font-weight: normal; font-size: 0.8em; overflow-wrap: anywhere; }
}
`;
