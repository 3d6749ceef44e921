import type { TouRule } from '@nascente/contract/energy/tou-periods';

/** The general rule, of November 2026; a test names only the fields that it cares about. */
export const aTouRule = (overrides: Partial<TouRule> = {}): TouRule => ({
  start: '2026-11-01',
  end: '2026-11-30',
  tariff: null,
  windows: {
    peak: { start: 1080, end: 1260 },
    intermediate: [],
    blackAwarenessFrom: 2024,
    hasPeakOnHolidays: true,
  },
  ...overrides,
});

/** Peak from 17:30 to 20:30, as at Light. */
export const aLightRule = (overrides: Partial<TouRule> = {}): TouRule =>
  aTouRule({
    tariff: {
      _id: '7',
      distributor: 'Light',
      group: 'A4',
      comment: '',
      color: 'Verde',
      modality: 'verde',
    },
    windows: { peak: { start: 1050, end: 1230 }, intermediate: [], blackAwarenessFrom: 2024 },
    ...overrides,
  });
