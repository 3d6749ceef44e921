import { levelText } from '@nascente/domain/alerts/level-text';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { formatMonthLong } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredMonth } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind, IMMEDIATE } from '../define-alert-kind.ts';

/** Credits of generation expire soon. */
export const creditsExpire = defineAlertKind({
  kind: 'credits-expire',
  label: 'Créditos perto de vencer',
  icon: 'calendar',
  severity: 'serious',
  incidents: IMMEDIATE,
  isOfEstablishment: true,
  threshold: { value: 90, unit: 'days', tells: 'below' },
  repeatMs: 30 * DAY_MS,
  facts: {
    energy: described('kWh.', z.number()),
    month: described('Month of the first loss, YYYY-MM.', answeredMonth),
  },
  text: ({ energy, month }) =>
    `${levelText(energy, 'kWh')} de créditos de geração vencem até ${formatMonthLong(month)}. Use-os em outra unidade da mesma titularidade.`,
});
