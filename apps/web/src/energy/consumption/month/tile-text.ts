import { formatNumber } from '@nascente/domain/base/units/format';
import type { ShownKind } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';

const THOUSAND = 1000;
const MANY = 10 * THOUSAND;

/** A day's value in the room of a tile: three or four characters. */
export const tileText = (value: number, kind: ShownKind, unit: Unit): string => {
  if (value >= MANY) return `${formatNumber(value / THOUSAND, 0)}k`;
  if (unit === 'money') return formatNumber(value, 0);
  if (kind === 'water') return formatNumber(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
  return formatNumber(value, value >= 10 ? 0 : 1);
};
