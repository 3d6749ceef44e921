import { addDays, daysBetween } from '@nascente/domain/base/time/civil-day';
import { LEAK_LITRES_A_MINUTE } from '@nascente/virtual-meters/profiles/water';
import { leakSaving } from '../insight/opportunities/index.ts';
import type { Connection } from '../platform/database/open-database.ts';
import { createMendedLeakRepository } from './mended-leak.repository.ts';
import { leakedDays, MENDED } from './mended-leak.ts';
import { TARIFFS } from './simple-tariffs.ts';

/** Nights that the evidence shows before the water began to leak. */
const QUIET_NIGHTS = 18;

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
const LITRES_A_CUBIC_METRE = 1000;

/** What Oportunidades told of it in the night before it was mended. */
const toldOf = ({ since, mended }: ReturnType<typeof leakedDays>) => {
  const flow = LEAK_LITRES_A_MINUTE * MINUTES_AN_HOUR;
  const perDay = (flow * HOURS_A_DAY) / LITRES_A_CUBIC_METRE;
  const costPerDay = perDay * Number(TARIFFS.agua.versions[0].inPoint);
  const days = daysBetween(since, mended);
  const nights = Array.from({ length: QUIET_NIGHTS + days }, (_, night) => {
    const date = addDays(since, night - QUIET_NIGHTS);
    return { date, flow: date < since ? 0 : flow };
  });
  const leak = { since, flow, perDay, costPerDay };
  return leakSaving({ mac: MENDED.mac, name: MENDED.name }, { leak, continuous: null, baseline: 0, nights });
};

/** Tells that the leak was mended, so that a newcomer sees what was saved since. Nothing where anything was ever decided. */
export async function tellMendedLeak(transaction: Connection, owner: string): Promise<void> {
  const repository = createMendedLeakRepository(transaction);
  const meter = await repository.undecided(owner, MENDED.mac);
  if (meter === null) return;
  const leaked = leakedDays(meter.installedAt);
  const saving = toldOf(leaked);
  if (saving === null) return;
  const { establishmentId } = meter;
  await repository.tell({ establishmentId, owner, mac: MENDED.mac, doneOn: leaked.mended, saving });
}
