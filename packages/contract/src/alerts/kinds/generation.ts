import { levelText } from '@nascente/domain/alerts/level-text';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

/** Solar panels generated less than on similar days. */
export const generation = defineAlertKind({
  kind: 'generation',
  label: 'Geração abaixo do esperado',
  icon: 'sun',
  severity: 'serious',
  incidents: BY_DAY,
  threshold: { value: 60, unit: '%', tells: 'below' },
  facts: {
    generated: described('kWh of yesterday.', z.number()),
    usual: described('kWh that similar days generate at least.', z.number()),
  },
  text: ({ generated, usual }) =>
    `Foram gerados ${levelText(generated, 'kWh')}; um dia assim costuma dar pelo menos ${levelText(usual, 'kWh')}. Confira o inversor, a sujeira e a sombra.`,
  curve: () => ({ quantity: 'utility', span: 'hour', limit: null }),
});
