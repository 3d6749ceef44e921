import { parseRate } from '../../base/units/rate.ts';
import { USUAL_PRINTING } from '../../sites/tariffs/billing-contract.ts';
import {
  BASE,
  CONTRACT_A,
  cosip,
  energy,
  FREE_MARKET,
  price,
  reactive,
  reais,
  single,
  taxes,
  WINDOWS,
} from './bill-facts.ts';
import type { GoldenBill } from './golden-bill.ts';

const verde = { ...BASE, modality: 'verde', windows: WINDOWS } as const;
const included = (icms: string) => [taxes(icms, '0', '0', 'included')];

export const VERDE_FREE_BILLS: readonly GoldenBill[] = [
  {
    name: 'unnamed distributor 2022, verde, free market, overrun at the undiscounted price',
    facts: {
      rules: {
        ...verde,
        rounding: 'half-up',
        priceDecimals: 6,
        // Printed is 0.597266: the peak price, with the discount on its excess over off-peak.
        energy: { inPoint: energy('1.0766633400'), outPoint: energy('0.116158') },
        demand: { outPoint: price('18.4218635') },
        reactive: reactive('0.330886'),
      },
      consumed: { inPoint: 32279, outPoint: 281084 },
      demand: { outPoint: 1055.8 },
      excess: { inPoint: 22, outPoint: 395 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        market: {
          mode: 'livre',
          demandDiscount: parseRate('0.4991095'),
          supplierPrice: price('0.359439'),
        },
        demand: single(890),
        taxes: included('0'),
        cosip: cosip(80.02),
      },
      flags: new Map(),
      extraFees: [
        { label: 'Subsídio tarifa TUSD', amount: reais(25256.78) },
        { label: 'Dedução energia ACL sem ICMS', amount: reais(-92360.6) },
        { label: 'Subsídio tarifa líquido', amount: reais(-24031.25) },
      ],
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 19279.15 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 32650.16 },
      {
        kind: 'reactive-energy',
        touPeriod: 'inPoint',
        amount: 7.27,
        remainder: [-1, 'kvarh are printed whole: the excess at the peak was a little below 22'],
      },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 130.7 },
      { kind: 'overrun', amount: 6108.69 },
      { kind: 'demand', amount: 9742.22 },
      { kind: 'supplier', amount: 112634.88 },
      { kind: 'given', amount: -91135.07 },
      { kind: 'cosip', amount: 80.02 },
    ],
    total: null,
  },
  {
    name: 'Âmbar Amazonas (3), verde, free market, half of the demand discounted, overrun of 212 over 180 kW',
    facts: {
      rules: {
        ...verde,
        priceDecimals: 6,
        // Printed is 0.930248: the peak price, with the discount on its excess over off-peak.
        energy: { inPoint: energy('1.5670504927'), outPoint: energy('0.291075') },
        demand: { outPoint: price('28.2625') },
        reactive: reactive('0.351387'),
      },
      consumed: { inPoint: 5310, outPoint: 86807 },
      demand: { inPoint: 118, outPoint: 212 },
      excess: { outPoint: 1 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        // 14.1575 of 28.2625.
        market: {
          ...FREE_MARKET,
          mode: 'livre',
          demandDiscount: parseRate('0.4990711'),
          supplierPrice: null,
        },
        demand: single(180),
        taxes: included('0.2'),
        cosip: cosip(6399.45),
      },
      flags: new Map(),
      extraFees: [{ label: 'Devolução diferença desconto TUSD – CCEE', amount: reais(-174.25) }],
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 4939.61 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 25267.34 },
      { kind: 'demand', amount: 3001.39 },
      { kind: 'overrun', amount: 1808.8 },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 0.35 },
      { kind: 'cosip', amount: 6399.45 },
      { kind: 'given', amount: -174.25 },
    ],
    total: 41242.69,
  },
  {
    // The price of reactive energy, 0.28111, is 0.351387 of other bills without ICMS, which does not apply to this customer.
    name: 'Âmbar Amazonas (14), verde, free market, without ICMS',
    facts: {
      rules: {
        ...verde,
        energy: { inPoint: energy('0.740105'), outPoint: energy('0.22948') },
        demand: { outPoint: price('11.31') },
        reactive: reactive('0.28111'),
      },
      consumed: { inPoint: 4275, outPoint: 126050 },
      demand: { outPoint: 586 },
      excess: { inPoint: 378, outPoint: 1654 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        market: FREE_MARKET,
        demand: single(700),
        taxes: included('0'),
        cosip: cosip(8745.91),
      },
      flags: new Map(),
      extraFees: [
        { label: 'Devolução diferença desconto TUSD – CCEE', amount: reais(-280.59) },
        // On 131,235 kWh, losses included; the meter counted 130,325.
        { label: 'Energia mercado livre', amount: reais(37142.79) },
      ],
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 3163.94 },
      { kind: 'demand', amount: 6627.66 },
      { kind: 'unused-demand', amount: 1289.34 },
      { kind: 'reactive-energy', touPeriod: 'inPoint', amount: 106.25 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 28925.95 },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 464.95 },
      { kind: 'cosip', amount: 8745.91 },
      { kind: 'given', amount: 36862.2 },
    ],
    total: 86186.2,
  },
  {
    name: 'Âmbar Amazonas (21), verde, free market, unused demand without its 20 % of ICMS',
    facts: {
      rules: {
        ...verde,
        energy: { inPoint: energy('0.9291'), outPoint: energy('0.291075') },
        demand: { outPoint: price('14.13125') },
        reactive: reactive('0.351387'),
      },
      consumed: { inPoint: 3301, outPoint: 35033 },
      demand: { outPoint: 77 },
      excess: { inPoint: 443, outPoint: 2485 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        market: FREE_MARKET,
        demand: single(90),
        taxes: included('0.2'),
        cosip: cosip(2666.44),
      },
      flags: new Map(),
      extraFees: [
        { label: 'Correção, multas e juros', amount: reais(1.49 + 8.01 + 53.35 + 2.66 + 285.69 + 14.28) },
      ],
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 3066.95 },
      { kind: 'demand', amount: 1088.1 },
      { kind: 'unused-demand', amount: 146.96 },
      { kind: 'reactive-energy', touPeriod: 'inPoint', amount: 155.66 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 10197.23 },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 873.19 },
      { kind: 'cosip', amount: 2666.44 },
      { kind: 'given', amount: 365.48 },
    ],
    total: 18560.01,
  },
  {
    name: 'Energisa Rondônia, verde, free market, quantities with decimals',
    facts: {
      rules: {
        ...verde,
        energy: { inPoint: energy('2.5299'), outPoint: energy('0.15417') },
        demand: { outPoint: price('36.4') },
        // Its price is not printed, only the amount that is given below.
        reactive: { ...reactive('0'), vrEre: null },
      },
      consumed: { inPoint: 4314.13, outPoint: 44769.77 },
      demand: { inPoint: 147.84, outPoint: 210.67 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        market: { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null },
        printing: { ...USUAL_PRINTING, discount: 'credit' },
        demand: single(225),
        taxes: [taxes('0.195', '0.0165', '0.076')],
        cosip: cosip(162.96),
      },
      flags: new Map(),
      extraFees: [
        // kvarh are not printed.
        { label: 'Reativo excedente', amount: reais(18.35 + 362.71) },
        { label: 'Conta Covid Escassez Hídrica', amount: reais(251.28) },
        { label: 'Energia mercado livre', amount: reais(20653.86) },
      ],
    },
    printed: [
      { kind: 'energy', label: 'Consumo TUSD ponta', amount: 14940.11 },
      { kind: 'energy', label: 'Crédito APCEI – Consumo TUSD ponta', amount: -5124.6 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 9448.05 },
      { kind: 'demand', label: 'Demanda', amount: 10496.91 },
      { kind: 'demand', label: 'Crédito APCEI – Demanda', amount: -3834.19 },
      { kind: 'unused-demand', label: 'Demanda não utilizada (sem ICMS)', amount: 574.77 },
      {
        kind: 'unused-demand',
        label: 'Crédito APCEI – Demanda não utilizada (sem ICMS)',
        amount: -260.81,
      },
      { kind: 'given', amount: 21286.2 },
      { kind: 'cosip', amount: 162.96 },
    ],
    total: 47689.4,
  },
];
