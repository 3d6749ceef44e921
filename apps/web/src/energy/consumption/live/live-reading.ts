import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { phaseAverage } from '@nascente/domain/telemetry/quality/power-factor';
import { totalWatts } from '../../../shared/live/instant-power.ts';

export interface PhaseReading {
  /** V, A, −1..1 and W; null is 'not measured'. */
  readonly voltage: number | null;
  readonly current: number | null;
  readonly powerFactor: number | null;
  readonly power: number | null;
}

/** One message of a board as the screen needs it, whether it came live or was stored. */
export interface LiveReading {
  readonly at: Instant;
  /** dBm */
  readonly rssi: number | null;
  /** A, B, C; a mono board measures A. */
  readonly phases: readonly [PhaseReading, PhaseReading, PhaseReading];
  /** L/min */
  readonly flow: number | null;
  /** Since the previous message: kWh consumed and injected, and m³. */
  readonly consumed: number;
  readonly injected: number;
  readonly volume: number;
}

const WATT_HOURS_PER_KWH = 1000;
const LITRES_PER_CUBIC_METRE = 1000;
const MILLI = 1000;

type Electrical = Pick<
  Frame,
  'va' | 'vb' | 'vc' | 'ia' | 'ib' | 'ic' | 'pfa' | 'pfb' | 'pfc' | 'wa' | 'wb' | 'wc'
>;

const phasesOf = (frame: Electrical): LiveReading['phases'] => [
  { voltage: frame.va, current: frame.ia, powerFactor: frame.pfa, power: frame.wa },
  { voltage: frame.vb, current: frame.ib, powerFactor: frame.pfb, power: frame.wb },
  { voltage: frame.vc, current: frame.ic, powerFactor: frame.pfc, power: frame.wc },
];

/** Negative energy of a phase is injected; phases are not netted. */
const energies = (wattHours: readonly (number | null)[]) => ({
  consumed: wattHours.reduce<number>((sum, wh) => sum + Math.max(wh ?? 0, 0), 0) / WATT_HOURS_PER_KWH,
  injected: wattHours.reduce<number>((sum, wh) => sum + Math.max(-(wh ?? 0), 0), 0) / WATT_HOURS_PER_KWH,
});

/** A frame of the live feed; its energies are mWh, its volume mL. */
export const readingOfFrame = (frame: Frame): LiveReading => ({
  at: frame.at,
  rssi: frame.rssi,
  phases: phasesOf(frame),
  flow: frame.flow,
  ...energies(
    [frame.energyA, frame.energyB, frame.energyC].map((mwh) => (mwh === null ? null : mwh / MILLI)),
  ),
  volume: (frame.volume ?? 0) / MILLI / LITRES_PER_CUBIC_METRE,
});

/** A stored frame; its `kwh*` are Wh despite their names. */
export const readingOfAnswer = (frame: AnsweredFrame): LiveReading => ({
  at: instant(Date.parse(frame.date)),
  rssi: frame.rssi,
  phases: phasesOf(frame),
  flow: frame.flow,
  ...energies([frame.kwha, frame.kwhb, frame.kwhc]),
  volume: (frame.litres ?? 0) / LITRES_PER_CUBIC_METRE,
});

export const totalPower = ({ phases: [a, b, c] }: LiveReading): number | null =>
  totalWatts({ wa: a.power, wb: b.power, wc: c.power });

export const averagePowerFactor = ({ phases: [a, b, c] }: LiveReading): number | null =>
  phaseAverage(a.powerFactor, b.powerFactor, c.powerFactor);
