import { formatNumber, formatReais } from '@nascente/domain/base/units/format';
import type { FactRow, ReportFacts } from './report-content.ts';

const MAX_NAMED = 3;
/** A twentieth of a watt-hour (or of a litre); a smaller difference is due to rounding. */
const MIN_QUANTITY = 0.000_05;
const MIN_REAIS = 0.005;
const PRICE_DECIMALS = 5;
const MIN_PRICE = 0.000_005;
const DAY_AND_MONTH = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const differs = (one: number | null, other: number | null, min: number): boolean =>
  one === null || other === null ? one !== other : Math.abs(one - other) >= min;

/** 'a, b e c', or 'a, b, c e mais 4'. */
const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMED);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `mais ${more}`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`;
};

const dayText = (date: string): string => DAY_AND_MONTH.format(Date.parse(date));

const changedDays = (before: ReportFacts, now: ReportFacts): readonly string[] => {
  const totalsBefore = new Map(before.days.map(({ date, total }) => [date, total]));
  return now.days
    .filter(
      ({ date, total }) =>
        totalsBefore.has(date) && differs(totalsBefore.get(date) ?? null, total, MIN_QUANTITY),
    )
    .map(({ date }) => dayText(date));
};

interface ChangedRow {
  readonly before: FactRow;
  readonly now: FactRow;
}

/** Rows with the same name are distinguished by their order. */
const rowsByName = (rows: readonly FactRow[]): ReadonlyMap<string, FactRow> => {
  const seen = new Map<string, number>();
  return new Map(
    rows
      .toSorted((one, other) => one.name.localeCompare(other.name) || one.consumed - other.consumed)
      .map((row) => {
        const times = (seen.get(row.name) ?? 0) + 1;
        seen.set(row.name, times);
        return [`${row.name} ${times}`, row];
      }),
  );
};

const comparedRows = (before: ReportFacts, now: ReportFacts) => {
  const [old, current] = [rowsByName(before.rows), rowsByName(now.rows)];
  const both = [...current].flatMap(([key, row]): ChangedRow[] => {
    const was = old.get(key);
    return was === undefined ? [] : [{ before: was, now: row }];
  });
  return {
    both,
    measured: both.filter((row) => differs(row.before.consumed, row.now.consumed, MIN_QUANTITY)),
    repriced: both.filter((row) => differs(row.before.amount, row.now.amount, MIN_REAIS)),
    added: [...current].filter(([key]) => !old.has(key)).map(([, { name }]) => name),
    removed: [...old].filter(([key]) => !current.has(key)).map(([, { name }]) => name),
  };
};

/** Late or corrected readings, by days if the report has days, else by names. */
const readingsText = (
  before: ReportFacts,
  now: ReportFacts,
  measured: readonly ChangedRow[],
): readonly string[] => {
  const days = changedDays(before, now);
  const grown = measured.filter((row) => row.now.completeness > row.before.completeness);
  const isLate = now.completeness > before.completeness || (days.length === 0 && grown.length > 0);
  const kind = isLate ? 'leituras atrasadas' : 'leituras corrigidas';
  if (days.length > 0) return [`${kind} de ${listed(days)}`];
  if (measured.length > 0) return [`${kind} de ${listed(measured.map((row) => row.now.name))}`];
  return before.consumed !== null &&
    now.consumed !== null &&
    differs(before.consumed.total, now.consumed.total, MIN_QUANTITY)
    ? [kind]
    : [];
};

const pricesText = (before: ReportFacts, now: ReportFacts): readonly string[] => {
  const old = new Map(before.prices.map(({ label, price }) => [label, price]));
  const changed = now.prices.flatMap(({ label, price }) => {
    const was = old.get(label);
    return was === undefined || !differs(was, price, MIN_PRICE)
      ? []
      : [
          `${label} de R$ ${formatNumber(was, PRICE_DECIMALS)} para R$ ${formatNumber(price, PRICE_DECIMALS)}`,
        ];
  });
  const labels = new Set(now.prices.map(({ label }) => label));
  const isOther =
    before.prices.some(({ label }) => !labels.has(label)) || now.prices.some(({ label }) => !old.has(label));
  if (changed.length > 0) return [`preços: ${listed([...new Set(changed)])}`];
  return isOther && before.prices.length > 0 ? ['outras linhas na fatura'] : [];
};

const inReais = (amount: number | null): string => (amount === null ? 'sem valor' : formatReais(amount));

/** Differences from the version before, in sentences; empty if the figures are the same. */
export const changesBetween = (before: ReportFacts, now: ReportFacts): readonly string[] => {
  const rows = comparedRows(before, now);
  const causes = [
    ...readingsText(before, now, rows.measured),
    ...pricesText(before, now),
    ...(rows.added.length > 0 ? [`agora com ${listed(rows.added)}`] : []),
    ...(rows.removed.length > 0 ? [`sem ${listed(rows.removed)}`] : []),
  ];
  const why = causes.length === 0 ? '' : `: ${causes.join('; ')}`;
  if (differs(before.total, now.total, MIN_REAIS))
    return [`O total passou de ${inReais(before.total)} para ${inReais(now.total)}${why}.`];
  const { consumed } = now;
  if (
    before.consumed !== null &&
    consumed !== null &&
    differs(before.consumed.total, consumed.total, MIN_QUANTITY)
  ) {
    const text = (quantity: number) => `${formatNumber(quantity, 1)} ${consumed.unit}`;
    return [`O consumo passou de ${text(before.consumed.total)} para ${text(consumed.total)}${why}.`];
  }
  if (causes.length > 0) return [`O total não mudou, mas as partes dele mudaram${why}.`];
  return rows.repriced.length === 0
    ? []
    : [`O total não mudou, mas o valor de ${listed(rows.repriced.map((row) => row.now.name))} sim.`];
};
