/** Splits text into trimmed sentence spans, in order, that cover all of it but white space. */
export function splitSentences(text: string, language = 'en'): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const trimmed = segment.trim();
    if (trimmed === '') continue;
    const start = index + segment.indexOf(trimmed);
    spans.push({ start, end: start + trimmed.length });
  }
  return spans;
}
