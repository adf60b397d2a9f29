import { escapeHtml } from '../../util/strings/escape-html.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** One element; attribute values are escaped, the content is markup. Numbers are rounded to a hundredth. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeHtml(value)}"`)
    .join('');
  return `<${name}${given}>${content}</${name}>`;
}

/** At most two decimals: a hundredth of a pixel is not seen. */
export const round = (value: number) => Number(value.toFixed(2));

export const text = (content: string, attributes: Attributes) =>
  element('text', attributes, escapeHtml(content));

export const chartWidth = 460;
export const chartHeight = 300;

/** A drawing with a name and a description for those who do not see it. */
export function drawing(title: string, description: string, content: string): string {
  return element(
    'svg',
    { viewBox: `0 0 ${chartWidth} ${chartHeight}`, role: 'img', 'aria-label': `${title}. ${description}` },
    content,
  );
}
