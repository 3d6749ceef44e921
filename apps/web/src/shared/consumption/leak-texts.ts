import type { NightFlow } from '@nascente/contract/energy/water';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { moneyText, quantityText } from './amount.ts';

type Leak = NonNullable<NightFlow['leak']>;

export const flowText = (litresPerHour: number): string =>
  `${formatNumber(litresPerHour, litresPerHour < 10 ? 1 : 0)}\u00a0L/h`;

const withCost = (volume: number, cost: number | null): string =>
  cost === null ? quantityText(volume, 'water') : `${quantityText(volume, 'water')} (${moneyText(cost)})`;

/** Water that flows at every hour, which may be intended. */
export const continuousText = ({ since, flow, lost, cost, perDay, costPerDay }: Leak): string =>
  `Desde ${formatWeekdayDay(civilDate(since))} a água não parou em nenhuma hora: ${flowText(flow)} na hora mais calma, ` +
  `${withCost(lost, cost)} até agora, ${withCost(perDay, costPerDay)} por dia. Se ninguém a usa à noite, é um vazamento.`;

/** Start, flow and cost of a leak. */
export const leakText = ({ since, flow, lost, cost, perDay, costPerDay }: Leak): string =>
  `Desde ${formatWeekdayDay(civilDate(since))} a água não para à noite: ${flowText(flow)} além do normal. ` +
  `Perda estimada de ${withCost(lost, cost)} até agora, ${withCost(perDay, costPerDay)} por dia.`;
