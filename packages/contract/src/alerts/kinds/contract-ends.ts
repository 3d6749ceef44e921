import { levelText } from '@nascente/domain/alerts/level-text';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { formatReais, formatShortDay } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredDate } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind, IMMEDIATE } from '../define-alert-kind.ts';

/** The supply contract ends soon. */
export const contractEnds = defineAlertKind({
  kind: 'contract-ends',
  label: 'Contrato perto do fim',
  icon: 'calendar',
  severity: 'notable',
  incidents: IMMEDIATE,
  isOfEstablishment: true,
  threshold: { value: 90, unit: 'days', tells: 'below' },
  dayLabel: 'O contrato termina em',
  repeatMs: 30 * DAY_MS,
  facts: {
    left: described('Days until the end.', z.int()),
    day: described('Last day.', answeredDate),
    cycleCost: described(
      'R$ that a cycle costs by this contract; `null` if unknown.',
      z.nullable(z.number()),
    ),
  },
  text: ({ left, day, cycleCost }) => {
    const cost = cycleCost === null ? '' : `; um ciclo custa ${formatReais(cycleCost)}`;
    return `Faltam ${levelText(left, 'days')} para o contrato terminar (${formatShortDay(day)}${cost}). Renegocie antes disso.`;
  },
});
