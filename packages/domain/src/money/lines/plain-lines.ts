import type { MeasuredCycle, MeasuredStretch } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import { billLines, type TariffVersion } from '../../sites/tariffs/simple-tariff.ts';
import type { RulesVersion, SimpleRules, WaterRules } from '../../sites/tariffs/tariff-rules.ts';
import type { Charge } from '../bill/bill.ts';
import { NO_TAXES } from '../charges/charge.ts';
import { waterCharges } from './water-charges.ts';

const ML_PER_M3 = 1_000_000;

/** Stretches under rules of one modality, with their version. */
function stretchesUnder<R extends SimpleRules | WaterRules>(
  measured: MeasuredCycle,
  modality: R['modality'],
): { readonly stretch: MeasuredStretch; readonly version: RulesVersion<R> }[] {
  return measured.stretches.flatMap((stretch) =>
    stretch.version?.rules.modality === modality
      ? [{ stretch, version: stretch.version as RulesVersion<R> }]
      : [],
  );
}

/** The lines of the simple tariff: as they always were. A meter of water counts its volume. */
export function simpleLines(measured: MeasuredCycle): Charge[] {
  const stretches = stretchesUnder<SimpleRules>(measured, 'simple');
  const isWater = stretches.some(({ stretch }) => stretch.volume > 0);
  const days = stretches.map(({ stretch: { first, consumed, volume } }) => ({
    date: first,
    ...(isWater ? { inPoint: 0, interPoint: 0, outPoint: volume } : consumed),
  }));
  const versions = stretches.map(
    ({ version: { validFrom, rules } }): TariffVersion => ({ validFrom, ...rules }),
  );
  return billLines(days, versions, isWater ? 'm³' : 'kWh').map((line) => ({
    ...line,
    kind: isWater ? 'water' : 'energy',
    taxes: NO_TAXES,
  }));
}

/** The lines of a water tariff; where prices change within the cycle, by the days of each. */
export function waterLines(measured: MeasuredCycle, { economias }: BillingContract): Charge[] {
  const volume = measured.stretches.reduce((sum, stretch) => sum + stretch.volume, 0);
  return stretchesUnder<WaterRules>(measured, 'water').flatMap(({ stretch, version: { rules } }) =>
    waterCharges(rules, {
      volume: rules.wholeM3 ? Math.floor(volume / ML_PER_M3) * ML_PER_M3 : volume,
      economias,
      days: { counted: stretch.days, of: measured.days },
    }),
  );
}
