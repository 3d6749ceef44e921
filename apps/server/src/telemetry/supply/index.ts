import type { QueryOf } from '@nascente/contract/base/call';
import { MAX_EVENTS, readSupplyWeek, type SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { addDays, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import { nominalOf } from '@nascente/domain/telemetry/quality/voltage';
import {
  connectedOnly,
  type PhaseValues,
  type SupplyFrames,
} from '@nascente/domain/telemetry/supply/supply-frames';
import {
  compensationShare,
  type SupplyWeek,
  supplyWeek,
} from '@nascente/domain/telemetry/supply/supply-week';
import {
  type NominalVolts,
  type SupplyWindow,
  steadyLimits,
  supplyWindows,
  WINDOW_MS,
  WINDOWS_OF_WEEK,
} from '@nascente/domain/telemetry/supply/supply-windows';
import { type VoltageEvent, voltageEvents } from '@nascente/domain/telemetry/supply/voltage-events';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { readableSpan } from '../readings/index.ts';
import type { MeterFrames } from '../series/index.ts';

/** Boards measure tenths of a volt; hundredths exceed their precision. */
const HUNDREDTHS = 100;
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS;
const iso = (at: Instant): string => new Date(at).toISOString();

const byPhase = (windows: readonly SupplyWindow[], valuesOf: (window: SupplyWindow) => PhaseValues) => {
  const weekSeries = (phase: 0 | 1 | 2) => windows.map((window) => rounded(valuesOf(window)[phase]));
  return { A: weekSeries(0), B: weekSeries(1), C: weekSeries(2) };
};

/** The assessment of a week in the format of the API. */
const answeredWeek = (found: {
  readonly from: Instant;
  readonly week: SupplyWeek;
  readonly windows: readonly SupplyWindow[];
  readonly events: readonly VoltageEvent[];
}): Omit<SupplyWeekAnswer, 'nominal' | 'limits' | 'start' | 'end'> => {
  const { from, week, windows, events } = found;
  const { counted, replaced, phases, precarious, critical, unbalance, distortion, isValid } = week;
  // With fewer readings PRODIST defines no indicator; otherwise two readings of a first morning could cause a compensation for a
  // month.
  const isComplete = counted === WINDOWS_OF_WEEK;
  return {
    from: iso(from),
    counted,
    replaced,
    phases: phases.map((phase) => ({ ...phase })),
    precarious,
    critical,
    compensation: isComplete ? compensationShare(precarious ?? 0, critical ?? 0) : null,
    unbalance,
    distortion,
    volts: byPhase(windows, ({ volts }) => volts),
    distortions: byPhase(windows, (window) => window.distortion),
    isValid: [...isValid],
    eventCount: events.length,
    events: events.slice(0, MAX_EVENTS).map(({ kind, from: start, to: end, phase, volts, frames }) => ({
      kind,
      start: iso(start),
      end: iso(end),
      phase,
      volts,
      frames,
    })),
  };
};

const FIELDS: ReadonlySet<FrameField> = new Set(['va', 'vb', 'vc', 'vthda', 'vthdb', 'vthdc']);
/** Minimum number of windows after the week that may replace invalid ones: a day. For many invalid ones, twice their number. */
const MIN_AHEAD = 144;
const DAYS_OF_WEEK = 7;
const TOO_MANY =
  'O medidor enviou leituras demais nesta semana para que ela seja avaliada: escolha outra, ou faça a placa enviar com menos frequência.';

const supplyFramesOf = ({ at, columns }: Frames, nominal: NominalVolts): SupplyFrames => {
  const { va, vb, vc, vthda, vthdb, vthdc } = columns;
  return connectedOnly({ at, volts: [va, vb, vc], distortion: [vthda, vthdb, vthdc] }, nominal);
};

/** The quality of the supply by PRODIST Module 8. */
export const createSupplyFeature = (
  needs: Pick<Platform, 'clock' | 'retentionDays'> & { frames: MeterFrames; directory: MeterDirectory },
): { register(app: CallBinder): void } => {
  const { frames, directory, clock, retentionDays } = needs;

  /** A number of windows from an instant on, with their events. */
  const cut = async (meter: Meter, from: Instant, count: number, nominal: NominalVolts) => {
    const to = instant(Math.max(from, Math.min(from + count * WINDOW_MS, clock())));
    const span = readableSpan(meter, { from, to }, clock(), retentionDays);
    if (await frames.areTooMany(meter.installationId, span)) throw invalidField('start', TOO_MANY);
    const read = supplyFramesOf(await frames.read(meter.installationId, span, FIELDS), nominal);
    const events = voltageEvents(read, nominal);
    return { events, windows: supplyWindows(read, events, from, count) };
  };

  const supply = {
    week: (caller: Caller, mac: Mac, requested: QueryOf<typeof readSupplyWeek>): Promise<SupplyWeekAnswer> =>
      directory.read(caller, 'see-readings', mac, async (meter) => {
        const nominal =
          requested.nominal === undefined
            ? nominalOf(meter.voltage)
            : (Number(requested.nominal) as NominalVolts);
        const limits = steadyLimits(nominal);
        const today = civilDateAt(clock(), meter.zone);
        const start = requested.start ?? addDays(today, -DAYS_OF_WEEK);
        const from = startOfDay(start, meter.zone);
        const { windows, events } = await cut(meter, from, WINDOWS_OF_WEEK, nominal);
        const alone = supplyWeek(windows, [], limits);
        const missing = WINDOWS_OF_WEEK - alone.counted;
        const isReplaceable = alone.counted > 0 && missing > 0;
        const ahead = Math.min(WINDOWS_OF_WEEK, Math.max(MIN_AHEAD, missing * 2));
        const after = isReplaceable
          ? await cut(meter, instant(from + WINDOWS_OF_WEEK * WINDOW_MS), ahead, nominal)
          : null;
        const week = after === null ? alone : supplyWeek(windows, after.windows, limits);
        const end = addDays(start, DAYS_OF_WEEK - 1);
        return { nominal, limits, start, end, ...answeredWeek({ from, week, windows, events }) };
      }),
  };

  return {
    register: (app) =>
      bindField(app, readSupplyWeek, ({ caller, params, query }) => supply.week(caller, params.mac, query)),
  };
};
