import { taughtBy } from '@nascente/domain/alerts/thresholds';
import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import {
  formatCubicMetres,
  formatNumber,
  formatReais,
  formatWeekdayDay,
} from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredDate } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/**
 * Default limit in L/h above the usual flow from which on a night counts as a leak (`judgeNights`). Users' opinions change it.
 */
const MIN_FLOW = 10;

const withCost = (volume: number, cost: number | null): string =>
  cost === null ? formatCubicMetres(volume) : `${formatCubicMetres(volume)} (${formatReais(cost)})`;

/** More water flows at night than usual, or water flows without a pause. */
export const leak = defineAlertKind({
  kind: 'leak',
  label: 'Possível vazamento',
  icon: 'drop',
  severity: 'serious',
  incidents: { togetherMs: 0, returnsMs: 48 * HOUR_MS, calmMs: 0 },
  repeatMs: DAY_MS,
  facts: {
    since: described('First day.', answeredDate),
    flow: described('L/h beyond the usual.', z.number()),
    perDay: described('m³ a day.', z.number()),
    lost: described('m³ since the first day.', z.number()),
    costPerDay: z.nullable(z.number()),
    cost: described('R$ since the first day; `null` without a tariff.', z.nullable(z.number())),
  },
  text: ({ since, flow, lost, cost, perDay, costPerDay }, { endedAt }) => {
    const beyond = `${formatNumber(flow, flow < 10 ? 1 : 0)}\u00a0L/h além do normal`;
    if (endedAt !== null) return `A água corria ${beyond}. Perda estimada de ${withCost(lost, cost)}.`;
    return `Desde ${formatWeekdayDay(since)} a água não para: ${beyond}. Perda estimada de ${withCost(lost, cost)} até agora, ${withCost(perDay, costPerDay)} por dia.`;
  },
  curve: () => ({ quantity: 'utility', span: 'hour', limit: null }),
  isWanted: ({ flow }, { opinions }) => flow >= MIN_FLOW * taughtBy(opinions),
});
