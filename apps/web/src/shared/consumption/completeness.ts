import { formatNumber } from '@nascente/domain/base/units/format';

/** How complete a total is, in words; never rounded up to a hundred. */
export const completenessText = (completeness: number): string => {
  if (completeness >= 1) return 'dados completos';
  if (completeness <= 0) return 'sem dados';
  return `dados completos em ${formatNumber(Math.floor(completeness * 1000) / 10, 1)}%`;
};

/** The same, short enough for a column of a table. */
export const completenessPercent = (completeness: number): string =>
  completeness >= 1 ? '100%' : `${formatNumber(Math.floor(Math.max(completeness, 0) * 1000) / 10, 1)}%`;

export interface Measured {
  readonly total: number;
  readonly completeness: number;
}

/** The same of what has a total, which may lie in a quarter-hour that is not over. */
export const measuredText = ({ total, completeness }: Measured): string =>
  completeness <= 0 && total > 0 ? 'primeiro quarto de hora em andamento' : completenessText(completeness);

/** Nothing was measured, so zero would be no number. */
export const isUnmeasured = ({ total, completeness }: Measured): boolean => total === 0 && completeness === 0;
