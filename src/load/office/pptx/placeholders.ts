import { childElements, elementAt, type XmlElement } from '../xml.ts';

/** What a shape says of the place in the layout that it fills. */
export interface Placeholder {
  /** `title`, `ctrTitle`, `body`, `subTitle`, `sldNum` …; `obj` where it says nothing. */
  readonly type: string;
  readonly index: string;
}

export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const mark = elementAt(shape, 'nvSpPr', 'nvPr', 'ph') ?? elementAt(shape, 'nvGraphicFramePr', 'nvPr', 'ph');
  return mark && { type: mark.attributes.type ?? 'obj', index: mark.attributes.idx ?? '0' };
}

export const isTitle = ({ type }: Placeholder): boolean => type === 'title' || type === 'ctrTitle';

/** What every slide of a deck repeats: its number, date, footer and header. */
export const isRunningHead = ({ type }: Placeholder): boolean => /^(?:sldNum|dt|ftr|hdr)$/.test(type);

/** The shapes in a layout, then in a master, from which a placeholder has what it does not say itself. */
export function inheritedFrom(
  { type, index }: Placeholder,
  layout: XmlElement | undefined,
  master: XmlElement | undefined,
): XmlElement[] {
  const title = isTitle({ type, index });
  const ofLayout = shapeWith(layout, (mark) =>
    title ? isTitle(mark) : mark.index === index && !isTitle(mark),
  );
  const general = title ? 'title' : isRunningHead({ type, index }) ? type : 'body';
  const ofMaster = shapeWith(master, (mark) => mark.type === general);
  return [ofLayout, ofMaster].filter((shape) => shape !== undefined);
}

function shapeWith(
  slide: XmlElement | undefined,
  test: (mark: Placeholder) => boolean,
): XmlElement | undefined {
  return childElements(elementAt(slide, 'cSld', 'spTree'), 'sp').find((shape) => {
    const mark = placeholderOf(shape);
    return mark !== undefined && test(mark);
  });
}
