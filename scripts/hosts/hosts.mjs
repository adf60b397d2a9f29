/**
 * Programs that may hold the library: what a folder of each has from npm, and by ways of holding it, what is to be written
 * there, how it is built, and what is run then. A way without `write` leaves everything to the defaults.
 */
import * as programs from './programs.mjs';

const node = process.execPath;
const tool = (name, ...args) => [`node_modules/.bin/${name}`, ...args];
const esbuild = (...args) =>
  tool('esbuild', 'main.mjs', '--bundle', '--platform=node', '--log-level=error', ...args);
const rollup = tool('rollup', '--config');
const rollupConfig = (setting, imports = '') => ({
  'rollup.config.mjs': `${imports}
  export default { input: 'main.mjs', ${setting}, output: { dir: 'out', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } };`,
});
const rollupPlugins = `
  import nodeResolve from '@rollup/plugin-node-resolve';
  import commonjs from '@rollup/plugin-commonjs';
  import json from '@rollup/plugin-json';`;
const vite = (...args) =>
  tool('vite', 'build', '--logLevel=error', '--ssr', 'main.mjs', '--outDir', 'out', ...args);
const webpack = tool('webpack');
const webpackConfig = (setting) => ({
  'webpack.config.cjs': `module.exports = {
    mode: 'production', target: 'node20', entry: './main.mjs', stats: 'errors-only', ${setting}
    output: { filename: 'main.cjs', path: __dirname + '/out' },
  };`,
});
const next = tool('next', 'build');
const askNext = [node, 'ask-server.mjs', 'node_modules/next/dist/bin/next', 'start'];
const nextConfig = (setting) => ({ 'next.config.mjs': `export default { ${setting} };` });
const tracedFiles = `outputFileTracingIncludes: { '/*': ['node_modules/{pincite,libsql,@libsql,@neon-rs,detect-libc,@hyzyla}/**'] }`;

const esModule = { 'work.mjs': programs.work, 'main.mjs': programs.main };
const bundled = { 'work.mjs': programs.work, 'main.mjs': programs.mainForBundles };
const runBundle = (file) => [node, `out/${file}`];

const programFromNpm = 'node_modules/node/bin/node';
/** Node.js without anything in between; another version of it, as npm has it. */
const nodeHost = (version) => {
  const program = version === undefined ? node : programFromNpm;
  return {
    needs: version === undefined ? [] : [`node@${version}`],
    files: { ...esModule, 'main.cjs': programs.commonJs },
    ways: [
      { write: 'import', run: [program, 'main.mjs'] },
      { write: 'require', run: [program, 'main.cjs'] },
    ],
  };
};

export const hosts = {
  node: nodeHost(),
  'node-20.19': nodeHost('20.19.0'),
  'node-22': nodeHost('22'),
  'node-24': nodeHost('24'),
  worker: {
    needs: [],
    files: { 'work.mjs': programs.work, 'main.mjs': programs.worker },
    ways: [{ run: [node, 'main.mjs'] }],
  },
  esbuild: {
    needs: ['esbuild@0.28'],
    files: bundled,
    ways: [
      {
        write: '--packages=external',
        build: [esbuild('--packages=external', '--format=esm', '--outfile=out/main.mjs')],
        run: runBundle('main.mjs'),
      },
      {
        write: '--packages=external --format=cjs',
        build: [esbuild('--packages=external', '--format=cjs', '--outfile=out/main.cjs')],
        run: runBundle('main.cjs'),
      },
      { build: [esbuild('--format=esm', '--outfile=out/main.mjs')], run: runBundle('main.mjs') },
      {
        write: '--format=cjs',
        build: [esbuild('--format=cjs', '--outfile=out/main.cjs')],
        run: runBundle('main.cjs'),
      },
    ],
  },
  rollup: {
    needs: [
      'rollup@4',
      '@rollup/plugin-node-resolve@16',
      '@rollup/plugin-commonjs@29',
      '@rollup/plugin-json@6',
    ],
    files: bundled,
    ways: [
      {
        write: "external: ['pincite']",
        files: rollupConfig("external: ['pincite']"),
        build: [rollup],
        run: runBundle('main.mjs'),
      },
      {
        write: 'plugins: [nodeResolve(), commonjs(), json()]',
        files: rollupConfig('plugins: [nodeResolve(), commonjs(), json()]', rollupPlugins),
        build: [rollup],
        run: runBundle('main.mjs'),
      },
    ],
  },
  webpack: {
    needs: ['webpack@5', 'webpack-cli@6'],
    files: bundled,
    ways: [
      {
        write: "externals: { pincite: 'import pincite' }",
        files: webpackConfig("externals: { pincite: 'import pincite' },"),
        build: [webpack],
        run: runBundle('main.cjs'),
      },
      { files: webpackConfig(''), build: [webpack], run: runBundle('main.cjs') },
    ],
  },
  vite: {
    needs: ['vite@7'],
    files: { ...esModule, 'server.mjs': programs.viteServer },
    ways: [
      { build: [vite()], run: runBundle('main.mjs') },
      {
        write: 'ssr: { noExternal: true }',
        files: { 'vite.config.mjs': 'export default { ssr: { noExternal: true } };' },
        build: [vite()],
        run: runBundle('main.mjs'),
      },
      { write: '(ssrLoadModule of its server)', run: [node, 'server.mjs'] },
    ],
  },
  next: {
    needs: ['next@15', 'react@19', 'react-dom@19'],
    files: {
      'work.mjs': programs.work,
      'app/ask/route.js': programs.nextRoute,
      'app/layout.js': programs.nextLayout,
      'ask-server.mjs': programs.askServer,
    },
    ways: [
      {
        write: "serverExternalPackages: ['pincite']",
        files: nextConfig("serverExternalPackages: ['pincite']"),
        build: [next],
        run: askNext,
      },
      { files: nextConfig(''), build: [next], run: askNext },
      {
        write: "--turbopack, serverExternalPackages: ['pincite']",
        files: nextConfig("serverExternalPackages: ['pincite']"),
        build: [[...next, '--turbopack']],
        run: askNext,
      },
      {
        write: `output: 'standalone', serverExternalPackages: ['pincite'], ${tracedFiles}`,
        files: nextConfig(`output: 'standalone', serverExternalPackages: ['pincite'], ${tracedFiles}`),
        build: [next],
        run: [node, 'ask-server.mjs', '.next/standalone/server.js'],
        aside: '.next/standalone',
      },
    ],
  },
  executable: {
    needs: ['node@24', 'postject@1.0.0-alpha.6'],
    files: {
      'main.cjs': programs.executable,
      'sea.json': '{"main":"main.cjs","output":"sea.blob","disableExperimentalSEAWarning":true}',
    },
    ways: [
      {
        write: 'three lines, see docs/hosts.md',
        build: [
          [programFromNpm, '--experimental-sea-config', 'sea.json'],
          ['cp', programFromNpm, 'program'],
          tool(
            'postject',
            'program',
            'NODE_SEA_BLOB',
            'sea.blob',
            '--sentinel-fuse',
            'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
          ),
        ],
        run: ['./program'],
      },
    ],
  },
  bun: {
    needs: ['bun@1'],
    files: esModule,
    build: [['sh', '-c', 'cd node_modules/bun && node install.js']],
    ways: [{ run: ['node_modules/.bin/bun', 'main.mjs'] }],
  },
  deno: {
    needs: ['deno@2'],
    files: esModule,
    build: [['sh', '-c', 'cd node_modules/deno && node install.cjs']],
    ways: [{ write: '--allow-all', run: ['node_modules/.bin/deno', 'run', '--allow-all', 'main.mjs'] }],
  },
  'node-18': {
    needs: ['node@18'],
    files: esModule,
    ways: [
      {
        write: '(is refused)',
        run: [programFromNpm, 'main.mjs'],
        refuses: /Pincite needs Node\.js 20\.19 or newer; this is Node\.js 18\.[.\d]+\./,
      },
    ],
  },
};
