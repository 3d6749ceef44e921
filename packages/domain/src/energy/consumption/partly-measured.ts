import { formatNumber } from '../../base/units/format.ts';

/** Below this, the total of a cycle or month looks like a saving. */
const NEARLY_COMPLETE = 0.95;

/** Whether a total misses so much that a comparison with it is marked. */
export function isPartlyMeasured(completeness: number): boolean {
  return completeness < NEARLY_COMPLETE;
}

/** 'só 62,5% medido, 12,5% estimado', measured never rounded up; null if nearly everything is measured and nothing estimated. */
export function partlyMeasuredText(completeness: number, estimated?: number): string | null {
  const measured = isPartlyMeasured(completeness)
    ? `só ${formatNumber(Math.floor(completeness * 1000) / 10, 1)}% medido`
    : null;
  const parts = [measured, estimatedText(estimated)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** 'em 62,5% das horas' of a comparison of the hours that both sides measured; null where they are nearly all. */
export function comparedHoursText(compared: {
  readonly hours: number;
  readonly ofHours: number;
}): string | null {
  const share = compared.ofHours === 0 ? 1 : compared.hours / compared.ofHours;
  if (!isPartlyMeasured(share)) return null;
  return `em ${formatNumber(Math.floor(share * 1000) / 10, 1)}% das horas`;
}

/** '12,5% estimado', never rounded down to nothing; null where nothing is. */
export function estimatedText(estimated: number | undefined): string | null {
  if (estimated === undefined || estimated <= 0) return null;
  return `${formatNumber(Math.ceil(Math.min(estimated, 1) * 1000) / 10, 1)}% estimado`;
}
