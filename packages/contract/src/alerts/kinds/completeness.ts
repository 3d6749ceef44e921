import { levelText } from '@nascente/domain/alerts/level-text';
import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { formatShortDay } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredDate } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

/** Many measurements of yesterday are missing. */
export const completeness = defineAlertKind({
  kind: 'completeness',
  label: 'Medições incompletas',
  icon: 'cloud-off',
  cause: 'data',
  severity: 'notable',
  incidents: { ...BY_DAY, togetherMs: HOUR_MS },
  threshold: { value: 90, unit: '%', tells: 'below' },
  facts: {
    share: described('Share of the expected quarter-hours with data, 0 to 1.', z.number()),
    day: answeredDate,
  },
  text: ({ share, day }) =>
    `Chegaram ${levelText(share, 'share')} das medições de ${formatShortDay(day)}. Os totais desse dia estão incompletos.`,
  curve: () => ({ quantity: 'utility', span: 'quarter', limit: null }),
});
