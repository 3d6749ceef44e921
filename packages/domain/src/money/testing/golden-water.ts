import { BASE, CONTRACT_B, price, reais } from './bill-facts.ts';
import type { GoldenBill } from './golden-bill.ts';

export const WATER_BILLS: readonly GoldenBill[] = [
  {
    name: 'Casan 2024, public, fixed fee and two tiers without sewage',
    facts: {
      rules: {
        modality: 'water',
        category: 'publica',
        water: {
          fixedFee: reais(43.31),
          minimum: 0,
          tiers: [
            { upTo: 10, price: price('6.37'), flat: false },
            { upTo: null, price: price('17.89'), flat: false },
          ],
        },
        sewage: { mode: 'none' },
        otherFees: [],
        rounding: BASE.rounding,
        integerM3: true,
      },
      m3: 787,
    },
    terms: { contract: { ...CONTRACT_B, modality: 'water', category: 'publica' }, flags: new Map() },
    printed: [
      { kind: 'water', label: 'Tarifa fixa de água', amount: 43.31 },
      { kind: 'water', label: 'Água até 10 m³', amount: 63.7 },
      { kind: 'water', label: 'Água acima de 10 m³', amount: 13900.53 },
    ],
    total: 14007.54,
  },
];
