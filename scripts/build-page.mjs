/** Builds the web page of `web/` into a folder: one script, one style sheet, the icon, named by what is in them, and the HTML that names them. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createJiti } from 'jiti';
import { build } from 'tsdown';

export async function buildPage(folder) {
  const made = `${folder}.script`;
  await build({
    config: false,
    entry: { page: 'web/main.tsx' },
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'web/tsconfig.json',
    outDir: made,
    dts: false,
    clean: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    deps: { alwaysBundle: [/.*/] },
    logLevel: 'error',
  });
  const { pageStyle } = await createJiti(import.meta.url).import('../src/util/page-style.ts');
  const style = pageStyle + (await readFile('web/style.css', 'utf8'));
  await mkdir(folder, { recursive: true });
  const put = async (name, text) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
    const named = `${basename(name, extname(name))}-${hash}${extname(name)}`;
    await writeFile(join(folder, named), text);
    return named;
  };
  const names = {
    icon: await put('icon.svg', await readFile('web/icon.svg', 'utf8')),
    style: await put('page.css', withoutSpace(style)),
    script: await put('page.js', await readFile(join(made, 'page.js'), 'utf8')),
  };
  const html = await readFile('web/index.html', 'utf8');
  await writeFile(
    join(folder, 'index.html'),
    html.replaceAll(/\{(icon|style|script)\}/g, (_, name) => names[name]),
  );
  await rm(made, { recursive: true });
}

const withoutSpace = (css) => css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s*\n\s*/g, ' ');
