import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import { addDays, type CivilDate, daysBetween, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatDayRange } from '@nascente/domain/base/units/format';

/** Civil days of the meter, both included: from 00:00:00 to 23:59:59. */
export interface HistoryRange {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

/** Specification, section 5. */
const MAX_DAYS = 31;

export const faultsOf = (start: string, end: string, today: CivilDate) => {
  const isDate = { start: isCivilDate(start), end: isCivilDate(end) };
  const faultOfEnd = (): string | null => {
    if (!isCivilDate(end)) return 'Escolha a data final.';
    if (end > today) return 'A data final vai até hoje.';
    if (!isCivilDate(start)) return null;
    if (end < start) return 'A data final deve ser posterior à inicial.';
    return daysBetween(start, end) + 1 > MAX_DAYS ? MAXIMUM_RANGE_MESSAGE : null;
  };
  return { start: isDate.start ? null : 'Escolha a data inicial.', end: faultOfEnd() };
};

const longRange = (start: CivilDate, end: CivilDate): string =>
  `O endereço pede ${daysBetween(start, end) + 1} dias (${formatDayRange(start, end)}) e a pesquisa mostra no máximo ${MAX_DAYS}: estes são os primeiros.`;

/** The days in the address; the first ones where they are too many, today where none are valid. */
export const rangeFrom = (start: string | null, end: string | null, today: CivilDate) => {
  const onlyToday = { start: today, end: today };
  if (start === null && end === null) return { range: onlyToday, notice: null };
  const [first, last] = [start ?? '', end ?? ''];
  if (!isCivilDate(first) || !isCivilDate(last) || last < first || first > today) {
    return {
      range: onlyToday,
      notice: 'O período do endereço não pode ser pesquisado: este é o dia de hoje.',
    };
  }
  const measured = last > today ? today : last;
  const max = addDays(first, MAX_DAYS - 1);
  if (measured > max) return { range: { start: first, end: max }, notice: longRange(first, last) };
  const notice = last > today ? 'O endereço pede dias que ainda não vieram: as leituras vão até hoje.' : null;
  return { range: { start: first, end: measured }, notice };
};

const monthBefore = (today: CivilDate): HistoryRange => {
  const month = addMonths(monthOf(today), -1);
  return { start: firstDayOf(month), end: lastDayOf(month) };
};

/** Usual ranges. */
export const presetsOf = (
  today: CivilDate,
): readonly { readonly name: string; readonly range: HistoryRange }[] => [
  { name: 'Hoje', range: { start: today, end: today } },
  { name: 'Ontem', range: { start: addDays(today, -1), end: addDays(today, -1) } },
  { name: '7 dias', range: { start: addDays(today, -6), end: today } },
  { name: '30 dias', range: { start: addDays(today, -29), end: today } },
  { name: 'Mês passado', range: monthBefore(today) },
];
