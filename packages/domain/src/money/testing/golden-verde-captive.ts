import {
  BASE,
  CONTRACT_A,
  cosip,
  energy,
  flagMonths,
  price,
  reactive,
  reais,
  single,
  taxes,
  WINDOWS,
} from './bill-facts.ts';
import type { GoldenBill } from './golden-bill.ts';

const verde = { ...BASE, modality: 'verde', windows: WINDOWS } as const;

export const VERDE_CAPTIVE_BILLS: readonly GoldenBill[] = [
  {
    name: 'Celesc 2026, verde, captive, from the untaxed prices of the ANEEL table, 65.141 of 35 kW',
    facts: {
      rules: {
        ...verde,
        tusdTe: 'separate',
        energy: { inPoint: energy('1.06941', '0.48363'), outPoint: energy('0.14435', '0.30123') },
        demand: { outPoint: price('18.09') },
        reactive: reactive('0.32193'),
      },
      consumed: { inPoint: 40.947, outPoint: 831.185 },
      demand: { outPoint: 65.141 },
      excess: { outPoint: 3.629 },
    },
    terms: {
      contract: { ...CONTRACT_A, demand: single(35), taxes: [taxes('0.17', '0.0143', '0.0659')] },
      flags: flagMonths({ '2026-06': 'amarela' }),
      extraFees: [{ label: 'Retenção IRPJ', amount: reais(-149.75) }],
    },
    // Celesc taxes each line by itself, each tax rounded; its unit prices (0.18909 for 0.18908) show that.
    printed: [
      { kind: 'demand', amount: 1543.55 },
      { kind: 'overrun', amount: 1428.4, remainder: [-1, 'price printed as 47.39091 for 47.39113'] },
      { kind: 'energy', label: 'Consumo TE fora ponta', amount: 327.96 },
      { kind: 'energy', label: 'Consumo TE ponta', amount: 25.94, remainder: [1, '0.63351 for 0.63349'] },
      {
        kind: 'energy',
        label: 'Consumo TUSD fora ponta',
        amount: 157.17,
        remainder: [1, '0.18909 for 0.18908'],
      },
      { kind: 'energy', label: 'Consumo TUSD ponta', amount: 57.36, remainder: [1, '1.40085 for 1.40079'] },
      { kind: 'flag', amount: 21.54, remainder: [1, 'price printed as 0.02470 for 0.02469'] },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 1.53 },
      { kind: 'given', amount: -149.75 },
    ],
    total: 3413.7,
  },
  {
    name: 'Roraima, verde, captive, unused demand, reactive excess, green flag',
    facts: {
      rules: {
        ...verde,
        priceDecimals: 6,
        energy: { inPoint: energy('2.15134'), outPoint: energy('0.5007696') },
        demand: { outPoint: price('22.16') },
        // 0.430865 with ICMS: not printed, the only price of 6 decimals or fewer near both lines.
        reactive: reactive('0.344692'),
      },
      consumed: { inPoint: 1774, outPoint: 24020 },
      demand: { inPoint: 86, outPoint: 86 },
      excess: { inPoint: 167, outPoint: 1834 },
    },
    terms: {
      contract: { ...CONTRACT_A, demand: single(104), taxes: [taxes('0.2')], cosip: cosip(42.47) },
      flags: flagMonths({ '2026-06': 'verde' }),
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 4770.59 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 15035.6 },
      { kind: 'demand', amount: 2382.2 },
      { kind: 'unused-demand', amount: 398.88 },
      { kind: 'reactive-energy', touPeriod: 'inPoint', amount: 71.95 },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 790.2 },
      { kind: 'cosip', amount: 42.47 },
    ],
    total: 23491.89,
  },
];
