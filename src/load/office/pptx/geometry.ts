import type { Box, PageSize } from '../../pdf/geometry.ts';
import { elementAt, type XmlElement } from '../xml.ts';

/** English metric units, in which presentations measure, in a point. */
const unitsPerPoint = 12_700;

/** Where the units of a group of shapes stand on the slide. */
export interface Frame {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

export const slideFrame: Frame = { scaleX: 1 / unitsPerPoint, scaleY: 1 / unitsPerPoint, x: 0, y: 0 };

export const pointsOf = (value: string | undefined): number => numberOf(value) / unitsPerPoint;

/** The box of an `xfrm`; of a turned shape the box around it. */
export function boxOf(transform: XmlElement | undefined, frame: Frame): Box | undefined {
  const place = placeOf(transform, 'off', 'ext');
  if (!transform || !place) return undefined;
  const turn = (numberOf(transform.attributes.rot) / 60_000 / 180) * Math.PI;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [halfWidth, halfHeight] = [place.width / 2, place.height / 2];
  const [acrossX, acrossY] = [halfWidth * cos + halfHeight * sin, halfWidth * sin + halfHeight * cos];
  const [middleX, middleY] = [place.x + halfWidth, place.y + halfHeight];
  return {
    x0: frame.x + (middleX - acrossX) * frame.scaleX,
    y0: frame.y + (middleY - acrossY) * frame.scaleY,
    x1: frame.x + (middleX + acrossX) * frame.scaleX,
    y1: frame.y + (middleY + acrossY) * frame.scaleY,
  };
}

/** The frame of the shapes in a group, whose own units its `xfrm` maps to those around it. */
export function frameOfGroup(transform: XmlElement | undefined, outer: Frame): Frame {
  const place = placeOf(transform, 'off', 'ext');
  const inner = placeOf(transform, 'chOff', 'chExt');
  if (!place || !inner) return outer;
  const scaleX = outer.scaleX * (inner.width > 0 ? place.width / inner.width : 1);
  const scaleY = outer.scaleY * (inner.height > 0 ? place.height / inner.height : 1);
  return {
    scaleX,
    scaleY,
    x: outer.x + place.x * outer.scaleX - inner.x * scaleX,
    y: outer.y + place.y * outer.scaleY - inner.y * scaleY,
  };
}

/** The part of a box that is on the slide, or undefined. */
export function onSlide(box: Box | undefined, { width, height }: PageSize): Box | undefined {
  if (!box) return undefined;
  const [x0, y0] = [Math.max(0, box.x0), Math.max(0, box.y0)];
  const [x1, y1] = [Math.min(width, box.x1), Math.min(height, box.y1)];
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function placeOf(transform: XmlElement | undefined, offset: string, extent: string): Place | undefined {
  const at = elementAt(transform, offset)?.attributes;
  const size = elementAt(transform, extent)?.attributes;
  if (!at || !size) return undefined;
  return { x: numberOf(at.x), y: numberOf(at.y), width: numberOf(size.cx), height: numberOf(size.cy) };
}

function numberOf(value: string | undefined): number {
  const number = Number(value ?? 0);
  return Number.isFinite(number) ? number : 0;
}
