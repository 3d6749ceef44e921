import type { Alert } from '@nascente/contract/alerts/alerts';

/** Of a meter that has gone silent, and is so still. */
export const anAlert = (changes: Partial<Alert> = {}): Alert => ({
  _id: '01a00000-0000-7000-8000-000000000001',
  kind: 'silent',
  severity: 'notable',
  establishment: { _id: '1', name: 'Padaria Aurora', zone: 'America/Sao_Paulo' },
  meters: [{ mac: 'AA:BB:CC:DD:EE:01', name: 'Forno' }],
  beganAt: '2026-11-20T15:00:00.000Z',
  endedAt: null,
  notifiedAt: '2026-11-20T15:15:00.000Z',
  undoneAt: null,
  isLate: false,
  times: 1,
  facts: { kind: 'silent' },
  cost: null,
  acknowledged: null,
  mutedUntil: null,
  isHelpful: null,
  ...changes,
});
