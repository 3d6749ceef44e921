import { NOMINAL_VOLTS } from '@nascente/domain/telemetry/supply/supply-windows';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** Maximum events that an answer lists; another field has their total number. */
export const MAX_EVENTS = 100;

const phase = described('Phase of the meter.', z.enum(['A', 'B', 'C']));
const volts = described('V.', z.number());
const share = z.nullable(z.number());
const NOMINALS = NOMINAL_VOLTS.map(String) as [string, ...string[]];

/** 1,008 values, one for each ten minutes of the week; `null`: not measured. */
const weekSeries = z.array(z.nullable(z.number()));
const weekSeriesByPhase = z.object({
  A: described('Phase A, or the phase of a single-phase meter.', weekSeries),
  B: described('Phase B.', weekSeries),
  C: described('Phase C.', weekSeries),
});

export const supplyWeek = z.object({
  nominal: described('Nominal voltage of the assessment, V.', z.int()),
  limits: described(
    'Limits in V. Between an adequate and a critical limit a voltage is precarious; beyond, critical.',
    z.object({
      criticalLow: described('Critical below this value, V.', z.number()),
      adequateLow: described('Adequate from this value on, V.', z.number()),
      adequateHigh: described('Adequate up to this value, V.', z.number()),
      criticalHigh: described('Critical above this value, V.', z.number()),
    }),
  ),
  start: described('First civil day.', z.string()),
  end: described('Last civil day; may be in the future.', z.string()),
  from: described('Start of the first ten minutes.', answeredInstant),
  counted: described('Number of ten-minute readings in the indicators. PRODIST requires 1,008.', z.int()),
  replaced: described('Number of counted readings taken after the week to replace invalid ones.', z.int()),
  phases: z.array(
    z.object({
      phase,
      adequate: described('Number of readings in the adequate range.', z.int()),
      precarious: described('Number of readings in the precarious range.', z.int()),
      critical: described('Number of readings in the critical range.', z.int()),
      lowest: volts,
      mean: volts,
      highest: volts,
    }),
  ),
  precarious: described(
    'DRP of the worst phase, as a share; its limit is 0.03. Provisional with fewer than 1,008 readings; `null` without any.',
    share,
  ),
  critical: described(
    'DRC of the worst phase, as a share; its limit is 0.005. Provisional with fewer than 1,008 readings; `null` without any.',
    share,
  ),
  compensation: described(
    "Compensation owed by the distributor, as a share of the month's charge for the use of its network; indicative. `null` with fewer than 1,008 readings.",
    share,
  ),
  unbalance: described(
    'FD95% as a share; its limit is 0.03. `null` without a valid reading of it, as without three phases.',
    share,
  ),
  distortion: described(
    'DTT95% of the worst phase, in %; its limit is 10. `null` without a valid reading of it.',
    z.nullable(z.object({ phase, percent: described('%.', z.number()) })),
  ),
  volts: described('V, for each phase and ten minutes.', weekSeriesByPhase),
  distortions: described('THD of the voltage in %, for each phase and ten minutes.', weekSeriesByPhase),
  isValid: described('Validity of each ten minutes.', z.array(z.boolean())),
  eventCount: described('Number of dips, swells and interruptions in the frames.', z.int()),
  events: described(
    `The first ${MAX_EVENTS} of these events.`,
    z.array(
      z.object({
        kind: z.enum(['dip', 'swell', 'interruption']),
        start: described('Time of the first frame.', answeredInstant),
        end: described('Time of the last frame.', answeredInstant),
        phase,
        volts: described('Most extreme voltage, V.', z.number()),
        frames: described('Number of frames.', z.int()),
      }),
    ),
  ),
});
export type SupplyWeekAnswer = z.output<typeof supplyWeek>;

export const readSupplyWeek = defineCall({
  name: 'readSupplyWeek',
  route: 'GET /board/:mac/supply-week',
  permission: 'see-readings',
  summary:
    'Power quality of seven days by PRODIST Module 8: voltage of each ten minutes and phase, DRP, DRC, unbalance, distortion, dips and swells. A board is not a certified instrument: all results are indicative.',
  query: z.strictObject({
    start: described('Default: seven days before today.', z.optional(civilDate)),
    nominal: described(
      'Nominal value of the voltage that the board measures per phase, V. Default: the setting of the meter.',
      z.optional(z.enum(NOMINALS, 'Tensão nominal inválida: use 127, 220, 380 ou 440')),
    ),
  }),
  answer: { supply: supplyWeek },
});
