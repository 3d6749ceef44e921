import { taughtBy } from '@nascente/domain/alerts/thresholds';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { silentAfter, toldSilentAfter } from '@nascente/domain/telemetry/quality/silence';
import type { Tuning } from '../rules/tuning.ts';
import type { AlertFinding, Found } from './alert-finding.ts';
import { meterFinding } from './findings.ts';
import type { HeardMeter, WatchedMetersRepository } from './watched-meters.repository.ts';

/** The newest that any meter sent to a server before this one: until then somebody was listening. */
const heardLastBefore = (heard: readonly HeardMeter[], listeningSince: Instant): number =>
  heard.reduce(
    (last, { heardAt }) => (heardAt < listeningSince ? Math.max(last, heardAt) : last),
    Number.NEGATIVE_INFINITY,
  );

/**
 * The meters of which nothing is heard. While no server was there to listen none of them was silent; those that were already
 * when the last one went still are.
 */
export const findSilence = async (
  meters: Pick<WatchedMetersRepository, 'heard'>,
  {
    now,
    listeningSince,
    tuning,
  }: { readonly now: Instant; readonly listeningSince: Instant; readonly tuning: Tuning },
): Promise<Found> => {
  const heard = await meters.heard();
  const before = heardLastBefore(heard, listeningSince);
  const findings: AlertFinding[] = [];
  const waiting = new Set<string>();
  for (const { installationId, establishmentId, heardAt, frames } of heard) {
    const member = String(installationId);
    const { opinions } = tuning(establishmentId, 'silent');
    const mostMs = toldSilentAfter(silentAfter(frames)) * taughtBy(opinions);
    if (now - Math.max(heardAt, listeningSince) > mostMs || before - heardAt > mostMs)
      findings.push(
        meterFinding({ installationId, establishmentId }, { kind: 'silent' }, { since: instant(heardAt) }),
      );
    // Nothing can be said yet of what was not heard since the server began to listen.
    else if (heardAt < listeningSince && now - listeningSince <= mostMs) waiting.add(member);
  }
  return { kind: 'silent', findings, seenFrom: null, looksAt: (member) => !waiting.has(member) };
};
