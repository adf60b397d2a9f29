import { scanXml } from './scan-xml.ts';

/** The texts that cells refer to by number, without their formatting and without the reading aids of Japanese. */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    text(part) {
      if (isText && !isPhonetic) text += part;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
