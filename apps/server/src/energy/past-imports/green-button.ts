import type { SheetRow } from '@nascente/domain/energy/past-imports/file-reading';
import { InvalidInput, TooLarge } from '../../platform/errors.ts';
import { xmlEvents } from '../../platform/files/xml-events.ts';

/** The first columns of the table made from Green Button data; columns for the value and the unit follow. */
const COLUMNS = ['Medidor', 'Grandeza', 'Início (UTC)', 'Fim (UTC)'];
const valueName = (kinds: ReadonlySet<boolean>): string => {
  if (kinds.size > 1) return 'Valor';
  return kinds.has(true) ? 'Leitura' : 'Valor no intervalo';
};
const MAX_READINGS = 1_100_000;
const TOO_MANY = 'O arquivo tem mais de 1.100.000 leituras: divida-o e envie uma parte de cada vez.';
const ROWS_PER_BATCH = 1_000;
const MAX_CHARS = 64;
/** An entry usually has three or four links. */
const MAX_LINKS = 50;
const MAX_LINK_CHARS = 1_000;
const MAX_SECONDS = 4_102_444_800;

/** NAESB REQ.21 ESPI, UomType: units of energy, mean power and volume. Without a ReadingType the unit is Wh. */
const UNITS: Readonly<Record<string, string>> = {
  31: 'J',
  38: 'W',
  42: 'm3',
  63: 'var',
  72: 'Wh',
  73: 'varh',
  119: 'ft3',
  128: 'US gal',
  130: 'imp gal',
  132: 'BTU',
  134: 'L',
};
/** Units of quantities that cannot be imported. */
const OTHER_UNITS: Readonly<Record<string, string>> = {
  0: 'sem unidade',
  5: 'A',
  29: 'V',
  33: 'Hz',
  61: 'VA',
  65: 'fator de potência',
  71: 'VAh',
  106: 'Ah',
  169: 'therm (gás)',
};
const REACTIVE: readonly string[] = ['63', '73'];
/** FlowDirectionKind: forward, net, reverse and total; for reactive energy also lagging, leading and two quadrants. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  0: 'importada',
  1: 'importada',
  4: 'saldo',
  19: 'injetada',
  20: 'energia total',
};
const REACTIVE_DIRECTIONS: Readonly<Record<string, string>> = {
  0: 'reativa indutiva',
  1: 'reativa indutiva',
  2: 'reativa indutiva',
  3: 'reativa capacitiva',
  15: 'reativa indutiva',
  18: 'reativa capacitiva',
};
const quantityOf = ({ unit, direction }: ReadingType): string | undefined =>
  (REACTIVE.includes(unit) ? REACTIVE_DIRECTIONS : DIRECTIONS)[direction];

/** The name of a quantity that cannot be imported; `null` for one that can. */
const otherOf = (type: ReadingType): string | null => {
  const { unit, direction } = type;
  const name = UNITS[unit] ?? OTHER_UNITS[unit] ?? 'unidade desconhecida';
  if (UNITS[unit] === undefined) return `${name} (código ${unit})`;
  return quantityOf(type) === undefined ? `${name} na direção ${direction}` : null;
};

/** Throws InvalidInput with the quantities of the file if none of them is energy, power or volume. */
function refuseOthers(types: readonly ReadingType[]): void {
  const others = types.flatMap((type) => otherOf(type) ?? []);
  if (types.length === 0 || others.length < types.length) return;
  throw new InvalidInput(
    `O arquivo traz ${[...new Set(others)].join(', ')}: não contamos esse valor. Exporte o consumo em Wh, ou o volume de água.`,
  );
}

const DEFAULT_UNIT = '72';
/**
 * NAESB REQ.21 ESPI, accumulationBehaviour: bulkQuantity, continuousCumulative, cumulative. All other values mean amounts of an
 * interval.
 */
const CUMULATIVE = new Set(['1', '2', '3']);

interface ReadingType {
  unit: string;
  direction: string;
  power: number;
  isRegister: boolean;
}

const newType = (): ReadingType => ({ unit: DEFAULT_UNIT, direction: '1', power: 0, isRegister: false });

interface Entry {
  self: string;
  related: string[];
  kind: string;
  /** The MeterReading of the entry, resolved once because an entry may have a million readings. */
  meterReading: string;
  point: string;
}

const newEntry = (): Entry => ({ self: '', related: [], kind: '', meterReading: '', point: '' });

/** `…/MeterReading/1/IntervalBlock/2` belongs to `…/MeterReading/1`. */
const meterReadingOf = ({ self, related }: Pick<Entry, 'self' | 'related'>): string =>
  related.find((link) => /MeterReading\/[^/]+\/?$/.test(link)) ?? self.replace(/\/IntervalBlock.*$/, '');

const pointOf = ({ self }: Pick<Entry, 'self'>): string => /UsagePoint\/([^/]+)/.exec(self)?.[1] ?? '';

const NUMBERS_OF_BLOCK = 65_536;

/** Appends numbers in typed blocks: a million readings take 150 MB as objects and 24 MB as numbers; a growing array is copied. */
function createNumbers() {
  const blocks: Float64Array[] = [];
  let length = 0;
  return {
    push(value: number): void {
      const place = length++ % NUMBERS_OF_BLOCK;
      if (place === 0) blocks.push(new Float64Array(NUMBERS_OF_BLOCK));
      (blocks.at(-1) as Float64Array)[place] = value;
    },
    at: (index: number): number =>
      blocks[Math.floor(index / NUMBERS_OF_BLOCK)]?.[index % NUMBERS_OF_BLOCK] ?? Number.NaN,
  };
}

interface ReadingBlock {
  readonly entry: Entry;
  /** The ReadingType that precedes the block in the file. */
  readonly type: string;
  count: number;
}

function createFeed() {
  const types = new Map<string, ReadingType>();
  const typeOf = new Map<string, string>();
  const blocks: ReadingBlock[] = [];
  const [starts, seconds, values] = [createNumbers(), createNumbers(), createNumbers()];
  let count = 0;
  let entry = newEntry();
  let type = newType();
  let [text, latest] = ['', ''];
  let fields: Record<string, string> | null = null;

  const closeReading = (): void => {
    const { start, duration, value } = fields ?? {};
    fields = null;
    if (++count > MAX_READINGS) throw new TooLarge(TOO_MANY);
    starts.push(Number(start));
    seconds.push(Number(duration));
    values.push(Number(value));
    const block = blocks.at(-1);
    if (block?.entry === entry && block.type === latest) block.count++;
    else blocks.push({ entry, type: latest, count: 1 });
  };
  const closeEntry = (): void => {
    entry.meterReading = meterReadingOf(entry);
    entry.point = pointOf(entry);
    if (entry.kind === 'ReadingType') {
      latest = entry.self || `type ${types.size}`;
      types.set(latest, type);
    }
    const target = entry.related.find((link) => /ReadingType/.test(link));
    if (/MeterReading\/[^/]+\/?$/.test(entry.self) && target !== undefined) typeOf.set(entry.self, target);
  };
  /** Summaries also contain units, which are ignored. */
  let isInType = false;
  const inType = (set: (value: string) => void) => (): void => {
    if (isInType) set(text.trim());
  };
  const closers: Readonly<Record<string, () => void>> = {
    uom: inType((unit) => {
      type.unit = unit;
    }),
    flowDirection: inType((direction) => {
      type.direction = direction;
    }),
    accumulationBehaviour: inType((behaviour) => {
      type.isRegister = CUMULATIVE.has(behaviour);
    }),
    powerOfTenMultiplier: inType((power) => {
      type.power = Number(power);
    }),
    ReadingType: () => {
      entry.kind = 'ReadingType';
      isInType = false;
    },
    IntervalReading: closeReading,
    entry: closeEntry,
  };
  return {
    blocks,
    readingAt: (index: number) => ({
      start: starts.at(index),
      seconds: seconds.at(index),
      value: values.at(index),
    }),
    typeFor: ({ entry: of, type: before }: ReadingBlock): ReadingType =>
      types.get(typeOf.get(of.meterReading) ?? before) ?? newType(),
    open(name: string, { rel, href = '' }: Readonly<Record<string, string>>) {
      text = '';
      if (name === 'entry') entry = newEntry();
      if (name === 'ReadingType') {
        type = newType();
        isInType = true;
      }
      if (name === 'IntervalReading') fields = {};
      if (name !== 'link') return;
      const link = href.slice(0, MAX_LINK_CHARS);
      if (rel === 'self') entry.self = link;
      else if (entry.related.length < MAX_LINKS) entry.related.push(link);
    },
    text(part: string) {
      text += part.slice(0, MAX_CHARS);
    },
    close(name: string) {
      if (fields !== null && ['duration', 'start', 'value'].includes(name)) fields[name] = text.trim();
      closers[name]?.();
    },
  };
}

/** Reads ESPI (Green Button) as a table with one interval in each row. Throws InvalidInput if no quantity can be imported. */
export async function* greenButtonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly SheetRow[]> {
  const feed = createFeed();
  for await (const _ of xmlEvents(chunks, feed));
  const hasPoints = new Set(feed.blocks.map(({ entry }) => entry.point)).size > 1;
  refuseOthers(feed.blocks.map(feed.typeFor));
  const kinds = new Set(feed.blocks.map((block) => feed.typeFor(block).isRegister));
  let rows: SheetRow[] = [{ line: 1, cells: [...COLUMNS, valueName(kinds), 'Unidade'] }];
  let index = 0;
  for (const block of feed.blocks) {
    const type = feed.typeFor(block);
    const unit = otherOf(type) ?? UNITS[type.unit] ?? '';
    const names = [hasPoints ? block.entry.point : '', quantityOf(type) ?? ''];
    for (const end = index + block.count; index < end; index++) {
      const { start, seconds, value } = feed.readingAt(index);
      const isDated = start > 0 && start < MAX_SECONDS && seconds > 0 && seconds < MAX_SECONDS;
      const instants = isDated
        ? [start, start + seconds].map((at) => new Date(at * 1_000).toISOString())
        : ['', ''];
      const amount = String(Number((value * 10 ** type.power).toPrecision(15)));
      rows.push({ line: index + 2, cells: [...names, ...instants, amount, unit] });
      if (rows.length < ROWS_PER_BATCH) continue;
      yield rows;
      rows = [];
    }
  }
  yield rows;
}
