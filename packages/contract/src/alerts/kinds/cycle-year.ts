import { levelText } from '@nascente/domain/alerts/level-text';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

/** The cycle has consumed more than the same days of the year before. */
export const cycleYear = defineAlertKind({
  kind: 'cycle-year',
  label: 'Ciclo acima do ano passado',
  icon: 'chart',
  cause: 'cycle',
  severity: 'notable',
  incidents: BY_DAY,
  isOfEstablishment: true,
  threshold: { value: 20, unit: '%', tells: 'above' },
  facts: {
    used: described('kWh of the cycle so far.', z.number()),
    yearBefore: described('kWh on the same days of the year before.', z.number()),
  },
  text: ({ used, yearBefore }) =>
    `Neste ciclo já foram ${levelText(used, 'kWh')}, contra ${levelText(yearBefore, 'kWh')} nos mesmos dias do ano passado.`,
});
