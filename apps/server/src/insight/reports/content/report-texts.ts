import type { BillAnswer } from '@nascente/contract/money/bills';
import { withoutMarks } from '@nascente/domain/base/text/without-marks';
import { civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import {
  formatDayRange,
  formatNumber,
  formatPercent,
  NOTICEABLE_CHANGE,
} from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';
import { moreDaysText } from '@nascente/domain/money/bill/bill-change-texts';
import { FLAGS } from '@nascente/domain/sites/tariffs/billing-contract';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { Cell, FactRow } from './report-content.ts';

type Bill = Pick<BillAnswer, 'type' | 'start' | 'end'>;
type Measured = Pick<BillAnswer, 'completeness'>;

/** '5 nov – 4 dez 2026' */
export const daysText = ({ start, end }: Pick<Bill, 'start' | 'end'>): string => {
  const range = formatDayRange(civilDate(start), civilDate(end));
  const year = end.slice(0, 4);
  return range.endsWith(year) ? range : `${range} ${year}`;
};

/** The days within a sentence: '5 nov a 4 dez 2026' */
export const fromToText = (days: Pick<Bill, 'start' | 'end'>): string => daysText(days).replace(' – ', ' a ');

export const unitOf = ({ type }: Pick<Bill, 'type'>): 'kWh' | 'm³' => (type === 'water' ? 'm³' : 'kWh');

const decimalsOf = ({ type }: Pick<Bill, 'type'>): number => (type === 'water' ? 2 : 1);

export const quantityText = (bill: Pick<Bill, 'type'>, quantity: number): string =>
  `${formatNumber(quantity, decimalsOf(bill))} ${unitOf(bill)}`;

export const quantityCell = (bill: Pick<Bill, 'type'>, quantity: number): Cell => ({
  quantity,
  decimals: decimalsOf(bill),
  unit: unitOf(bill),
});

type Days = Pick<Bill, 'start' | 'end'>;

/** The number of days by which the earlier period is longer. */
export const moreDaysBefore = (period: Days, before: Days | null): number => {
  const lengthOf = ({ start, end }: Days): number => daysBetween(civilDate(start), civilDate(end));
  return before === null ? 0 : lengthOf(before) - lengthOf(period);
};

/** '12% a mais que no ciclo anterior, que teve um dia a mais'; empty without anything to compare with. */
export const comparedText = (
  current: number,
  before: number | null,
  than: string,
  moreDays: number,
): string => {
  if (before === null || before <= 0) return '';
  const change = current / before - 1;
  const basis = moreDays === 0 ? than : `${than}, que teve ${moreDaysText(moreDays)}`;
  if (Math.abs(change) < NOTICEABLE_CHANGE) return `como ${basis}`;
  return `${formatPercent(Math.abs(change))} a ${change > 0 ? 'mais' : 'menos'} que ${basis}`;
};

const COMPARED_FROM = 0.9;

/** Whether both periods are complete enough to compare. */
export const isSameText = (one: Measured, other: Measured): boolean =>
  Math.min(one.completeness, other.completeness) >= COMPARED_FROM;

export const hasData = ({
  completeness,
  estimated,
}: Pick<BillAnswer, 'completeness' | 'estimated'>): boolean => completeness > 0 || estimated !== undefined;

export const completenessText = (completeness: number, estimated?: number): string => {
  if (completeness >= 1) return 'Todos os quartos de hora destes dias foram medidos.';
  const share = estimatedText(estimated);
  const rest = share === null ? '' : ` Os totais incluem ${share}, importado de linhas de mais de uma hora.`;
  return `Foram medidos ${formatPercent(completeness, 1)} dos quartos de hora destes dias.${rest}`;
};

/** The note of a table row; null: none. */
export const rowNote = (text: string | null, estimated: number | undefined): string | null => {
  const parts = [text, estimatedText(estimated)].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
};

export const STILL_OPEN =
  'O período ainda não terminou: os valores vão até o momento em que este relatório foi feito.';
export const ONLY_AN_ESTIMATE = 'É uma estimativa pela sua medição: a fatura da concessionária é a que vale.';

export const pricingOf = ({ tariff, contract, flags, missing }: BillAnswer): readonly string[] => {
  const priced =
    tariff === null
      ? 'Sem tarifa: os valores em R$ não puderam ser calculados.'
      : `Calculado pela tarifa ${tariff.distributor} ${tariff.group}${contract.validFrom === null ? '' : ' e pelo contrato guardado'}.`;
  const flagsByMonth = flags.flatMap(({ month, flag }) =>
    flag === null ? [] : [`${month}: ${FLAGS[flag].toLowerCase()}`],
  );
  return [
    priced,
    ...(flagsByMonth.length === 0 ? [] : [`Bandeiras tarifárias: ${flagsByMonth.join('; ')}.`]),
    ...missing,
  ];
};

/** A bill as a row of facts. */
export const factRow = (name: string, bill: BillAnswer): FactRow => ({
  name,
  consumed: bill.consumed.total,
  amount: bill.tariff === null ? null : bill.total,
  ...repeatShares(bill),
});

const MAX_SLUG = 40;

/** A name as a part of a file's name: 'padaria-central'. */
export const slugOf = (name: string): string =>
  withoutMarks(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '');
