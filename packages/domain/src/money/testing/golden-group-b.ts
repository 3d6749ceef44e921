import { civilDate } from '../../base/time/civil-day.ts';
import { civilMonth } from '../../base/time/civil-month.ts';
import { fromKilowattHours } from '../../base/units/energy.ts';
import { type CreditLot, USUAL_PRINTING } from '../../sites/tariffs/billing-contract.ts';
import { BASE, CONTRACT_B, cosip, energy, flagMonths, reais, samePrice, taxes } from './bill-facts.ts';
import type { GoldenBill } from './golden-bill.ts';

const convencional = { ...BASE, modality: 'convencional' } as const;

const sent = (generatedIn: string, kwh: number, generationClass: 'I' | 'II'): CreditLot => ({
  generatedIn: civilMonth(generatedIn),
  touPeriod: 'outPoint',
  class: generationClass,
  origin: 'other',
  energy: fromKilowattHours(kwh),
});

export const GROUP_B_BILLS: readonly GoldenBill[] = [
  {
    name: 'Copel 2026, convencional, generation of two classes, yellow on 11 of 31 days',
    facts: {
      cycle: { first: civilDate('2026-04-11'), last: civilDate('2026-05-11') },
      rules: {
        ...convencional,
        tusdTe: 'separate',
        energy: { outPoint: energy('0.36667', '0.27575') },
        fioB: samePrice('0.159135'),
      },
      consumed: { outPoint: 2716 },
      injected: { outPoint: 682 },
    },
    terms: {
      contract: {
        ...CONTRACT_B,
        taxes: [taxes('0.19', '0.013294', '0.06145')],
        cosip: cosip(65.29),
        generation: {
          class: 'I',
          credits: [sent('2026-05', 166, 'I'), sent('2025-08', 168, 'II'), sent('2026-05', 1700, 'II')],
          ownTaxes: { icms: false, pisCofins: true },
          otherTaxes: { icms: false, pisCofins: false },
        },
      },
      flags: flagMonths({ '2026-04': 'verde', '2026-05': 'amarela' }),
    },
    // Energy compensated from another unit matches exactly; lines with PIS and COFINS show how the bill rounds these.
    printed: [
      { kind: 'energy', label: 'Consumo TE', amount: 999.3 },
      { kind: 'energy', label: 'Consumo TUSD', amount: 1328.79 },
      {
        kind: 'compensation',
        label: 'Energia compensada TE – GD I 05/2026',
        amount: -203.26,
        remainder: [-1, 'price printed as 0.298035 for 0.298026'],
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TUSD – GD I 05/2026',
        amount: -270.26,
        remainder: [1, 'price printed as 0.396276 for 0.396290'],
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TE – GD II de outra unidade 08/2025',
        amount: -46.32,
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TUSD – GD II de outra unidade 08/2025',
        amount: -45.55,
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TE – GD I de outra unidade 05/2026',
        amount: -45.77,
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TUSD – GD I de outra unidade 05/2026',
        amount: -60.86,
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TE – GD II de outra unidade 05/2026',
        amount: -468.77,
      },
      {
        kind: 'compensation',
        label: 'Energia compensada TUSD – GD II de outra unidade 05/2026',
        amount: -461.02,
      },
      {
        kind: 'flag',
        label: 'Adicional bandeira amarela',
        amount: 24.22,
        remainder: [-1, 'price printed as 0.025131 for 0.025152'],
      },
      {
        kind: 'flag',
        label: 'Adicional bandeira amarela – energia compensada',
        amount: -19.62,
        remainder: [1, 'price printed as 0.020358 for 0.020373'],
      },
      { kind: 'cosip', amount: 65.29 },
    ],
    total: 796.17,
  },
  {
    name: 'Light 2026, convencional, the flag inside the price',
    facts: {
      cycle: { first: civilDate('2026-08-01'), last: civilDate('2026-08-31') },
      rules: { ...convencional, priceDecimals: 5, energy: { outPoint: energy('0.94793') } },
      consumed: { outPoint: 304 },
    },
    terms: {
      contract: {
        ...CONTRACT_B,
        subgroup: 'B1',
        taxes: [taxes('0.24', '0.0123', '0.0567')],
        cosip: cosip(64.6),
        printing: { ...USUAL_PRINTING, flag: 'price' },
      },
      flags: flagMonths({ '2026-08': 'amarela' }),
      extraFees: [
        { label: 'Complementos', amount: reais(2.08) },
        { label: 'Bônus', amount: reais(-10.13) },
      ],
    },
    printed: [
      { kind: 'energy', touPeriod: 'outPoint', amount: 415.37 },
      { kind: 'cosip', amount: 64.6 },
      { kind: 'given', amount: -8.05 },
    ],
    total: 471.92,
  },
  {
    name: 'Enel São Paulo 2022, convencional, PIS and COFINS as lines of their own',
    facts: {
      rules: { ...convencional, tusdTe: 'separate', energy: { outPoint: energy('0.39603', '0.26046') } },
      consumed: { outPoint: 13530.3 },
    },
    terms: {
      contract: { ...CONTRACT_B, taxes: [taxes('0.18')], cosip: cosip(1190.02) },
      flags: flagMonths({ '2026-06': 'verde' }),
      extraFees: [
        { label: 'Consumo ativo REN 414 art. 113', amount: reais(11872.79 + 18052.59) },
        { label: 'PIS/PASEP', amount: reais(454.7) },
        { label: 'COFINS', amount: reais(2096.09) },
      ],
    },
    printed: [
      {
        kind: 'energy',
        touPeriod: 'outPoint',
        label: 'Consumo TE',
        amount: 4297.69,
        remainder: [1, '4297.6853: a line of this bill that rounds up, where the others are cut'],
      },
      { kind: 'energy', label: 'Consumo TUSD', amount: 6534.63 },
      { kind: 'given', amount: 32476.17 },
      { kind: 'cosip', amount: 1190.02 },
    ],
    total: null,
  },
];
