import type { Zone } from '@nascente/domain/base/time/zone';
import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import { ofQuantity, sumOf } from '@nascente/domain/energy/past-imports/row-amounts';
import { simpleTouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { expect, test } from 'vitest';
import { readingOf } from './read-upload.ts';
import { previewContent } from './testing/preview-content.ts';

const HOUR = 3_600_000;

/** An hour: its start in UTC, and whole Wh of two quantities. */
interface Slot {
  readonly n: number;
  readonly at: number;
  readonly a: number;
  readonly b: number;
}
/** Two days of a business that works from 7 to 19. */
const H: readonly Slot[] = Array.from({ length: 48 }, (_, n) => {
  const hour = n % 24;
  const a = hour >= 7 && hour < 19 ? 8_000 + ((n * 7_919) % 5_000) : 1_100 + ((n * 104_729) % 700);
  return { n, at: Date.UTC(2025, 5, 16, 3) + n * HOUR, a, b: 101 + ((n * 31) % 97) * 9 };
});
const two = (n: number): string => String(n).padStart(2, '0');
const dayOf = ({ n }: Slot): number => 16 + Math.floor(n / 24);
const dmy = (slot: Slot): string => `${dayOf(slot)}/06/2025`;
const hm = ({ n }: Slot): string => `${two(n % 24)}:00`;
const br = (wh: number): string => (wh / 1_000).toFixed(3).replace('.', ',');
const en = (wh: number): string => (wh / 1_000).toFixed(4);
const lines = (head: string | readonly string[], row: (slot: Slot) => string | readonly string[]): string =>
  [head, ...H.map(row)].flat().join('\r\n');
const isPeak = ({ n }: Slot): boolean => n % 24 >= 18 && n % 24 < 21;
const thirds = ({ a }: Slot): readonly number[] => [
  Math.floor(a / 3),
  Math.floor(a / 3),
  a - 2 * Math.floor(a / 3),
];
const days = [H.slice(0, 24), H.slice(24)];

/** Files with the consumption `a` of each hour, and some with the injection `b`. */
const FILES: Readonly<Record<string, string>> = {
  'year, month, day and hour in columns': lines(
    'Ano;Mês;Dia;Hora;Consumo (kWh)',
    (s) => `2025;6;${dayOf(s)};${s.n % 24};${br(s.a)}`,
  ),
  'year to minute in columns': lines(
    'YEAR,MONTH,DAY,HOUR,MINUTE,KWH',
    (s) => `2025,06,${dayOf(s)},${s.n % 24},0,${en(s.a)}`,
  ),
  'decimal commas that cut cells, injection too': lines(
    'Data,Hora,Consumo (kWh),Injetada (kWh)',
    (s) => `${dmy(s)},${hm(s)},${br(s.a)},${br(s.b)}`,
  ),
  'decimal commas that cut the hours of a day': [
    `Data,${H.slice(0, 24)
      .map(({ n }) => `H${two(n + 1)}`)
      .join(',')},Total kWh`,
    ...days.map(
      (day) =>
        `${dmy(day[0] as Slot)},${day.map(({ a }) => br(a)).join(',')},${br(day.reduce((sum, { a }) => sum + a, 0))}`,
    ),
  ].join('\n'),
  'names over several lines, injection too': lines(
    '"Data\ne hora";"Energia\nconsumida\n(kWh)";"Energia\r\ninjetada\r\n(kWh)"',
    (s) => `${dmy(s)} ${hm(s)};${br(s.a)};${br(s.b)}`,
  ),
  'a row per phase': lines('Data e hora;Fase;Energia ativa (kWh)', (s) =>
    thirds(s).map((wh, phase) => `${dmy(s)} ${hm(s)};${'ABC'[phase]};${br(wh)}`),
  ),
  'a row per time-of-use period': lines('Data e hora;Posto;Consumo (kWh)', (s) =>
    ['Ponta', 'Fora ponta'].map(
      (touPeriod) => `${dmy(s)} ${hm(s)};${touPeriod};${br(isPeak(s) === (touPeriod === 'Ponta') ? s.a : 0)}`,
    ),
  ),
  'a column of values without a word, under its unit': lines(
    ['# logger: X200', '# unit: kWh', '#', 'datetime;P1'],
    (s) => `2025-06-${dayOf(s)} ${hm(s)};${en(s.a)}`,
  ),
  'a period in one cell': lines(
    '"Energy consumption time period","Usage(Real energy in kilowatt-hours)"',
    (s) =>
      `"2025-06-${dayOf(s)} ${hm(s)} to 2025-06-${two(16 + Math.floor((s.n + 1) / 24))} ${two((s.n + 1) % 24)}:00","${en(s.a)}"`,
  ),
  'channels that are delivered and received, injection too': lines('Data;Hora;Canal;Valor', (s) => [
    `${dmy(s)};${hm(s)};kWh del;${br(s.a)}`,
    `${dmy(s)};${hm(s)};kWh rec;${br(s.b)}`,
  ]),
  'hours of a day under a header of another language': [
    `Meter,Date,${H.slice(0, 24)
      .map(({ n }) => `Heure ${n + 1}`)
      .join(',')},Total (kWh)`,
    ...days.map((day) => `M1,2025-06-${dayOf(day[0] as Slot)},${day.map(({ a }) => en(a)).join(',')},1.5`),
  ].join('\n'),
  'a unit beside the total of a day': [
    `Data;${H.slice(0, 24)
      .map(({ n }) => `H${two(n + 1)}`)
      .join(';')};Total kWh`,
    ...days.map(
      (day) =>
        `${dmy(day[0] as Slot)};${day.map(({ a }) => br(a)).join(';')};${br(day.reduce((sum, { a }) => sum + a, 0))}`,
    ),
  ].join('\n'),
};

const previewOf = (text: string, chosen: FileReading | null = null) =>
  previewContent(Buffer.from(text), chosen, { touPeriodsOn: simpleTouPeriodsOn });
const hoursOf = ({ file }: Awaited<ReturnType<typeof previewOf>>) => {
  const hours = new Map<number, readonly [consumed: number, injected: number]>();
  for (const [at, sums] of file.quarters) {
    const hour = at - (at % HOUR);
    const [consumed, injected] = hours.get(hour) ?? [0, 0];
    hours.set(hour, [
      consumed + ofQuantity(sums, 'consumed') / 1_000,
      injected + ofQuantity(sums, 'injected') / 1_000,
    ]);
  }
  return hours;
};

test.each(Object.entries(FILES))('%s', async (name, text) => {
  const previewed = await previewOf(text);
  expect([previewed.questions, previewed.file.refusals]).toEqual([[], []]);
  const isBoth = name.endsWith('injection too');
  expect(hoursOf(previewed)).toEqual(new Map(H.map(({ at, a, b }) => [at, [a, isBoth ? b : 0]])));
});

const byPeriod = (clock: (slot: Slot) => string): string =>
  lines(
    'Data;Hora;Ponta (kWh);Fora ponta (kWh)',
    (s) => `${clock(s)};${isPeak(s) ? `${br(s.a)};0` : `0;${br(s.a)}`}`,
  );

test('compares the stated time-of-use periods with those of the tariff, and asks when hours are shifted', async () => {
  const right = await previewOf(byPeriod((s) => `${dmy(s)};${hm(s)}`));
  expect(right.questions).toEqual([]);
  const peak = H.filter(isPeak).reduce((sum, { a }) => sum + a * 1_000, 0);
  expect(right.periods).toMatchObject({ file: { peak }, tariff: { peak }, apart: 0 });
  const text = byPeriod((s) => `${dmy(s)};${hm(s)}`);
  const shifted = await previewOf(text, { ...right.reading, zone: 'Etc/GMT+4' as Zone });
  const [question, ...others] = shifted.questions;
  expect([question?.about, others, shifted.reading.open]).toEqual(['periods', [], ['periods']]);
  expect(question?.candidates.map(({ label }) => label.split(':')[0])).toEqual([
    'o instante é o fim do intervalo',
    'o horário é UTC−3',
    'os horários da tarifa valem',
  ]);
  const [, zone, asItIs] = (question?.candidates ?? []).map(({ reading }) => readingOf(reading));
  const mended = await previewOf(text, zone);
  expect([mended.questions, hoursOf(mended)]).toEqual([[], new Map(H.map(({ at, a }) => [at, [a, 0]]))]);
  expect(await previewOf(text, asItIs)).toMatchObject({ questions: [], reading: { open: [] } });
});

test('resolves decimals split by commas without a header with successive questions', async () => {
  const text = H.map((s) => `${dmy(s)} ${hm(s)},${br(s.a)}`).join('\n');
  const first = await previewOf(text);
  expect(first.questions.map(({ about }) => about)).toEqual(['decimal', 'unit']);
  expect(first.questions[0]?.candidates.map(({ label }) => label)).toEqual([
    'números como 1,100',
    'números como 1100',
    'números como 1 e 100',
  ]);
  const [asDecimals, asThousands, asColumns] = (first.questions[0]?.candidates ?? []).map(({ reading }) =>
    readingOf(reading),
  );
  const open = async (reading: FileReading | undefined) =>
    (await previewOf(text, reading ?? null)).questions.map(({ about }) => about);
  expect([await open(asDecimals), await open(asThousands), await open(asColumns)]).toEqual([
    ['unit'],
    ['unit'],
    ['columns', 'unit'],
  ]);
  const second = await previewOf(text, asDecimals);
  const [kwh] = (second.questions[0]?.candidates ?? []).map(({ reading }) => readingOf(reading));
  const last = await previewOf(text, kwh ?? null);
  expect([last.questions, hoursOf(last)]).toEqual([[], new Map(H.map(({ at, a }) => [at, [a, 0]]))]);
});

test('leaves the question about refused long rows open until they are spread', async () => {
  const text = Array.from(
    { length: 20 },
    (_, n) => `${two(n + 1)}/06/2025;${br(90_000 + n * 991)};${br(40_000 + n)}`,
  );
  const previewed = await previewOf(text.join('\n'));
  expect(previewed.file.refusals).toMatchObject([{ reason: 'long', rows: 20 }]);
  expect(previewed.reading.open).toContain('columns');
  const { reading } = await previewOf(text.join('\n'), { ...previewed.reading, longRows: 'spread' });
  expect(reading.open).toContain('columns');
});

test('asks about rows of several unknown kinds of one quantity', async () => {
  const text = lines('Data;Hora;Grandeza;Valor', (s) => [
    `${dmy(s)};${hm(s)};kWh loja;${br(s.a)}`,
    `${dmy(s)};${hm(s)};kWh padaria;${br(s.b)}`,
  ]);
  const previewed = await previewOf(text);
  expect(previewed.questions.map(({ about }) => about)).toEqual(['kinds']);
  const sums = [H.reduce((sum, { a }) => sum + a, 0) / 1_000, H.reduce((sum, { b }) => sum + b, 0) / 1_000];
  const [one = 0, other = 0] = sums;
  const [question] = previewed.questions;
  expect(question?.candidates.map(({ label }) => label)).toEqual([
    'kWh loja',
    'kWh padaria',
    'kWh loja + kWh padaria',
  ]);
  const totals = question?.candidates.map(({ total }) => Number(total.consumed.toFixed(3)));
  expect(totals).toEqual([one, other, one + other].map((sum) => Number(sum.toFixed(3))));
});

const MINUTE = 60_000;
const MINUTES = 100_000;
const byMinute = (head: string, value: (minute: number) => string): string =>
  [
    head,
    ...Array.from(
      { length: MINUTES },
      (_, minute) =>
        `${new Date(Date.UTC(2025, 0, 1) + minute * MINUTE).toISOString().slice(0, 19)}Z,${value(minute)}`,
    ),
  ].join('\n');
const ONE_KW = 1_000 / 60;

test.each<[name: string, file: string, wh: number]>([
  ['power', byMinute('time,power (kW)', () => '1.0'), MINUTES * ONE_KW],
  [
    'energy',
    byMinute('time,energy (Wh)', (minute) => String(minute % 7)),
    (() => {
      let sum = 0;
      for (let minute = 0; minute < MINUTES; minute++) sum += minute % 7;
      return sum;
    })(),
  ],
  [
    'a register',
    byMinute('time,register (Wh)', (minute) => String(1_000_000 + minute * 3)),
    (MINUTES - 1) * 3,
  ],
])('detects one minute as the interval of a long file of %s', async (_, text, wh) => {
  const previewed = await previewOf(text);
  expect(previewed.reading.intervalMinutes).toBe(1);
  expect(previewed.questions.map(({ about }) => about)).toEqual([]);
  const sum = [...hoursOf(previewed).values()].reduce((total, [consumed]) => total + consumed, 0);
  expect(sum).toBeCloseTo(wh, -1);
});

test('names every meter of a long file with one meter after the other', async () => {
  const meters = ['Loja', 'Padaria', 'Forno', 'Câmara fria', 'Estacionamento'];
  const rows = meters.flatMap((meter) =>
    Array.from(
      { length: 30_000 },
      (_, quarter) =>
        `${meter};${new Date(Date.UTC(2023, 0, 1) + quarter * 15 * MINUTE).toISOString()};${(quarter % 9) / 10}`,
    ),
  );
  const previewed = await previewOf(['Medidor;Início;kWh', ...rows].join('\n'));
  const question = previewed.questions.find(({ about }) => about === 'meter');
  expect(question?.candidates.map(({ label }) => label).sort()).toEqual([...meters, 'todos somados'].sort());
});

const AT_THREE = Date.UTC(2025, 5, 16, 3);
/** A constant power of 1,000 W at instants so many seconds apart. */
const samples = (gaps: readonly number[]): string => {
  let at = AT_THREE;
  const rows = gaps.map((seconds) => {
    const row = `${new Date(at).toISOString()};1000`;
    at += seconds * 1_000;
    return row;
  });
  return ['time;W', ...rows].join('\n');
};
const sumOfHours = (hours: ReadonlyMap<number, readonly [number, number]>): number =>
  [...hours.values()].reduce((total, [consumed]) => total + consumed, 0);

test.each<[name: string, gaps: readonly number[], wh: number]>([
  ['every 10 seconds', Array(360).fill(10), 1_000],
  ['every second', Array(7_200).fill(1), 2_000],
  ['every 90 seconds', Array(400).fill(90), 10_000],
  ['every 61 seconds', Array(3_600).fill(61), 61_000],
  ['every 15 minutes, then every 5', [...Array(8).fill(900), ...Array(24).fill(300)], 4_000],
  ['every 5 minutes, then every hour', [...Array(48).fill(300), ...Array(20).fill(3_600)], 24_000],
  ['at uneven instants', Array.from({ length: 1_000 }, (_, n) => 3 + ((n * 7) % 25)), 4_166],
])('counts a mean power %s for its duration', async (_, gaps, wh) => {
  const previewed = await previewOf(samples(gaps));
  expect(previewed.questions.filter(({ about }) => about !== 'instant')).toEqual([]);
  const total = sumOfHours(hoursOf(previewed));
  expect(Math.abs(total - wh)).toBeLessThan(wh * 0.02);
});

test('a mean power beside a gap lasts as long as its neighbours', async () => {
  const gaps = Array.from({ length: 96 }, (_, n) => (n === 40 ? 7_200 : 900));
  expect(sumOfHours(hoursOf(await previewOf(samples(gaps))))).toBeCloseTo(24_000, 3);
});

test('refuses amounts of another commodity', async () => {
  const gas = await previewOf(lines('Data;Hora;Gás (m³)', (s) => `${dmy(s)};${hm(s)};${br(s.a)}`));
  expect([hoursOf(gas).size, gas.file.refusals]).toMatchObject([0, [{ reason: 'quantity', rows: 48 }]]);
});

const feedOf = (uom: number, direction = 1, value = (s: Slot): number => s.a): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><content><ReadingType><flowDirection>${direction}</flowDirection><uom>${uom}</uom></ReadingType></content></entry><entry><content><IntervalBlock>${H.map(
    (s) =>
      `<IntervalReading><timePeriod><duration>3600</duration><start>${s.at / 1_000}</start></timePeriod><value>${value(s)}</value></IntervalReading>`,
  ).join('')}</IntervalBlock></content></entry></feed>`;
const totalsOf = ({ file }: Awaited<ReturnType<typeof previewOf>>) => {
  const sums = sumOf(file.quarters.values());
  return [sums.consumed, sums.injected, sums.inductive, sums.capacitive].map((sum) =>
    Math.round(sum / 1_000),
  );
};
const ALL_OF_A = H.reduce((sum, { a }) => sum + a, 0);

test.each([
  [72, 1, [ALL_OF_A, 0, 0, 0]],
  [72, 19, [0, ALL_OF_A, 0, 0]],
  [38, 1, [ALL_OF_A, 0, 0, 0]],
  [31, 1, [Math.round(ALL_OF_A / 3_600), 0, 0, 0]],
  [63, 1, [0, 0, ALL_OF_A, 0]],
  [73, 1, [0, 0, ALL_OF_A, 0]],
  [73, 3, [0, 0, 0, ALL_OF_A]],
  [42, 1, [0, 0, 0, 0]],
  [128, 1, [0, 0, 0, 0]],
])('reads Green Button unit %i in direction %i as its quantity', async (uom, direction, right) => {
  const previewed = await previewOf(feedOf(uom, direction));
  expect(previewed.questions).toEqual([]);
  expect(totalsOf(previewed)).toEqual(right);
});

test.each([
  [71, 1, 'VAh (código 71)'],
  [169, 1, 'therm (gás) (código 169)'],
  [999, 1, 'unidade desconhecida (código 999)'],
  [73, 17, 'varh na direção 17'],
  [72, 13, 'Wh na direção 13'],
])('refuses Green Button unit %i in direction %i by its name', async (uom, direction, name) => {
  await expect(previewOf(feedOf(uom, direction))).rejects.toThrow(`O arquivo traz ${name}: não contamos`);
});

test('applies a header that changes after thousands of rows from that row on', async () => {
  const at = (minute: number): string => new Date(Date.UTC(2025, 0, 1) + minute * MINUTE).toISOString();
  const rows = (from: number, row: (minute: number) => string): string[] =>
    Array.from({ length: 5_000 }, (_, n) => `${at(from + n)};${row(from + n)}`);
  const previewed = await previewOf(
    [
      'Início;Consumo (Wh);Injeção (Wh)',
      ...rows(0, (minute) => `${minute % 7};1`),
      'Início;Injeção (Wh);Consumo (Wh)',
      ...rows(5_000, (minute) => `1;${minute % 7}`),
    ].join('\n'),
  );
  let sum = 0;
  for (let minute = 0; minute < 10_000; minute++) sum += minute % 7;
  expect(totalsOf(previewed)).toEqual([sum, 10_000, 0, 0]);
  expect(previewed.questions).toEqual([]);
});

test('refuses Green Button readings of other quantities, and imports the rest', async () => {
  const entry = (content: string): string => `<entry><content>${content}</content></entry>`;
  const ofType = (uom: number, direction: number): string =>
    entry(`<ReadingType><flowDirection>${direction}</flowDirection><uom>${uom}</uom></ReadingType>`) +
    entry(
      `<IntervalBlock>${H.map(
        (s) =>
          `<IntervalReading><timePeriod><duration>3600</duration><start>${s.at / 1_000}</start></timePeriod><value>${s.a}</value></IntervalReading>`,
      ).join('')}</IntervalBlock>`,
    );
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${ofType(72, 1)}${ofType(73, 17)}${ofType(71, 1)}</feed>`;
  const previewed = await previewOf(feed);
  expect([previewed.questions, totalsOf(previewed)]).toEqual([[], [ALL_OF_A, 0, 0, 0]]);
  expect(previewed.file.refusals).toMatchObject([{ reason: 'quantity', rows: 96 }]);
});
