import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { Caller } from '../../../platform/http/caller.ts';
import { discoveryOf, stateTopic } from './discovery.ts';
import type { HomeStates } from './home-states.ts';

/** A Home Assistant that is connected. */
export interface ConnectedHome {
  readonly id: string;
  readonly caller: Caller;
  readonly boards: readonly string[] | null;
  /** It has subscribed, or begun anew: what there is has to be said to it. */
  isNew: boolean;
  /** When it was told states last. */
  toldAt: number;
}

/** Within `expire_after` of the discovery, several times over. */
const TOLD_EVERY_MS = MINUTE_MS;

/** Tells each Home Assistant that is connected which meters there are, and how they are doing. */
export const createHomePublisher = (needs: {
  homes: () => readonly ConnectedHome[];
  /** Gives a message to one that has subscribed to it. */
  send: (home: ConnectedHome, topic: string, payload: Buffer) => void;
  states: HomeStates;
  clock: () => Instant;
  log: Log;
}) => {
  const { homes, send, states, clock, log } = needs;
  let timer: NodeJS.Timeout | undefined;
  let isTelling = false;

  const tellHome = async (home: ConnectedHome): Promise<void> => {
    const { id, caller, boards, isNew } = home;
    home.isNew = false;
    home.toldAt = clock();
    const json = (topic: string, value: unknown): void =>
      send(home, topic, Buffer.from(JSON.stringify(value)));
    for (const meter of await states.metersOf(caller, boards)) {
      if (isNew) for (const { topic, config } of discoveryOf(id, meter)) json(topic, config);
      json(stateTopic(id, meter.mac), await states.stateOf(caller, meter));
    }
  };

  const tell = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    try {
      const due = homes().filter(({ isNew, toldAt }) => isNew || clock() - toldAt >= TOLD_EVERY_MS);
      for (const home of due)
        await tellHome(home).catch((failure: unknown) =>
          log.warn({ err: failure, integration: home.id }, 'Home Assistant could not be told'),
        );
    } finally {
      isTelling = false;
    }
  };

  return {
    /** Tells those who are due; runs by itself every second. */
    tell,
    start() {
      timer = setInterval(() => void tell(), SECOND_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
