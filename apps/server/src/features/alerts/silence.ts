import { toldSilentAfter } from '@nascente/domain/metering/silence';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { type AlertFinding, type Found, NO_FACTS } from './alert-finding.ts';
import type { WatchedMetersRepository } from './watched-meters.repository.ts';

/** The meters of which nothing is heard. While no server was there to listen, none of them was silent. */
export const findSilence = async (
  meters: Pick<WatchedMetersRepository, 'heard'>,
  { now, listeningSince }: { readonly now: Instant; readonly listeningSince: Instant },
): Promise<Found> => {
  const heard = await meters.heard();
  const findings = heard.flatMap(({ installationId, establishmentId, heardAt, frames }): AlertFinding[] => {
    if (now - Math.max(heardAt, listeningSince) <= toldSilentAfter(frames)) return [];
    return [
      {
        member: String(installationId),
        group: establishmentId,
        since: instant(heardAt),
        until: null,
        establishmentId,
        installations: [installationId],
        facts: NO_FACTS,
        cost: null,
      },
    ];
  });
  const waiting = new Set(
    heard.flatMap(({ installationId, heardAt, frames }) =>
      heardAt < listeningSince && now - listeningSince <= toldSilentAfter(frames)
        ? [String(installationId)]
        : [],
    ),
  );
  // Nothing can be said yet of what was not heard since the server began to listen.
  return { kind: 'silent', findings, seenFrom: null, looksAt: (member) => !waiting.has(member) };
};
