import { sumBy } from '../../telemetry/intervals/totals.ts';

/** What went through the meters of an establishment; all of one unit, each 0 or more. */
interface MeasuredFlows {
  /** From the grid, by the general meter; null where none measures the whole. */
  readonly consumed: number | null;
  /** To the grid, by the general meter. */
  readonly exported: number;
  /** By the meters at inverters; null where there is none. */
  readonly generated: number | null;
  /** By each of the other meters. */
  readonly parts: readonly { readonly total: number }[];
}

/** Where it came from and where it went: both sides come to the same. */
export interface EnergyBalance {
  readonly fromGrid: number;
  /** At least the injected energy, whatever the inverters' meters show. */
  readonly fromPanels: number;
  /** By how much the parts measured more than came: two meters never agree to the last Wh, or something is wrong. */
  readonly excess: number;
  readonly toGrid: number;
  /** Consumption without a meter of its own. */
  readonly rest: number;
}

/** Sources and uses of an establishment's energy. Without a general meter the sum of the meters stands for the supply. */
export function energyBalance({ consumed, exported, generated, parts }: MeasuredFlows): EnergyBalance {
  const measured = sumBy(parts, ({ total }) => total);
  if (consumed === null) return { fromGrid: measured, fromPanels: 0, excess: 0, toGrid: 0, rest: 0 };
  const fromPanels = Math.max(generated ?? 0, exported);
  const used = consumed + fromPanels - exported;
  return {
    fromGrid: consumed,
    fromPanels,
    excess: Math.max(measured - used, 0),
    toGrid: exported,
    rest: Math.max(used - measured, 0),
  };
}
