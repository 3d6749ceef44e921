import { civilDate, startOfDay } from '@nascente/domain/base/time/civil-day';
import { type Instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { type Completeness, repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { Log } from '@nascente/runtime/log';
import type { ConsumptionService } from '../../../energy/consumption/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import type { ReadingsService } from '../../../telemetry/readings/index.ts';
import { generatedInCycle, isAtInverter } from '../generated-energy.ts';
import { presentValues } from '../present-values.ts';
import { discoveryOf, stateTopic } from './discovery.ts';

type HomeStates = ReturnType<typeof createHomeStates>;

/** The sum of the measured phases; `null`: no phase was measured. */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const measured = values.filter((value) => value !== null);
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0);
};

/** Shares of a total in percent. The measured share is never rounded up, the estimated share never down. */
const percentsOf = ({ completeness, estimated = 0 }: Completeness) => ({
  completeness: Math.floor(completeness * 1_000) / 10,
  estimated: Math.ceil(estimated * 1_000) / 10,
});

export const createHomeStates = (needs: {
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  consumption: Pick<ConsumptionService, 'month' | 'generation'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}) => {
  const { directory, consumption, readings, clock } = needs;

  const consumptionOf = async (caller: Caller, meter: Meter) => {
    const cycle = await consumption.month(caller, meter.mac);
    const quantity = meter.type === 'water' ? 'water' : 'energy';
    const state = {
      [quantity]: cycle.total,
      [`${quantity}_forecast`]: cycle.forecast.total,
      cost: cycle.cost,
      cost_forecast: cycle.forecast.cost,
      cycle_start: new Date(startOfDay(civilDate(cycle.start), meter.zone)).toISOString(),
      ...percentsOf(repeatShares(cycle)),
    };
    return { state, powerSign: 1 };
  };
  const generationOf = async (caller: Caller, meter: Meter) => {
    const { total, isTurnedRound, ...shares } = await generatedInCycle(consumption, caller, meter, clock());
    return { state: { generation: total, ...percentsOf(shares) }, powerSign: isTurnedRound ? -1 : 1 };
  };

  return {
    async metersOf(caller: Caller, boards: readonly string[] | null): Promise<readonly Meter[]> {
      const seen = await directory.visibleMeters(caller);
      return boards === null ? seen : seen.filter(({ mac }) => boards.includes(mac));
    },
    /** The state of a meter by the keys of its sensors; `null`: unknown. */
    async stateOf(caller: Caller, meter: Meter): Promise<Readonly<Record<string, number | string | null>>> {
      const [cycle, frames] = await Promise.all([
        isAtInverter(meter) ? generationOf(caller, meter) : consumptionOf(caller, meter),
        readings.newest(caller, meter.mac),
      ]);
      const present = presentValues(frames, clock());
      const measured = sumOf([present('wa'), present('wb'), present('wc')]);
      return {
        ...cycle.state,
        power: measured === null ? null : measured * cycle.powerSign,
        voltage_a: present('va'),
        voltage_b: present('vb'),
        voltage_c: present('vc'),
        flow: present('flow'),
      };
    },
  };
};

export interface ConnectedHome {
  readonly id: string;
  readonly caller: Caller;
  readonly boards: readonly string[] | null;
  /** True after Home Assistant has subscribed or restarted: discovery and states must be sent. */
  isNew: boolean;
  /** Instant of the last sent states, epoch ms. */
  notifiedAt: number;
}

/** Several times shorter than `expire_after` of the discovery. */
const PUBLISH_EVERY_MS = MINUTE_MS;

/** Publishes meters and states to each connected Home Assistant. */
export const createHomePublisher = (needs: {
  homes: () => readonly ConnectedHome[];
  /** Sends a message to a subscribed Home Assistant. */
  send: (home: ConnectedHome, topic: string, payload: Buffer) => void;
  states: HomeStates;
  clock: () => Instant;
  log: Log;
}) => {
  const { homes, send, states, clock, log } = needs;
  let timer: NodeJS.Timeout | undefined;
  let isTelling = false;

  const publishStates = async (home: ConnectedHome): Promise<void> => {
    const { id, caller, boards, isNew } = home;
    home.isNew = false;
    home.notifiedAt = clock();
    const json = (topic: string, value: unknown): void =>
      send(home, topic, Buffer.from(JSON.stringify(value)));
    for (const meter of await states.metersOf(caller, boards)) {
      if (isNew) for (const { topic, config } of discoveryOf(id, meter)) json(topic, config);
      json(stateTopic(id, meter.mac), await states.stateOf(caller, meter));
    }
  };

  const notify = async (): Promise<void> => {
    if (isTelling) return;
    isTelling = true;
    try {
      const due = homes().filter(
        ({ isNew, notifiedAt }) => isNew || clock() - notifiedAt >= PUBLISH_EVERY_MS,
      );
      for (const home of due)
        await publishStates(home).catch((failure: unknown) =>
          log.warn({ err: failure, integration: home.id }, 'Home Assistant could not be told'),
        );
    } finally {
      isTelling = false;
    }
  };

  return {
    /** Publishes the due states; runs every second. */
    notify,
    start() {
      timer = setInterval(() => void notify(), SECOND_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
};
