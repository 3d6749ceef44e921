import { levelText } from '@nascente/domain/alerts/level-text';
import { BILLED_POWER_FACTOR } from '@nascente/domain/telemetry/quality/power-factor';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

const CHARGED = 'Abaixo de 0,92 a fatura cobra o excedente reativo.';

/** The power factor of yesterday was below the reference of the bill. */
export const powerFactor = defineAlertKind({
  kind: 'power-factor',
  label: 'Fator de potência baixo',
  icon: 'meter',
  cause: 'reactive',
  severity: 'notable',
  incidents: BY_DAY,
  threshold: { value: BILLED_POWER_FACTOR, unit: 'ratio', tells: 'below' },
  facts: {
    powerFactor: described('Mean of the hours with load, 0 to 1.', z.number()),
    limit: described('0 to 1.', z.number()),
    hoursBelow: described('Number of hours below the limit.', z.int()),
  },
  text: ({ powerFactor: value, limit, hoursBelow }) => {
    const limitText = levelText(limit, 'ratio');
    // The mean of the day can reach the limit although some hours were below it.
    if (value >= limit)
      return `Ontem o fator de potência ficou abaixo do limite da fatura, ${limitText}, em ${hoursBelow} h. ${CHARGED}`;
    return `Ontem o fator de potência foi ${levelText(value, 'ratio')}, e o limite da fatura é ${limitText}: ficou abaixo dele em ${hoursBelow} h. ${CHARGED}`;
  },
  curve: () => ({ quantity: 'power-factor', span: 'hour', limit: BILLED_POWER_FACTOR }),
});
