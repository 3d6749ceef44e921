import { kilowattText } from '@nascente/domain/alerts/level-text';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredInstant } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind, type WordedAlert } from '../define-alert-kind.ts';

const PERCENT = 100;

const endOf = ({ at }: { readonly at: string }): Instant => instant(Date.parse(at) + QUARTER_MS);

/** Whether a lower load from now on can still keep the current quarter-hour within the contracted demand. */
const canBeAverted = (
  facts: { readonly at: string; readonly reduceBy: number; readonly expected: number },
  { endedAt }: WordedAlert,
  now: Instant,
): boolean => endedAt === null && now < endOf(facts) && facts.reduceBy < facts.expected;

/** The expected demand of the current quarter-hour is above the contract. */
export const demandHeading = defineAlertKind({
  kind: 'demand-heading',
  label: 'Demanda a caminho do limite',
  icon: 'bolt',
  cause: 'demand',
  severity: 'urgent',
  // The load varies from one quarter-hour to the next, so a new finding within half an hour continues the alert.
  incidents: { togetherMs: 0, returnsMs: 30 * MINUTE_MS, calmMs: 15 * MINUTE_MS },
  isOfEstablishment: true,
  threshold: { value: 100, unit: '%', tells: 'above' },
  repeatMs: 30 * MINUTE_MS,
  facts: {
    contracted: described('kW.', z.number()),
    expected: described('kW at the end of the quarter-hour if the load stays as it is.', z.number()),
    reduceBy: described('kW less until its end keep it within the contract.', z.number()),
    at: described('Start of the quarter-hour.', answeredInstant),
  },
  text: (facts, alert, now) => {
    const { contracted, reduceBy, expected } = facts;
    const contract = `com ${kilowattText(contracted)} contratados`;
    const end = formatClock(endOf(facts), alert.establishment.zone as Zone);
    if (alert.endedAt !== null || now >= endOf(facts))
      return `O quarto de hora até ${end} caminhou para ${kilowattText(expected)}, ${contract}.`;
    const heading = `Este quarto de hora caminha para ${kilowattText(expected)}, ${contract}.`;
    return canBeAverted(facts, alert, now)
      ? `${heading} Reduza ${kilowattText(reduceBy)} até ${end} para ficar dentro do contrato.`
      : `${heading} Não há mais tempo de evitar: desligue o que puder até ${end}.`;
  },
  mark: (facts, alert, now) => (canBeAverted(facts, alert, now) ? 'Dá para evitar agora' : null),
  curve: ({ contracted }) => ({ quantity: 'energy', span: 'quarter', limit: contracted }),
  isWanted: ({ expected, contracted }, { threshold }) =>
    threshold === null || expected * PERCENT > contracted * threshold,
});
