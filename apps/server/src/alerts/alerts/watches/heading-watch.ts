import { HEADING_FROM_MS } from '@nascente/domain/alerts/running-demand';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Found } from './alert-finding.ts';
import type { DemandEstablishment } from './watched-meters.repository.ts';

/** Follows the running quarter-hour of establishments with a contracted demand, as their frames are stored. */
export interface HeadingWatch {
  /** Meters of which frames were stored just now. */
  stored(installations: readonly number[]): void;
  /** Looks at every establishment, also at those of which nothing is heard. */
  everyEstablishment(establishments: readonly DemandEstablishment[]): Promise<void>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** Frames that come together are looked at together, and the same establishments not again at once. */
const GATHER_MS = 100;
const PAUSE_MS = 1_000;

export const createHeadingWatch = (needs: {
  establishments: () => Promise<readonly DemandEstablishment[]>;
  find: (establishments: readonly DemandEstablishment[]) => Promise<Found['findings']>;
  tell: (found: Found) => Promise<unknown>;
  clock: () => Instant;
  log: Log;
}): HeadingWatch => {
  const { establishments, find, tell, clock, log } = needs;
  let byMeter: ReadonlyMap<number, DemandEstablishment> = new Map();
  let knownAt = Number.NEGATIVE_INFINITY;
  /** Meters that were heard since they were looked at; while it is not known which have a contract, all of them. */
  const heard = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const know = (found: readonly DemandEstablishment[]): void => {
    byMeter = new Map(
      found.flatMap((establishment) => establishment.installations.map((id) => [id, establishment] as const)),
    );
    knownAt = clock();
  };
  const isKnown = () => clock() - knownAt <= MINUTE_MS;
  const tellsOf = () => clock() % QUARTER_MS >= HEADING_FROM_MS;

  const lookAt = async (some: readonly DemandEstablishment[], looksAt: Found['looksAt']): Promise<void> => {
    // Before the fifth minute nobody knows: what was told of the quarter-hour before stays until then.
    if (!tellsOf()) return;
    await tell({ kind: 'demand-heading', findings: await find(some), seenFrom: null, looksAt });
  };

  const lookAtHeard = async (): Promise<void> => {
    if (!isKnown()) know(await establishments());
    const some = [...new Set([...heard].flatMap((id) => byMeter.get(id) ?? []))];
    heard.clear();
    const ids = new Set(some.map(({ establishmentId }) => establishmentId));
    if (ids.size > 0) await lookAt(some, (member) => ids.has(member));
  };

  const lookSoon = (ms: number): void => {
    timer ??= setTimeout(() => {
      running = lookAtHeard()
        .catch((failure: unknown) => log.warn({ err: failure }, 'a running demand could not be followed'))
        .finally(() => {
          timer = undefined;
          if (heard.size > 0) lookSoon(PAUSE_MS);
        });
    }, ms);
  };

  return {
    stored(installations) {
      if (!tellsOf()) return;
      const areMetersKnown = isKnown();
      for (const id of installations) if (!areMetersKnown || byMeter.has(id)) heard.add(id);
      if (heard.size > 0) lookSoon(GATHER_MS);
    },
    async everyEstablishment(found) {
      know(found);
      await lookAt(found, () => true);
    },
    async stop() {
      clearTimeout(timer);
      heard.clear();
      await running;
    },
  };
};
