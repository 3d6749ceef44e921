import { formatNumber } from '../../base/units/format.ts';

/** Below this completeness the missing data of a cycle or month would look like a saving. */
const NEARLY_COMPLETE = 0.95;

/** Whether a total lacks so much data that comparisons with it are marked. */
export function isPartlyMeasured(completeness: number): boolean {
  return completeness < NEARLY_COMPLETE;
}

/**
 * 'só 62,5% medido, 12,5% estimado'; the measured share is rounded down. Null if nearly everything is measured and nothing is
 * estimated.
 */
export function partlyMeasuredText(completeness: number, estimated?: number): string | null {
  const measured = isPartlyMeasured(completeness)
    ? `só ${formatNumber(Math.floor(completeness * 1000) / 10, 1)}% medido`
    : null;
  const parts = [measured, estimatedText(estimated)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** 'em 62,5% das horas': the share of hours that both sides of a comparison measured; null if nearly all were. */
export function comparedHoursText(compared: {
  readonly hours: number;
  readonly ofHours: number;
}): string | null {
  const share = compared.ofHours === 0 ? 1 : compared.hours / compared.ofHours;
  if (!isPartlyMeasured(share)) return null;
  return `em ${formatNumber(Math.floor(share * 1000) / 10, 1)}% das horas`;
}

/** '12,5% estimado'; a positive share is never shown as zero. Null if nothing is estimated. */
export function estimatedText(estimated: number | undefined): string | null {
  if (estimated === undefined || estimated <= 0) return null;
  return `${formatNumber(Math.ceil(Math.min(estimated, 1) * 1000) / 10, 1)}% estimado`;
}
