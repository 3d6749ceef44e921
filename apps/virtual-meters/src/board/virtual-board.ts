import { instant, type Zone } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type BoardKind, type Frame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import { PROFILES, type ProfileName } from '../profiles/catalogue.ts';
import { airTemperature, localTimeAt } from '../profiles/local-time.ts';
import { createNoise } from '../profiles/noise.ts';
import { type Measurement, measureElectricity, measureWater } from './measurement.ts';
import { rounded } from './rounded.ts';

interface BoardDescription {
  readonly mac: Mac;
  readonly profile: ProfileName;
  readonly zone: Zone;
  /** Names the establishment: boards that share it tell one story. */
  readonly seed: string;
  /** Since when its water leaks, epoch ms; null for never. */
  readonly leakingFrom: number | null;
}

/** A board: what it would measure over any interval. Pure; the same description always measures the same. */
export interface VirtualBoard {
  readonly mac: Mac;
  readonly kind: BoardKind;
  /** The frame sent at `to`, with what went through since `from`; the load is sampled every `stepMs`. */
  readonly frame: (from: number, to: number, stepMs: number) => Frame;
  /** The same as a line of the wire format. */
  readonly line: (from: number, to: number, stepMs: number) => string;
}

const BOX_WARMTH_C = 11;

function measurementOf({ profile, zone, seed, leakingFrom, mac }: BoardDescription): Measurement {
  const site = { zone, seed, leakingFrom };
  const chosen = PROFILES[profile];
  if (chosen.kind === 'water') return measureWater(chosen.load(site));
  return measureElectricity(chosen.load(site), chosen.kind, createNoise(`${seed}/${mac}/line`));
}

export function createVirtualBoard(description: BoardDescription): VirtualBoard {
  const { mac, profile, zone } = description;
  const { kind } = PROFILES[profile];
  const measure = measurementOf(description);
  const radio = createNoise(`${mac}/radio`);
  const nearness = 45 + 24 * radio.at(0);

  const frame = (from: number, to: number, stepMs: number): Frame => ({
    kind,
    at: instant(to),
    rssi: -Math.round(nearness + 8 * radio.smooth(to / 120_000)),
    t: rounded(airTemperature(localTimeAt(to, zone)) + BOX_WARMTH_C + radio.smooth(to / 900_000), 1),
    ...measure(from, to, stepMs),
  });
  return { mac, kind, frame, line: (from, to, stepMs) => formatFrame(frame(from, to, stepMs), mac) };
}
