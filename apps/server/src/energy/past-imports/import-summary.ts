import type { PastImportSummary } from '@nascente/contract/energy/past-imports';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { PAST_QUANTITIES, type PastQuantity } from '@nascente/domain/energy/past-imports/file-reading';
import {
  ofQuantity,
  type PastSums,
  type RowRefusal,
  sumOf,
} from '@nascente/domain/energy/past-imports/row-amounts';
import type { ReadUpload } from './read-upload.ts';

/** Number of thousandths of a Wh, varh or litre in a kWh, kvarh or m³. */
export const PER_UNIT = 1_000_000;
const QUARTERS_AN_HOUR = 4;
const MAX_NAMED_INTERVALS = 50;
const MAX_DAYS = 800;

const TEXTS: Readonly<Record<RowRefusal, string>> = {
  cells: 'Faltam colunas na linha.',
  time: 'Data ou hora ilegível.',
  date: 'A linha tem a hora, mas não a data.',
  empty: 'Sem valor.',
  number: 'Valor ilegível.',
  quantity: 'A linha é de outra grandeza.',
  pulse: 'Falta dizer quanto vale um pulso.',
  long: 'A linha abrange mais de uma hora. Em "2. Colunas" você pode distribuir essas linhas por igual: elas contam só nos totais.',
  negative: 'Valor negativo.',
  implausible: 'O valor é maior do que o medidor pode medir nesse tempo.',
  repeated: 'Outra linha tem o mesmo instante.',
  future: 'O instante está nas últimas seis horas ou no futuro.',
};

/** Lines and rows that contain no interval of this meter. */
const ignoredIn = ({ headLines, otherLines, otherRows }: ReadUpload): PastImportSummary['ignored'] =>
  (
    [
      ['head', 'Antes da tabela, com os nomes das colunas.', headLines],
      ['other', 'Sem intervalo: datas, títulos ou registros de outro tipo.', otherLines],
      ['meter', 'De outros medidores.', otherRows],
    ] as const
  )
    .filter(([, , rows]) => rows > 0)
    .map(([reason, msg, rows]) => ({ reason, msg, rows }));

type Totals = Record<PastQuantity, number>;

/** Converts totals to kWh, kvarh and m³. */
export const inUnits = (sums: Totals): Totals =>
  Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, sums[quantity] / PER_UNIT])) as Totals;

const iso = (at: number): string => new Date(at).toISOString();

/** Joins consecutive quarter-hours into intervals. */
export const intervalsOf = (starts: Iterable<number>): { start: number; end: number }[] => {
  const found: { start: number; end: number }[] = [];
  for (const start of starts) {
    const last = found.at(-1);
    if (last?.end === start) last.end = start + QUARTER_MS;
    else found.push({ start, end: start + QUARTER_MS });
  }
  return found;
};

const namedIntervals = (timeIntervals: readonly { start: number; end: number }[]) =>
  timeIntervals.slice(0, MAX_NAMED_INTERVALS).map(({ start, end }) => ({ start: iso(start), end: iso(end) }));

const quartersOf = ({ start, end }: { start: number; end: number }): number => (end - start) / QUARTER_MS;

/** The consumption of a quarter-hour in mWh, or its volume in ml. */
const mainOf = (sums: PastSums): number => ofQuantity(sums, 'consumed') + sums.volume;

const highestOf = ({ quarters, estimated }: ReadUpload): PastImportSummary['highest'] => {
  const measured = [...quarters].filter(([start]) => !estimated.has(start));
  const highest = measured.reduce<readonly [number, PastSums] | null>(
    (max, each) => (max === null || mainOf(each[1]) > mainOf(max[1]) ? each : max),
    null,
  );
  if (highest === null) return null;
  const [start, sums] = highest;
  const perHour = sums.volume > 0 ? 1 : QUARTERS_AN_HOUR;
  return { start: iso(start), demand: (mainOf(sums) * perHour) / PER_UNIT };
};

const daysOf = (quarters: ReadonlyMap<number, PastSums>, zone: Zone): PastImportSummary['days'] => {
  const days = new Map<string, number>();
  for (const [start, sums] of quarters) {
    const date = civilDateAt(instant(start), zone);
    days.set(date, (days.get(date) ?? 0) + mainOf(sums));
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_DAYS)
    .map(([date, total]) => ({ date, total: total / PER_UNIT }));
};

/** @param stored - starts of the quarter-hours that are stored already @param zone - zone of the meter, by which days are cut */
export const summaryOf = (
  read: ReadUpload,
  { stored, intervalMinutes, zone }: { stored: ReadonlySet<number>; intervalMinutes: number; zone: Zone },
): PastImportSummary => {
  const added = [...read.quarters].filter(([start]) => !stored.has(start));
  const starts = [...read.quarters.keys()].sort((a, b) => a - b);
  const storedStarts = starts.filter((start) => stored.has(start));
  const present = intervalsOf(starts);
  const gaps = present
    .slice(1)
    .map(({ start }, index) => ({ start: present[index]?.end ?? start, end: start }));
  return {
    rows: read.rows,
    takenRows: read.taken,
    ignored: ignoredIn(read),
    refusals: read.refusals.map((each) => ({ ...each, lines: [...each.lines], msg: TEXTS[each.reason] })),
    verdicts: [...read.verdicts],
    start: read.first === null ? null : iso(read.first),
    end: read.last === null ? null : iso(read.last),
    intervalMinutes,
    highest: highestOf(read),
    days: daysOf(read.quarters, zone),
    gaps: { quarters: gaps.reduce((sum, gap) => sum + quartersOf(gap), 0), intervals: namedIntervals(gaps) },
    total: inUnits(sumOf(read.quarters.values())),
    added: inUnits(sumOf(added.map(([, sums]) => sums))),
    quarters: read.quarters.size,
    addedQuarters: added.length,
    estimatedQuarters: added.filter(([start]) => read.estimated.has(start)).length,
    duplicates: { quarters: storedStarts.length, intervals: namedIntervals(intervalsOf(storedStarts)) },
  };
};
