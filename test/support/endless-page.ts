/** A PDF whose one page draws forms that draw forms: a few hundred bytes, and more work than anybody waits for. */
export function endlessPage(depth = 9, times = 12): Uint8Array {
  const form = (level: number) => {
    const inner = level === depth ? '0 0 400 600 re f ' : '/F Do ';
    const resources = level === depth ? '' : `/Resources<</XObject<</F ${5 + level} 0 R>>>>`;
    return stream(`/Type/XObject/Subtype/Form/BBox[0 0 400 600]${resources}`, inner.repeat(times));
  };
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    stream('', '/F Do'),
    ...Array.from({ length: depth }, (_, index) => form(index + 1)),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(
    `%PDF-1.7\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`,
  );
}

const stream = (dictionary: string, content: string) =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`;
