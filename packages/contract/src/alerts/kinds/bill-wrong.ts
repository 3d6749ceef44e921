import { levelText } from '@nascente/domain/alerts/level-text';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredDate } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind, IMMEDIATE } from '../define-alert-kind.ts';

/** An entered bill does not agree with the measurements. */
export const billWrong = defineAlertKind({
  kind: 'bill-wrong',
  label: 'Fatura que não confere',
  icon: 'coin',
  severity: 'serious',
  incidents: IMMEDIATE,
  isOfEstablishment: true,
  threshold: { value: 10, unit: 'R$', tells: 'above' },
  links: ['utility-bill'],
  facts: {
    difference: described('R$ between the bill and the measurements.', z.number()),
    start: described('First day of the bill.', answeredDate),
    end: described('Last day of the bill.', answeredDate),
  },
  text: ({ difference, start, end }) =>
    `A fatura de ${formatDayRange(start, end)} difere em ${levelText(difference, 'R$')} do que foi medido. Confira antes de pagar.`,
});
