import { DAY_MS, HOUR_MS, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { defineAlertKind } from '../define-alert-kind.ts';

/** A meter sends nothing. */
export const silent = defineAlertKind({
  kind: 'silent',
  label: 'Medidor sem mensagem',
  icon: 'cloud-off',
  cause: 'data',
  severity: 'notable',
  // Meters of one site go silent within minutes and share an alert. A router that fails repeatedly within an hour is one alert.
  incidents: { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 0 },
  repeatMs: DAY_MS,
  facts: {},
  title: (_, { meters }) =>
    meters.length === 1
      ? `Sem mensagem: ${meters.map(({ name }) => name).join('')}`
      : `${meters.length} medidores sem mensagem`,
  text: (_, { meters, endedAt }) => {
    const names = meters.length === 1 ? '' : `${meters.map(({ name }) => name).join(', ')}. `;
    return endedAt === null
      ? `${names}Confira se a placa está ligada e se o Wi-Fi do estabelecimento funciona.`
      : names.trimEnd();
  },
  curve: () => ({ quantity: 'utility', span: 'quarter', limit: null }),
});
