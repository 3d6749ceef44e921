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
