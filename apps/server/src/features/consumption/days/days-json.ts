import type { ConsolidatedDay } from '@nascente/contract/consumption';

type Hour = ConsolidatedDay['hours'][number];

const [MINUS, POINT] = [...Buffer.from('-.')] as [number, number];
const THOUSAND = 1_000;
const MILLION = 1_000_000;
/** Of numbers with more digits the nearest decimal need not be the shortest. */
const MOST_MILLIONTHS = 1e15;

/** Text that is written four bytes at a time: what it writes too many, the next one writes over. */
interface Words {
  readonly words: Uint32Array;
  readonly length: number;
}

const WORD = 4;

const toWords = (text: string): Words => {
  const padded = Buffer.alloc(Math.ceil(text.length / WORD) * WORD);
  padded.write(text, 'latin1');
  return {
    words: Uint32Array.from({ length: padded.length / WORD }, (_, index) =>
      padded.readUInt32LE(index * WORD),
    ),
    length: text.length,
  };
};

const wordsOf = <const T extends Record<string, string>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toWords(text)])) as {
    readonly [name in keyof T]: Words;
  };

/** The numbers below a thousand: their digits, three digits each, and how many of these are zeros at the end. */
const NUMBERS = Array.from({ length: THOUSAND }, (_, number) => String(number));
const DIGITS = Uint32Array.from(NUMBERS, (text) => toWords(text).words[0] as number);
const LENGTHS = Uint8Array.from(NUMBERS, (text) => text.length);
const THREE_DIGITS = Uint32Array.from(NUMBERS, (text) => toWords(text.padStart(3, '0')).words[0] as number);
const ZEROS_AT_END = Uint8Array.from(NUMBERS, (text) => /0*$/.exec(text.padStart(3, '0'))?.[0].length ?? 0);

const KEYS = wordsOf({
  hour: '{"hour":',
  total: ',"total":',
  post: ',"post":"',
  inPoint: 'inPoint',
  interPoint: 'interPoint',
  outPoint: 'outPoint',
  afterPost: '"',
  active: ',"consumptionActivePower":{"phaseA":',
  b: ',"phaseB":',
  c: ',"phaseC":',
  reactive: '},"consumptionReactivePower":{"phaseA":',
  injected: '},"consumptioninjectedPower":{"phaseA":',
  demand: '},"demand":{"avgValue":',
  start: ',"period":{"startDate":"',
  end: '","endDate":"',
  completeness: '"}},"completeness":',
  one: '1',
  hours: ',"hours":[',
  open: '[',
  next: ',',
  closeDays: ']',
  close: '}',
  closeHours: ']}',
});

/** An hour has 12 numbers, and 6 more where it is split between posts, each with at most 24 characters, two instants and its keys. */
const MOST_OF_HOUR = 18 * 24 + 2 * 24 + Object.values(KEYS).reduce((sum, key) => sum + key.length, 0) + 170;

/** JSON in bytes, as far as it is written. */
interface Page {
  readonly bytes: Buffer;
  readonly view: DataView;
  at: number;
}

const put = (page: Page, { words, length }: Words): void => {
  const { view, at } = page;
  for (let index = 0; index < words.length; index++)
    view.setUint32(at + index * WORD, words[index] as number, true);
  page.at = at + length;
};

const putText = (page: Page, text: string): void => {
  page.at += page.bytes.write(text, page.at, 'latin1');
};

const putWhole = (page: Page, whole: number): void => {
  if (whole >= THOUSAND) {
    const thousands = Math.floor(whole / THOUSAND);
    putWhole(page, thousands);
    page.view.setUint32(page.at, THREE_DIGITS[whole - thousands * THOUSAND] as number, true);
    page.at += 3;
    return;
  }
  page.view.setUint32(page.at, DIGITS[whole] as number, true);
  page.at += LENGTHS[whole] as number;
};

/** A number of whole millionths, as `JSON.stringify` writes it, which takes several times as long. */
const putMillionths = (page: Page, value: number): void => {
  const millionths = Math.round(Math.abs(value) * MILLION);
  if (!(millionths < MOST_MILLIONTHS)) {
    putText(page, JSON.stringify(value));
    return;
  }
  const { view } = page;
  if (value < 0 && millionths > 0) view.setUint8(page.at++, MINUS);
  const whole = Math.floor(millionths / MILLION);
  putWhole(page, whole);
  const rest = millionths - whole * MILLION;
  if (rest === 0) return;
  view.setUint8(page.at++, POINT);
  const thousandths = Math.floor(rest / THOUSAND);
  const last = rest - thousandths * THOUSAND;
  view.setUint32(page.at, THREE_DIGITS[thousandths] as number, true);
  view.setUint32(page.at + 3, THREE_DIGITS[last] as number, true);
  page.at += last === 0 ? 3 - (ZEROS_AT_END[thousandths] as number) : 6 - (ZEROS_AT_END[last] as number);
};

const putPhases = (
  page: Page,
  key: Words,
  { phaseA, phaseB, phaseC }: Hour['consumptionActivePower'],
): void => {
  put(page, key);
  putMillionths(page, phaseA);
  put(page, KEYS.b);
  putMillionths(page, phaseB);
  put(page, KEYS.c);
  putMillionths(page, phaseC);
};

const putHour = (page: Page, hour: Hour): void => {
  put(page, KEYS.hour);
  putWhole(page, hour.hour);
  put(page, KEYS.total);
  putMillionths(page, hour.total);
  put(page, KEYS.post);
  put(page, KEYS[hour.post]);
  put(page, KEYS.afterPost);
  if (hour.posts !== undefined) putText(page, `,"posts":${JSON.stringify(hour.posts)}`);
  if (hour.injectedPosts !== undefined)
    putText(page, `,"injectedPosts":${JSON.stringify(hour.injectedPosts)}`);
  putPhases(page, KEYS.active, hour.consumptionActivePower);
  putPhases(page, KEYS.reactive, hour.consumptionReactivePower);
  putPhases(page, KEYS.injected, hour.consumptioninjectedPower);
  put(page, KEYS.demand);
  putMillionths(page, hour.demand.avgValue);
  put(page, KEYS.start);
  putText(page, hour.demand.period.startDate);
  put(page, KEYS.end);
  putText(page, hour.demand.period.endDate);
  put(page, KEYS.completeness);
  if (hour.completeness === 1) put(page, KEYS.one);
  else putText(page, JSON.stringify(hour.completeness));
  put(page, KEYS.close);
};

/**
 * Days by the hour as JSON of the contract, between what comes before and after them. Energies are whole millionths of
 * a kWh, so that their digits are written without looking for the shortest decimal: 31 days have 9,000 of them.
 */
export const writeDays = (before: string, days: readonly ConsolidatedDay[], after: string): Buffer => {
  const totals = days.map((day) => JSON.stringify({ ...day, hours: undefined }).slice(0, -1));
  const hours = days.reduce((sum, day) => sum + day.hours.length, 0);
  const around = totals.reduce((sum, text) => sum + text.length + KEYS.hours.length + WORD, 0);
  const bytes = Buffer.allocUnsafe(before.length + after.length + around + hours * MOST_OF_HOUR + 3 * WORD);
  const page: Page = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  putText(page, before);
  put(page, KEYS.open);
  for (const [index, day] of days.entries()) {
    if (index > 0) put(page, KEYS.next);
    putText(page, totals[index] as string);
    put(page, KEYS.hours);
    for (const [place, hour] of day.hours.entries()) {
      if (place > 0) put(page, KEYS.next);
      putHour(page, hour);
    }
    put(page, KEYS.closeHours);
  }
  put(page, KEYS.closeDays);
  putText(page, after);
  return bytes.subarray(0, page.at);
};
