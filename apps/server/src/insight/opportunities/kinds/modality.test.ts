import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { describe, expect, it } from 'vitest';
import { tariffSaving } from './modality.ts';

type Compared = TariffComparison['modalities'][number];

const TARIFF: Compared['tariff'] = {
  _id: 't1',
  group: 'A4',
  distributor: 'Aurora',
  comment: 'Comercial',
  color: 'Verde',
  modality: 'verde',
  versions: [{ validFrom: '2025-01-01' }],
};

const DAYS = [
  { start: '2026-05-01', end: '2026-05-31' },
  { start: '2026-06-01', end: '2026-06-30' },
];

const compared = (
  modality: Compared['modality'],
  total: number,
  optimalTotal: number,
  optimal: Compared['optimal'],
): Compared => ({
  modality,
  tariff: TARIFF,
  total,
  months: DAYS.map((days) => ({ ...days, total: total / 2, optimalTotal: optimalTotal / 2 })),
  optimal,
  optimalTotal,
  missing: [],
});

const comparison = (modalities: Compared[]): TariffComparison => ({
  cycles: DAYS.map((days) => ({ ...days, completeness: 1 })),
  subgroup: 'A4',
  meanKwh: 20_000,
  current: 'verde',
  modalities,
  taxRules: null,
  saving: null,
  unavailable: [],
  missing: [],
});

const verde = (optimalTotal: number) =>
  compared('verde', 10_000, optimalTotal, [{ touPeriod: null, contracted: 44, cost: 1000 }]);
const azul = (optimalTotal: number) =>
  compared('azul', 11_000, optimalTotal, [
    { touPeriod: 'inPoint', contracted: 30, cost: 500 },
    { touPeriod: 'outPoint', contracted: 44, cost: 500 },
  ]);

describe('choosing the saving of a tariff', () => {
  it('suggests only another demand when that gives nearly the saving of another modality', () => {
    expect(tariffSaving(comparison([azul(9000), verde(9300)]))).toMatchObject({
      kind: 'demand',
      modality: { from: 'verde', to: 'verde' },
      demands: [{ touPeriod: null, contracted: 44 }],
      evidence: [
        { date: '2026-05-01', now: 5000, instead: 4650 },
        { date: '2026-06-01', now: 5000, instead: 4650 },
      ],
    });
  });

  it('suggests another modality when the demand alone saves the smaller part', () => {
    expect(tariffSaving(comparison([azul(9000), verde(9600)]))).toMatchObject({
      kind: 'modality',
      modality: { from: 'verde', to: 'azul' },
      demands: [
        { touPeriod: 'inPoint', contracted: 30 },
        { touPeriod: 'outPoint', contracted: 44 },
      ],
      evidence: [{ instead: 4500 }, { instead: 4500 }],
    });
  });
});
