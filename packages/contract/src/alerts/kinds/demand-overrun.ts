import { kilowattText, momentText } from '@nascente/domain/alerts/level-text';
import { HOUR_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatPercent } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredInstant } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/** The demand of a past quarter-hour exceeded the contract by more than the tolerance, so the bill charges the excess. */
export const demandOverrun = defineAlertKind({
  kind: 'demand-overrun',
  label: 'Ultrapassagem de demanda',
  icon: 'bolt',
  cause: 'demand',
  severity: 'serious',
  incidents: { togetherMs: 0, returnsMs: 2 * HOUR_MS, calmMs: 0 },
  isOfEstablishment: true,
  facts: {
    contracted: described('kW.', z.number()),
    highest: described('kW of the highest quarter-hour.', z.number()),
    at: described('Start of the highest quarter-hour.', answeredInstant),
  },
  text: ({ contracted, highest, at }, { establishment }, now) => {
    const when = momentText(instant(Date.parse(at)), now, establishment.zone as Zone);
    return (
      `${kilowattText(highest)} no quarto de hora de ${when}: ${formatPercent(highest / contracted - 1)} acima dos ` +
      `${kilowattText(contracted)} contratados. Acima de 5%, a fatura cobra todo o excedente.`
    );
  },
  curve: ({ contracted }) => ({ quantity: 'energy', span: 'quarter', limit: contracted }),
});
