import { parseRate } from '../../base/units/rate.ts';
import { USUAL_PRINTING } from '../../sites/tariffs/billing-contract.ts';
import {
  BASE,
  CONTRACT_A,
  cosip,
  energy,
  flagMonths,
  perTouPeriod,
  price,
  reactive,
  reais,
  taxes,
  WINDOWS,
} from './bill-facts.ts';
import type { GoldenBill } from './golden-bill.ts';

const azul = { ...BASE, modality: 'azul', windows: WINDOWS } as const;

export const AZUL_BILLS: readonly GoldenBill[] = [
  {
    // One price for used and unused demand: ICMS applies to neither here.
    name: 'Amazonas, azul, captive, overrun off-peak (1199 of 1000 kW)',
    facts: {
      rules: {
        ...azul,
        energy: { inPoint: energy('0.69704'), outPoint: energy('0.49592') },
        demand: { inPoint: price('42.6'), outPoint: price('22.96') },
        // Not printed: any price from 0.349167 to 0.349206 gives the line.
        reactive: reactive('0.34918'),
      },
      consumed: { inPoint: 41643, outPoint: 340410 },
      demand: { inPoint: 771, outPoint: 1199 },
      excess: { outPoint: 252 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        modality: 'azul',
        demand: perTouPeriod(800, 1000),
        taxes: [taxes('0', '0', '0', 'included')],
        cosip: cosip(8745.91),
      },
      flags: flagMonths({ '2026-06': 'verde' }),
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 29026.83 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 168816.12 },
      { kind: 'demand', touPeriod: 'inPoint', amount: 32844.6 },
      { kind: 'unused-demand', touPeriod: 'inPoint', amount: 1235.4 },
      { kind: 'demand', touPeriod: 'outPoint', amount: 27529.04 },
      { kind: 'overrun', touPeriod: 'outPoint', amount: 9138.08 },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 87.99 },
      { kind: 'cosip', amount: 8745.91 },
    ],
    total: 277423.97,
  },
  {
    name: 'Energisa Rondônia, azul, free market, demand not used',
    facts: {
      rules: {
        ...azul,
        energy: { inPoint: energy('0.15417'), outPoint: energy('0.15417') },
        demand: { inPoint: price('97.93'), outPoint: price('36.4') },
        // Not printed; 11 kvarh are rounded.
        reactive: reactive('0.2122'),
      },
      consumed: { inPoint: 13876, outPoint: 118925 },
      demand: { inPoint: 272, outPoint: 280 },
      excess: { outPoint: 11 },
    },
    terms: {
      contract: {
        ...CONTRACT_A,
        modality: 'azul',
        market: { mode: 'livre', demandDiscount: parseRate('0.5'), supplierPrice: null },
        printing: { ...USUAL_PRINTING, discount: 'credit' },
        demand: perTouPeriod(360, 360),
        taxes: [taxes('0.195', '0.0165', '0.076')],
        cosip: cosip(849.67),
      },
      flags: new Map(),
      extraFees: [
        { label: 'Reativo excedente ponta', amount: reais(0.01) },
        { label: 'Encargo Covid Escassez Hídrica', amount: reais(679.87) },
        { label: 'Débitos APCEI', amount: reais(45.03) },
      ],
    },
    printed: [
      { kind: 'energy', touPeriod: 'inPoint', amount: 2928.34 },
      { kind: 'energy', touPeriod: 'outPoint', amount: 25097.5 },
      { kind: 'demand', touPeriod: 'inPoint', label: 'Demanda ponta', amount: 36462.13 },
      {
        kind: 'unused-demand',
        touPeriod: 'inPoint',
        label: 'Demanda não utilizada ponta (sem ICMS)',
        amount: 9496.24,
      },
      // The four lines of demand add up to the printed 63,118.55; the source divided it with 5-decimal prices.
      {
        kind: 'demand',
        touPeriod: 'outPoint',
        label: 'Demanda fora ponta',
        amount: 13951.36,
        remainder: [-1, 'derived by the source from a price cut to 5 decimals'],
      },
      {
        kind: 'unused-demand',
        touPeriod: 'outPoint',
        label: 'Demanda não utilizada fora ponta (sem ICMS)',
        amount: 3208.82,
        remainder: [1, 'the source put the rest of the sum here'],
      },
      { kind: 'reactive-energy', touPeriod: 'outPoint', amount: 3.19 },
      // Printed as one credit of 24,179.40.
      { kind: 'demand', label: 'Crédito APCEI – Demanda ponta', amount: -13318.48 },
      {
        kind: 'unused-demand',
        label: 'Crédito APCEI – Demanda não utilizada ponta (sem ICMS)',
        amount: -4308.92,
      },
      { kind: 'demand', label: 'Crédito APCEI – Demanda fora ponta', amount: -5096.0 },
      {
        kind: 'unused-demand',
        label: 'Crédito APCEI – Demanda não utilizada fora ponta (sem ICMS)',
        amount: -1456.0,
      },
      { kind: 'given', amount: 724.91 },
      { kind: 'cosip', amount: 849.67 },
    ],
    total: 68542.76,
  },
];
