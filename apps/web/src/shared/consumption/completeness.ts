import { formatNumber } from '@nascente/domain/units/format';

/** How complete a total is, in words; never rounded up to a hundred. */
export const completenessText = (completeness: number): string => {
  if (completeness >= 1) return 'dados completos';
  if (completeness <= 0) return 'sem dados';
  return `dados completos em ${formatNumber(Math.floor(completeness * 1000) / 10, 1)}%`;
};

/** The same, short enough for a column of a table. */
export const completenessPercent = (completeness: number): string =>
  completeness >= 1 ? '100%' : `${formatNumber(Math.floor(Math.max(completeness, 0) * 1000) / 10, 1)}%`;

interface Measured {
  readonly total: number;
  readonly completeness: number;
}

/**
 * Nothing was measured, so zero would be no number. Of a meter that was never heard nothing is expected at first, and
 * what is not expected is complete.
 */
export const isUnmeasured = (
  { total, completeness }: Measured,
  { lastSeen }: { readonly lastSeen: string | null },
): boolean => total === 0 && (completeness === 0 || lastSeen === null);
