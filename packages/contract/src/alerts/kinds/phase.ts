import { levelText } from '@nascente/domain/alerts/level-text';
import { HOUR_MS, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { formatPercent } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/** A phase is missing, or the phases differ. */
export const phase = defineAlertKind({
  kind: 'phase',
  label: 'Falta ou desequilíbrio de fase',
  icon: 'meter',
  cause: 'supply',
  severity: 'serious',
  incidents: { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 30 * MINUTE_MS },
  threshold: { value: 3, unit: '%', tells: 'above' },
  repeatMs: 4 * HOUR_MS,
  links: ['moment', 'quality-week'],
  facts: {
    phases: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('lost'),
        phase: z.enum(['A', 'B', 'C']),
        volts: described('V.', z.number()),
      }),
      z.object({
        state: z.literal('unbalanced'),
        share: described('Largest difference from the mean, 0 to 1.', z.number()),
        limit: described('0 to 1.', z.number()),
      }),
    ]),
  },
  text: ({ phases }) =>
    phases.state === 'lost'
      ? `A fase ${phases.phase} está com ${levelText(phases.volts, 'V')}. Desligue motores trifásicos e confira disjuntor e entrada.`
      : `A diferença entre as fases é de ${formatPercent(phases.share, 1)}, e o normal é até ${formatPercent(phases.limit, 1)}. Redistribua as cargas entre as fases.`,
  curve: () => ({ quantity: 'phase-voltage', span: 'quarter', limit: null }),
});
