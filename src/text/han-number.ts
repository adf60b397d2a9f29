const han = '〇零一二三四五六七八九';

/** `12`, `十二`, `一百二十`. */
export function hanNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  let [sum, digit] = [0, 0];
  for (const sign of text) {
    const power = { 十: 10, 百: 100, 千: 1000 }[sign];
    if (power === undefined) digit = sign === '两' ? 2 : Math.max(0, han.indexOf(sign) - 1);
    else {
      sum += Math.max(1, digit) * power;
      digit = 0;
    }
  }
  return sum + digit;
}
