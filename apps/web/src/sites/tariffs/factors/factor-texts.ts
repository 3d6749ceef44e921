import type { EmissionFactorJson } from '@nascente/contract/energy/emission-factors';
import { formatNumber } from '@nascente/domain/base/units/format';

const NAMES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const;

export const MONTH_OPTIONS = [
  { value: '', label: 'Média do ano' },
  ...NAMES.map((name, index) => ({ value: String(index + 1), label: name })),
];

/** 'mar 2026', or 'média de 2026'. */
export const timeText = ({ year, month }: Pick<EmissionFactorJson, 'year' | 'month'>): string =>
  month === null ? `média de ${year}` : `${NAMES[month - 1]} ${year}`;

/** Factors have four decimals, rarely more. */
export const factorText = (kgPerKwh: number): string =>
  formatNumber(kgPerKwh, Math.max(4, Math.min(6, (String(kgPerKwh).split('.')[1] ?? '').length)));
