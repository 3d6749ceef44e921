import { instant } from '@nascente/domain/base/time/zone';
import { createTestApi } from '../../testing/test-api.ts';
import { createCompany } from '../seed-demonstration.ts';
import { type ElectricMeter, readElectricMeters } from './electric-meters.repository.ts';

export type { ElectricMeter };

/** Friday and a national holiday, 14:23:45 in Recife. */
export const NOW = '2026-11-20T17:23:45Z';
const FIRST = Date.parse('2026-09-20T03:00:00Z');
const QUARTER_MS = 900_000;

/** Energy of the n-th quarter-hour, mWh. */
const energyOf = ({ isGeneral }: Pick<ElectricMeter, 'isGeneral'>, index: number): number =>
  (isGeneral ? 2_250_000 : 250_000) + ((index * 7919) % 100_003);

/** The quarter-hours that every meter has measured. */
export const measuredQuarters = (meter: Pick<ElectricMeter, 'isGeneral'>) =>
  Array.from({ length: Math.floor((Date.parse(NOW) - FIRST) / QUARTER_MS) }, (_, index) => ({
    at: FIRST + index * QUARTER_MS,
    energy: energyOf(meter, index),
  }));

/** The demonstration company with two months of readings that a test can compute by itself. */
export const createMeasuredCompany = async () => {
  const api = await createTestApi(NOW);
  const owner = await api.seed.person();
  const electricMeters = () => readElectricMeters(api.database.pool);
  const seed = async () => {
    const at = instant(Date.parse(NOW));
    const people = { owner: owner.id, partner: owner.id };
    await api.database.db.transaction().execute((within) => createCompany(within, people, at));
    for (const meter of await electricMeters()) {
      const readings = measuredQuarters(meter).map(({ at, energy }) => ({
        at: new Date(at),
        energy_a_mwh: energy,
      }));
      await api.seed.readings(meter, readings);
    }
  };
  return { api, owner, electricMeters, seed };
};

export type MeasuredCompany = Awaited<ReturnType<typeof createMeasuredCompany>>;
