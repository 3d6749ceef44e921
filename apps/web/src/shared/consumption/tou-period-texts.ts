import type { TouRule } from '@nascente/contract/energy/tou-periods';
import { type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay } from '@nascente/domain/base/units/format';
import { touPeriodsOfSpans } from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import type { TimeWindow } from '@nascente/domain/sites/tariffs/tariff-rules';
import { TOU_PERIODS, type TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { tariffName } from '../tariffs/tariff-texts.ts';

export const TOU_PERIOD_NAMES: Readonly<Record<TouPeriod, string>> = {
  outPoint: 'Fora ponta',
  interPoint: 'Intermediário',
  inPoint: 'Ponta',
};

const QUARTERS_AN_HOUR = 4;
const MINUTES_A_QUARTER = 15;

/** Time-of-use periods of any day, by the answer's rules. */
export const touPeriodsOfRules = (rules: readonly TouRule[]): TouPeriodsOn =>
  touPeriodsOfSpans(rules.map(({ end, windows }) => ({ last: civilDate(end), windows })));

const two = (number: number): string => String(number).padStart(2, '0');

/** '17:30' */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const windowText = ({ start, end }: TimeWindow): string => `das ${clockText(start)} às ${clockText(end)}`;

const hoursText = ({ peak, intermediate }: TouRule['windows']): string =>
  [
    `ponta ${windowText(peak)}`,
    ...(intermediate.length === 0
      ? []
      : [`intermediário ${intermediate.map((one) => windowText(one)).join(' e ')}`]),
  ].join(', ');

const ruleText = ({ tariff, windows }: TouRule): string =>
  tariff === null
    ? `postos pela regra geral: ${hoursText(windows)} de segunda a sexta${windows.hasPeakOnHolidays ? ', feriados incluídos' : ''}`
    : `postos da tarifa ${tariffName(tariff)} (${hoursText(windows)})`;

const whenText = ({ start, end }: TouRule, index: number, count: number): string => {
  const [first, last] = [formatShortDay(civilDate(start)), formatShortDay(civilDate(end))];
  if (index === 0) return `até ${last}`;
  return index === count - 1 ? `a partir de ${first}` : `de ${first} a ${last}`;
};

/** The hours of the time-of-use periods in one sentence, for each interval of days with equal hours. */
export const touRulesText = (rules: readonly TouRule[]): string => {
  const texts = rules.map((rule, index) => {
    const text = ruleText(rule);
    return rules.length === 1 ? text : `${whenText(rule, index, rules.length)}, ${text}`;
  });
  const sentence = texts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
};

/** Time-of-use periods of an hour: 'Ponta', or 'Fora ponta até 17:30, depois ponta' if a window begins within the hour. */
export const hourPeriodText = (touPeriodsOn: TouPeriodsOn, date: CivilDate, hour: number): string => {
  const first = hour * QUARTERS_AN_HOUR;
  const touPeriods = touPeriodsOn(date);
  const nameOf = (quarter: number): string =>
    TOU_PERIOD_NAMES[TOU_PERIODS[touPeriods[quarter] as number] as TouPeriod];
  const parts = [nameOf(first)];
  for (let quarter = first + 1; quarter < first + QUARTERS_AN_HOUR; quarter++) {
    if (touPeriods[quarter] === touPeriods[quarter - 1]) continue;
    parts.push(`até ${clockText(quarter * MINUTES_A_QUARTER)}, depois ${nameOf(quarter).toLowerCase()}`);
  }
  return parts.join(' ');
};
