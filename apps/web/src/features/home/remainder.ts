import type { Consumed } from '../../shared/consumption/amount.ts';

export interface Remainder extends Consumed {
  /** Of the general meter's total, 0..1. */
  readonly share: number;
}

/** What the general meter counted and none of the others did; null while one of them is not known. */
export const remainderOf = (
  general: Consumed | null,
  parts: readonly (Consumed | null)[],
): Remainder | null => {
  const known = parts.filter((part) => part !== null);
  if (general === null || parts.length === 0 || known.length < parts.length || general.total <= 0)
    return null;
  // Meters do not close their quarters at the same second: a remainder slightly below zero is none.
  const total = Math.max(general.total - known.reduce((sum, part) => sum + part.total, 0), 0);
  const costs = known.map(({ cost }) => cost).filter((cost) => cost !== null);
  const cost =
    general.cost === null || costs.length < known.length
      ? null
      : Math.max(general.cost - costs.reduce((sum, part) => sum + part, 0), 0);
  return { total, cost, share: total / general.total };
};
