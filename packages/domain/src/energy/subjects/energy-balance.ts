import { sumBy } from '../../telemetry/intervals/totals.ts';

/** Energy measured by the meters of an establishment, all in one unit and 0 or more. */
interface MeasuredFlows {
  /** Energy from the grid, by the general meter; null without a general meter. */
  readonly consumed: number | null;
  /** Energy injected into the grid, by the general meter. */
  readonly exported: number;
  /** Generated energy, by the inverters' meters; null without such meters. */
  readonly generated: number | null;
  /** Energy of each other meter. */
  readonly parts: readonly { readonly total: number }[];
}

/** Sources and uses of energy: fromGrid + fromPanels + excess = toGrid + parts + rest. */
export interface EnergyBalance {
  readonly fromGrid: number;
  /** Generated energy, at least the injected energy, even if the inverters' meters show less; 0 without a general meter. */
  readonly fromPanels: number;
  /** Energy by which the parts exceed the supply, because of measurement errors or a wrong installation. */
  readonly excess: number;
  readonly toGrid: number;
  /** Consumption that no part measures. */
  readonly rest: number;
}

/** Computes sources and uses of an establishment's energy. Without a general meter, the supply is the sum of the meters. */
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
