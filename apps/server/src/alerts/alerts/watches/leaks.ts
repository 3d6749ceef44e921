import type { NightFlow } from '@nascente/contract/energy/water';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Profile } from '@nascente/domain/people/profiles';
import type { Log } from '@nascente/runtime/log';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AlertFinding, Found } from './alert-finding.ts';
import { meterFinding } from './findings.ts';
import type { WatchedMetersRepository, WaterMeter } from './watched-meters.repository.ts';

/** Answers what a screen shows of the nights of a water meter. */
export type ReadNights = (caller: Caller, mac: string) => Promise<NightFlow>;

/** Money is told as the owner of the establishment sees it. */
const ownerOf = ({ ownerId, ownerProfile }: WaterMeter): Caller => ({
  accountId: ownerId,
  profile: ownerProfile as Profile,
  email: '',
  managerId: null,
  sessionHash: Buffer.alloc(0),
});

const toFinding = (meter: WaterMeter, leak: NonNullable<NightFlow['leak']>): AlertFinding =>
  meterFinding(
    meter,
    { kind: 'leak', ...leak },
    { since: startOfDay(leak.since, meter.zone), cost: leak.cost },
  );

/** The water meters whose nights show a leak, or that never rest. One that cannot be judged now holds up no other. */
export const findLeaks = async (needs: {
  meters: Pick<WatchedMetersRepository, 'water'>;
  readNights: ReadNights;
  log: Log;
}): Promise<Found> => {
  const findings: AlertFinding[] = [];
  const unknown = new Set<string>();
  for (const meter of await needs.meters.water()) {
    try {
      const { leak, continuous } = await needs.readNights(ownerOf(meter), meter.mac);
      const leakFound = leak ?? continuous;
      if (leakFound !== null) findings.push(toFinding(meter, leakFound));
    } catch (failure) {
      needs.log.warn({ err: failure, mac: meter.mac }, 'the nights of a water meter could not be judged');
      unknown.add(String(meter.installationId));
    }
  }
  return { kind: 'leak', findings, seenFrom: null, looksAt: (member) => !unknown.has(member) };
};
