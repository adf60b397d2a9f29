/** What flags take, so that `--help` need not wait for the library, whose names they are. */
export const modes = ['full', 'hybrid', 'vector', 'fast', 'keyword'] as const;

export const fusionMethods = ['minmax', 'zscore', 'rrf'] as const;

export const methods = [
  'structure',
  'token',
  'recursive',
  'semantic',
  'sentenceWindow',
  'hierarchical',
  'code',
  'wholeDocument',
] as const;

export const ocrChoices = ['never', 'auto', 'pictures', 'always'] as const;

export const presets = ['default', 'questionAnswering', 'summarization', 'tables', 'legal'] as const;

export const answerFormats = ['text', 'markdown', 'html', 'json', 'apa', 'bibtex', 'csl-json'] as const;
