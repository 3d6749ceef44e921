import { levelText } from '@nascente/domain/alerts/level-text';
import { ruleUnit } from '@nascente/domain/alerts/own-rule-texts';
import { RULE_QUANTITIES, RULE_SPANS } from '@nascente/domain/alerts/own-rules';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import { z } from 'zod/mini';
import { answeredInstant } from '../../base/conventions.ts';
import { described } from '../../base/described.ts';
import { defineAlertKind } from '../define-alert-kind.ts';

/** A rule that a user defined. */
export const own = defineAlertKind({
  kind: 'own',
  label: 'Regra própria',
  icon: 'bell',
  severity: 'notable',
  incidents: { togetherMs: 0, returnsMs: HOUR_MS, calmMs: 0 },
  isOfEstablishment: true,
  repeatMs: DAY_MS,
  facts: {
    rule: described('Name of the rule.', z.string()),
    quantity: z.enum(RULE_QUANTITIES),
    span: described('Interval by which it is evaluated.', z.enum(RULE_SPANS)),
    worst: described(
      'The value furthest beyond its limit, in the unit of the rule; `null` if nothing was measured.',
      z.nullable(z.object({ value: z.number(), limit: z.number(), at: answeredInstant })),
    ),
  },
  title: ({ rule }, { meters: [only, ...others], establishment }) =>
    `${rule}: ${only !== undefined && others.length === 0 ? only.name : establishment.name}`,
  text: ({ worst, ...terms }, { establishment }) => {
    if (worst === null) return 'Não chegou nenhuma medição neste período.';
    const zone = establishment.zone as Zone;
    const moment = instant(Date.parse(worst.at));
    const when = `${formatShortDay(civilDateAt(moment, zone))}, ${formatClock(moment, zone)}`;
    const unit = ruleUnit(terms);
    return `Chegou a ${levelText(worst.value, unit)} (${when}). O limite da regra é ${levelText(worst.limit, unit)}.`;
  },
  curve: ({ quantity, span, worst }) => ({ quantity, span, limit: worst?.limit ?? null }),
});
