import type { AnsweredFrame } from '@nascente/contract/readings';
import { freeMemory } from '../../platform/http/free-memory.ts';
import type { FrameLines } from './frame-lines.ts';
import type { WrittenFrames } from './written-frames.ts';

/** The fields of a line after its instant; energies and volume are whole thousandths. */
const FIELDS =
  `rssi,t,va,vb,vc,ia,ib,ic,pfa,pfb,pfc,wa,wb,wc,vara,varb,varc,kwha,kwhb,kwhc,kvarha,kvarhb,kvarhc,\
vthda,vthdb,vthdc,ithda,ithdb,ithdc,litres,flow`.split(',') as (keyof AnsweredFrame)[];
const THOUSANDTHS: ReadonlySet<string> = new Set([
  'kwha',
  'kwhb',
  'kwhc',
  'kvarha',
  'kvarhb',
  'kvarhc',
  'litres',
]);

const KEYS = FIELDS.map((field) => Buffer.from(`,"${field}":`));
const IS_THOUSANDTHS = FIELDS.map((field) => THOUSANDTHS.has(field));
const OPENING = Buffer.from('{"date":"');
/** More than any frame takes beyond its line: keys, the date, `null` and `0.00` in place of shorter text. */
const MOST_ADDED = OPENING.length + 30 + KEYS.reduce((sum, key) => sum + key.length + 6, 0);

const [COMMA, CLOSE, MINUS, POINT, ZERO, NINE, BRACE, QUOTE, NEWLINE] = [...Buffer.from(',)-.09}"\n')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Copies text of bytes; buffers this small are copied faster by hand. */
const put = (target: Buffer, at: number, text: Uint8Array, from: number, to: number): number => {
  let position = at;
  for (let index = from; index < to; index++) target[position++] = text[index] ?? ZERO;
  return position;
};

const NULL = Buffer.from('null');

/** A real that is no number (the decoder lets none in) would not be JSON: it counts as not measured. */
const isNumber = (source: Buffer, from: number, to: number): boolean => {
  const first = source[from] === MINUS ? source[from + 1] : source[from];
  return to > from && first !== undefined && first >= ZERO && first <= NINE;
};

/** -40 thousandths are -0.04: the decimal point is set into the digits, so nothing is rounded. */
const putThousandths = (target: Buffer, at: number, source: Buffer, from: number, to: number): number => {
  let position = at;
  let first = from;
  if (source[first] === MINUS) {
    target[position++] = MINUS;
    first++;
  }
  const whole = to - 3;
  if (whole <= first) target[position++] = ZERO;
  else position = put(target, position, source, first, whole);
  let last = to;
  while (last > Math.max(whole, first) && source[last - 1] === ZERO) last--;
  if (last <= Math.max(whole, first)) return position;
  target[position++] = POINT;
  for (let missing = first - whole; missing > 0; missing--) target[position++] = ZERO;
  return put(target, position, source, Math.max(whole, first), last);
};

const endOfField = (source: Buffer, from: number): number => {
  let end = from;
  while (source[end] !== COMMA && source[end] !== CLOSE) end++;
  return end;
};

const putDate = (target: Buffer, at: number, source: Buffer, from: number, to: number): number => {
  let ms = 0;
  for (let index = from; index < to; index++) ms = ms * 10 + (source[index] ?? ZERO) - ZERO;
  return at + target.write(new Date(ms).toISOString(), at, 'latin1');
};

const putFrame = (
  target: Buffer,
  start: number,
  source: Buffer,
  lineStart: number,
): [at: number, next: number] => {
  let at = put(target, start, OPENING, 0, OPENING.length);
  let end = endOfField(source, lineStart + 1);
  at = putDate(target, at, source, lineStart + 1, end);
  target[at++] = QUOTE;
  for (let field = 0; field < KEYS.length; field++) {
    const key = KEYS[field] ?? NULL;
    const from = end + 1;
    end = endOfField(source, from);
    at = put(target, at, key, 0, key.length);
    if (!isNumber(source, from, end)) at = put(target, at, NULL, 0, NULL.length);
    else if (IS_THOUSANDTHS[field]) at = putThousandths(target, at, source, from, end);
    else at = put(target, at, source, from, end);
  }
  target[at++] = BRACE;
  return [at, end + 1];
};

/** Frames as JSON of the contract's `frame`, in one piece. */
export const writeFrames = ({ count, lines }: FrameLines): WrittenFrames => {
  if (count === 0) return { count, pieces: [] };
  const source = Buffer.from(lines, 'latin1');
  const target = Buffer.allocUnsafe(source.length + count * MOST_ADDED);
  let at = 0;
  let line = 0;
  for (let frame = 0; frame < count; frame++) {
    if (frame > 0) target[at++] = COMMA;
    [at, line] = putFrame(target, at, source, line);
    if (source[line] === NEWLINE) line++;
  }
  freeMemory(source);
  return { count, pieces: [target.subarray(0, at)] };
};
