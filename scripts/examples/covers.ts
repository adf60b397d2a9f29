import { drawText } from './paragraph.ts';
import type { Press } from './press.ts';
import { page, type Face } from './styles.ts';

const white = (size: number, font = 'Helvetica'): Face => ({
  font,
  size,
  leading: size * 1.3,
  colour: '#ffffff',
});

/** The first page: a coloured one with waves for a report, a title page for a contract. */
export function drawCover(press: Press): void {
  press.newPage({ bare: true });
  if (press.head.style === 'report') drawReportCover(press);
  else drawContractCover(press);
}

function drawReportCover({ canvas, head }: Press): void {
  canvas.rect(0, 0, page.width, page.height).fill('#0f4c5c');
  for (let wave = 0; wave < 9; wave++) drawWave(canvas, 430 + wave * 42, wave);
  drawText(canvas, head.author, { x: 62, y: 96, face: white(15, 'Helvetica-Bold') });
  drawText(canvas, 'Annual report', { x: 60, y: 214, face: white(46, 'Helvetica-Bold') });
  drawText(canvas, '2025', { x: 60, y: 272, face: white(46, 'Helvetica-Bold') });
  drawText(canvas, head.subtitle, { x: 62, y: 312, face: white(15) });
  (head.lines ?? []).forEach((line, index) =>
    drawText(canvas, line, { x: 62, y: 346 + index * 17, face: white(10.5) }),
  );
}

function drawWave(canvas: PDFKit.PDFDocument, y: number, wave: number): void {
  const height = 16 + wave * 3;
  canvas.moveTo(0, y);
  for (let x = 0; x < page.width; x += 120) {
    const shift = wave * 7;
    canvas.bezierCurveTo(x + 40 + shift, y - height, x + 80 - shift, y + height, x + 120, y);
  }
  canvas
    .lineWidth(1 + wave * 0.35)
    .strokeOpacity(0.2 + wave * 0.06)
    .stroke('#9cc9c4')
    .strokeOpacity(1);
}

function drawContractCover({ canvas, head, style }: Press): void {
  const centre = page.width / 2;
  const face = (size: number, font = 'Times-Roman'): Face => ({ ...style.body, size, font });
  canvas
    .moveTo(style.margin.side, 200)
    .lineTo(page.width - style.margin.side, 200)
    .lineWidth(1.2)
    .stroke(style.accent);
  drawText(canvas, head.title.toUpperCase(), {
    x: centre,
    y: 246,
    face: face(22, 'Times-Bold'),
    align: 'centre',
  });
  drawText(canvas, head.subtitle, { x: centre, y: 274, face: face(12), align: 'centre' });
  canvas
    .moveTo(style.margin.side, 298)
    .lineTo(page.width - style.margin.side, 298)
    .lineWidth(1.2)
    .stroke(style.accent);
  (head.lines ?? []).forEach((line, index) => {
    drawText(canvas, line, { x: centre, y: 372 + index * 27, face: face(13), align: 'centre' });
  });
}
