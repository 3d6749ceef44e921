import { levelText } from '@nascente/domain/alerts/level-text';
import { DAY_MS, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/** The clock of a board is wrong. */
export const clock = defineAlertKind({
  kind: 'clock',
  label: 'Relógio da placa errado',
  icon: 'clock',
  cause: 'data',
  severity: 'notable',
  incidents: { togetherMs: 15 * MINUTE_MS, returnsMs: DAY_MS, calmMs: 15 * MINUTE_MS },
  threshold: { value: 5, unit: 'min', tells: 'above' },
  facts: { ahead: described('Minutes; negative if the clock is behind.', z.number()) },
  text: ({ ahead }) =>
    `O relógio da placa está ${levelText(Math.abs(ahead), 'min')} ${ahead > 0 ? 'adiantado' : 'atrasado'}: o que ela mede cai na hora errada. Confira a rede e o servidor de hora da placa.`,
});
