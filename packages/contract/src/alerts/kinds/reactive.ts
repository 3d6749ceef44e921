import { levelText } from '@nascente/domain/alerts/level-text';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

/** The running bill charges reactive excess. */
export const reactive = defineAlertKind({
  kind: 'reactive',
  label: 'Excedente reativo',
  icon: 'bolt',
  cause: 'reactive',
  severity: 'serious',
  incidents: BY_DAY,
  isOfEstablishment: true,
  threshold: { value: 10, unit: 'R$', tells: 'above' },
  links: ['bill'],
  facts: { charged: described('R$ of the running cycle.', z.number()) },
  text: ({ charged }) =>
    `A fatura deste ciclo já cobra ${levelText(charged, 'R$')} por energia reativa em excesso. Confira o banco de capacitores.`,
});
