import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import type { RulesVersion } from '../../sites/tariffs/tariff-rules.ts';
import { postWindowsOf } from '../../sites/tou-windows/posts-by-window.ts';
import type { EnergySeries } from '../../telemetry/intervals/series.ts';
import { type MeasuredCycle, type MeasureOptions, measureCycle } from './measured-cycle.ts';

interface Measured extends Omit<MeasureOptions, 'cycle' | 'versions'> {
  readonly series: EnergySeries;
  readonly cycles: readonly BillingCycle[];
}

/**
 * Measures the same cycles by the versions of one tariff after the other. Tariffs that count alike, as Verde and Azul of
 * a distributor do, share what was measured: counting a year of quarter-hours takes far longer than pricing it.
 */
export function createSharedMeasure({
  series,
  cycles,
  ...options
}: Measured): (versions: readonly RulesVersion[]) => readonly MeasuredCycle[] {
  const sharedByKey = new Map<
    string,
    { versions: readonly RulesVersion[]; measured: readonly MeasuredCycle[] }
  >();
  return (versions) => {
    const key = countedBy(versions);
    const found = sharedByKey.get(key);
    if (found !== undefined) {
      const versionOf = new Map(
        found.versions.map((version, index) => [version, versions[index] as RulesVersion]),
      );
      return found.measured.map((cycle) => underVersions(cycle, versionOf));
    }
    const measured = cycles.map((cycle) => measureCycle(series, { ...options, cycle, versions }));
    sharedByKey.set(key, { versions, measured });
    return measured;
  };
}

/** All that measuring depends on: from when on, windows, and what counts as reactive excess. */
function countedBy(versions: readonly RulesVersion[]): string {
  const parts = versions.map(({ validFrom, rules }) => {
    const reactive = 'reactive' in rules ? rules.reactive : null;
    return [validFrom, postWindowsOf(rules), reactive && [String(reactive.reference), reactive.capacitive]];
  });
  return JSON.stringify(parts);
}

function underVersions(
  cycle: MeasuredCycle,
  versionOf: ReadonlyMap<RulesVersion, RulesVersion>,
): MeasuredCycle {
  const stretches = cycle.stretches.map((stretch) => ({
    ...stretch,
    version: stretch.version && (versionOf.get(stretch.version) as RulesVersion),
  }));
  return { ...cycle, stretches };
}
