import { fromReais } from '../../base/units/money.ts';
import type { ElectricRules } from '../../sites/tariffs/tariff-rules.ts';
import type { CandidateTariff } from '../printed-bill/found-fits.ts';
import type { PrintedLine } from '../printed-bill/printed-lines.ts';

export type Printed = readonly [label: string, quantity: number | null, price: number | null, amount: number];

/** The lines of a printed bill; amounts in R$. */
export const linesOf = (printed: readonly Printed[]): PrintedLine[] =>
  printed.map(([label, quantity, price, amount]) => ({ label, quantity, price, amount: fromReais(amount) }));

/** A line without a printed price: quantity × untaxed price with taxes *por dentro*, truncated to cents. */
export const chargedLine = (
  label: string,
  quantity: number,
  untaxed: number,
  { icms = 0.18, pisCofins = 0.0925 } = {},
): Printed => [
  label,
  quantity,
  null,
  Math.floor((quantity * untaxed * 100) / ((1 - icms) * (1 - pisCofins)) + 1e-6) / 100,
];

/** A stored tariff. */
export const stored = (id: string, rules: ElectricRules): CandidateTariff => ({
  id,
  validFrom: '2026-01-01',
  rules,
});
