import { levelText } from '@nascente/domain/alerts/level-text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/** The voltage is outside the limits of PRODIST. */
export const voltage = defineAlertKind({
  kind: 'voltage',
  label: 'Tensão fora do limite',
  icon: 'meter',
  cause: 'supply',
  severity: 'notable',
  // Voltage dips repeat: half an hour within the limits ends the alert, and a dip within two hours continues it.
  incidents: { togetherMs: 15 * MINUTE_MS, returnsMs: 2 * HOUR_MS, calmMs: 30 * MINUTE_MS },
  threshold: { value: 20, unit: 'min', tells: 'above' },
  repeatMs: DAY_MS,
  links: ['moment', 'quality-week'],
  facts: {
    phase: z.enum(['A', 'B', 'C']),
    volts: described('V.', z.number()),
    limit: described('V.', z.number()),
  },
  text: ({ phase, volts, limit }) =>
    `A tensão está em ${levelText(volts, 'V')} na fase ${phase}; o limite é ${levelText(limit, 'V')}. Guarde este registro: ele serve para reclamar à distribuidora.`,
  curve: ({ limit, phase }) => ({ quantity: 'phase-voltage', span: 'quarter', limit, phase }),
});
