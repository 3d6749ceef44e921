import type { BillAnswer } from '@nascente/contract/bills';
import { FLAGS } from '@nascente/domain/tariff/terms/billing-contract';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { formatDayRange, formatNumber, formatPercent } from '@nascente/domain/units/format';

type Bill = Pick<BillAnswer, 'type' | 'start' | 'end'>;

export const titleOf = ({ type }: Bill): string =>
  type === 'water' ? 'Relatório de água' : 'Relatório de energia';

/** '5 nov – 4 dez 2026' */
export const daysText = ({ start, end }: Pick<Bill, 'start' | 'end'>): string => {
  const range = formatDayRange(start as CivilDate, end as CivilDate);
  const year = end.slice(0, 4);
  return range.endsWith(year) ? range : `${range} ${year}`;
};

export const unitOf = ({ type }: Pick<Bill, 'type'>): string => (type === 'water' ? 'm³' : 'kWh');

/** Water by decilitres, energy by tenths. */
export const quantityText = ({ type }: Pick<Bill, 'type'>, quantity: number): string =>
  formatNumber(quantity, type === 'water' ? 2 : 1);

/** '12% a mais que no ciclo anterior'; empty without anything to compare with. */
export const comparedText = (current: number, before: number | null): string => {
  if (before === null || before <= 0) return '';
  const change = current / before - 1;
  if (Math.abs(change) < 0.005) return 'como no ciclo anterior';
  return `${formatPercent(Math.abs(change))} a ${change > 0 ? 'mais' : 'menos'} que no ciclo anterior`;
};

const completenessText = ({ completeness }: BillAnswer): string =>
  completeness >= 1
    ? 'Todos os quartos de hora destes dias foram medidos.'
    : `Foram medidos ${formatPercent(completeness, 1)} dos quartos de hora destes dias.`;

/** What the figures of a report rest on, a sentence each. */
export const assumptionsOf = (bill: BillAnswer): readonly string[] => {
  const { tariff, contract, flags, isOpen, missing } = bill;
  const priced =
    tariff === null
      ? 'Sem tarifa: os valores em R$ não puderam ser calculados.'
      : `Calculado pela tarifa ${tariff.distributor} ${tariff.group}${contract.validFrom === null ? '' : ' e pelo contrato guardado'}.`;
  const flagMonths = flags.filter(({ flag }) => flag !== null);
  const flagged = flagMonths.map(
    ({ month, flag }) => `${month}: ${flag === null ? '' : FLAGS[flag].toLowerCase()}`,
  );
  return [
    ...(isOpen
      ? ['O ciclo ainda não terminou: os valores vão até o momento em que este relatório foi feito.']
      : []),
    completenessText(bill),
    priced,
    ...(flagged.length === 0 ? [] : [`Bandeiras tarifárias: ${flagged.join('; ')}.`]),
    ...missing,
    'É uma estimativa por medição própria: a fatura da concessionária é a que vale.',
  ];
};
