import { levelText } from '@nascente/domain/alerts/level-text';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

/** More than usual was consumed while the establishment was closed. */
export const nightUse = defineAlertKind({
  kind: 'night-use',
  label: 'Consumo com o estabelecimento fechado',
  icon: 'moon',
  cause: 'cycle',
  severity: 'serious',
  incidents: BY_DAY,
  threshold: { value: 30, unit: '%', tells: 'above' },
  facts: {
    used: described('kWh in the closed hours of the day.', z.number()),
    usual: described('kWh in as many closed hours of the days before.', z.number()),
  },
  text: ({ used, usual }) =>
    `Com o estabelecimento fechado foram ${levelText(used, 'kWh')}, ${levelText(Math.abs(used - usual), 'kWh')} acima do normal (${levelText(usual, 'kWh')}). Veja o que ficou ligado.`,
  curve: () => ({ quantity: 'utility', span: 'hour', limit: null }),
});
