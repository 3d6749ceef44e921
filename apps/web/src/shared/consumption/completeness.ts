import { formatNumber } from '@nascente/domain/base/units/format';
import { estimatedText } from '@nascente/domain/energy/consumption/partly-measured';

const withEstimate = (text: string, estimated: number | undefined): string =>
  [text, estimatedText(estimated) ?? []].flat().join(', ');

/** Completeness in words; never rounded up to 100 %. */
export const completenessText = (completeness: number, estimated?: number): string => {
  const isEstimated = estimatedText(estimated) !== null;
  if (completeness >= 1) return 'dados completos';
  if (completeness <= 0) return isEstimated ? withEstimate('nada medido', estimated) : 'sem dados';
  return withEstimate(
    `dados completos em ${formatNumber(Math.floor(completeness * 1000) / 10, 1)}%`,
    estimated,
  );
};

/** Completeness for a table column. */
export const completenessPercent = (completeness: number, estimated?: number): string =>
  completeness >= 1
    ? '100%'
    : withEstimate(`${formatNumber(Math.floor(Math.max(completeness, 0) * 1000) / 10, 1)}%`, estimated);

export interface Measured {
  readonly total: number;
  readonly completeness: number;
  readonly estimated?: number | undefined;
}

/** Completeness of a total, whose last quarter-hour may be open. */
export const measuredText = ({ total, completeness, estimated }: Measured): string =>
  completeness <= 0 && total > 0 && estimatedText(estimated) === null
    ? 'primeiro quarto de hora em andamento'
    : completenessText(completeness, estimated);

/** Nothing was measured, so zero would be wrong. */
export const isUnmeasured = ({ total, completeness, estimated }: Measured): boolean =>
  total === 0 && completeness === 0 && estimatedText(estimated) === null;
