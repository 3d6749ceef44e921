import { readFileSync } from 'node:fs';
import { fromReais } from '@nascente/domain/base/units/money';
import { parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import { findContract } from '@nascente/domain/money/printed-bill/find-contract';
import type { CandidateTariff } from '@nascente/domain/money/printed-bill/found-fits';

/** How long it takes to find out the contract of each of the real bills among so many tariffs of each modality. */
const TARIFFS = Number(process.env.TARIFFS ?? 400);
const BILLS = new URL(
  '../../packages/domain/src/money/printed-bill/fixtures/printed-bills.json',
  import.meta.url,
);

interface PrintedBill {
  readonly id: string;
  readonly lines: readonly (readonly [string, number | null, number | null, number])[];
}

let seed = 1;
const next = (): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const some = (from: number, span: number, decimals = 5) =>
  parsePrice((from + next() * span).toFixed(decimals));
const energy = () => ({ tusd: some(0.1, 1), te: some(0.2, 0.4) });
const base = {
  rounding: 'truncate',
  priceDecimals: null,
  integerKwh: false,
  integerKw: false,
  tusdTe: 'joined',
  fioB: null,
  gd3: null,
} as const;
const windows = { peak: { start: 1080, end: 1260 }, intermediate: [], blackAwarenessFrom: 2024 };
const reactive = {
  vrEre: parsePrice('0.3'),
  vrDre: null,
  reference: parseRate('0.92'),
  capacitive: { start: 0, end: 360 },
};

const otherTariffs = Array.from({ length: TARIFFS }, (_, index): CandidateTariff[] => {
  const touPeriods = () => ({ inPoint: energy(), outPoint: energy() });
  const demand = () => some(10, 30, 2);
  const groupA = { ...base, windows, reactive };
  const of = (name: string, rules: CandidateTariff['rules']) => ({
    id: `${name} ${index}`,
    validFrom: '2026-01-01',
    rules,
  });
  return [
    of('convencional', { ...base, modality: 'convencional', energy: { outPoint: energy() } }),
    of('verde', { ...groupA, modality: 'verde', energy: touPeriods(), demand: { outPoint: demand() } }),
    of('azul', {
      ...groupA,
      modality: 'azul',
      energy: touPeriods(),
      demand: { inPoint: demand(), outPoint: demand() },
    }),
  ];
}).flat();

const bills = JSON.parse(readFileSync(BILLS, 'utf8')) as readonly PrintedBill[];
console.info(`${otherTariffs.length} tariffs`);
for (const { id, lines } of bills) {
  const printed = lines.map(([label, quantity, price, amount]) => ({
    label,
    quantity,
    price,
    amount: fromReais(amount),
  }));
  const started = performance.now();
  const { basis, tariff } = findContract(printed, otherTariffs);
  const took = performance.now() - started;
  console.info(`${id.padEnd(34)} ${took.toFixed(0).padStart(5)} ms  ${basis} ${tariff?.id ?? ''}`);
}
