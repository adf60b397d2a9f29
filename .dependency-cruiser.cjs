// The import rules of ARCHITECTURE.md. Stages meet in knowledge-base/ and nowhere else.
const stages = ['load', 'chunk', 'embed', 'store', 'retrieve', 'answer', 'evaluate', 'queue'];
const plugPoints =
  '^src/(load/loader|chunk/chunker|embed/embedder|embed/embedding-cache|store/store|store/filter/filter|retrieve/reranker|answer/generator)\\.ts$';
/** The engine of the SQLite store, which the SQLite queue runs on too. */
const engine = '^src/store/sqlite/database/(driver|connection|address|mark|text-bytes)\\.ts$';
const shared = '^src/(types|errors)\\.ts$|^src/(util|text|models)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'types-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/(types|errors)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(errors|util/strings/mask-secrets)\\.ts$' },
    },
    {
      name: 'shared-code-does-not-know-stages',
      severity: 'error',
      from: { path: '^src/(util|text|models)/' },
      to: { path: '^src/', pathNot: shared },
    },
    ...stages.map((stage) => ({
      name: `${stage}-meets-other-stages-as-types`,
      severity: 'error',
      from: { path: `^src/${stage}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [`^src/${stage}/`, shared, plugPoints, ...(stage === 'queue' ? [engine] : [])],
      },
    })),
    ...stages.map((stage) => ({
      name: `${stage}-imports-plug-points-as-types-only`,
      severity: 'error',
      from: { path: `^src/${stage}/`, pathNot: '\\.test\\.ts$' },
      to: { path: plugPoints, pathNot: `^src/${stage}/`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'apps-see-the-public-names-only',
      severity: 'error',
      from: { path: '^src/apps/', pathNot: '\\.test\\.ts$' },
      // docs-page.ts and package-folder.ts say where files lie in the package; through index.ts, `--help` would load the library for it. node-version.ts,
      // recent.ts, page-style.ts, escape-html.ts, nearest-name.ts, make-folder.ts and why-unwritable.ts are no part of what Pincite is for.
      to: {
        path: '^src/',
        pathNot: [
          '^src/apps/',
          '^src/(index|schemas)\\.ts$',
          '^src/evaluate/index\\.ts$',
          '^src/util/(node-version|recent|page-style|files/(package-folder|make-folder|why-unwritable)|strings/(docs-page|escape-html|nearest-name))\\.ts$',
        ],
      },
    },
    {
      name: 'nobody-imports-apps',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/apps/' },
      to: { path: '^src/apps/' },
    },
    {
      name: 'only-the-root-composes',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(index|schemas)\\.ts$', '^src/knowledge-base/', '\\.test\\.ts$'],
      },
      to: { path: '^src/knowledge-base/' },
    },
    {
      name: 'heavy-drivers-are-loaded-on-demand',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: 'node_modules/(libsql|pg/|chromadb/|pg-boss|@hyzyla/pdfium|pdfjs-dist|gpt-tokenizer|@huggingface|linkedom|@mozilla|parse5|mdast-util|eld|jiti|ai/|@ai-sdk|onnxruntime|@opentelemetry|chokidar|ignore/|mammoth|fflate|csv-parse|postal-mime|robots-parser|fast-xml-parser|tesseract)',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
        dynamic: false,
      },
    },
    {
      name: 'models-alone-call-models',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/models/' },
      to: { path: 'node_modules/(ai/|@ai-sdk)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules)/' },
  },
};
