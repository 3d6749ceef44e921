import { NOMINAL_VOLTS } from '@nascente/domain/telemetry/supply/supply-windows';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** As many events as an answer names; how many there were stands beside them. */
export const MAX_EVENTS = 100;

const phase = described('Of which it is told.', z.enum(['A', 'B', 'C']));
const volts = described('V.', z.number());
const share = z.nullable(z.number());
const NOMINALS = NOMINAL_VOLTS.map(String) as [string, ...string[]];

/** A value of each ten minutes of the week, 1,008 of them; null where nothing was measured. */
const course = z.array(z.nullable(z.number()));
const coursesByPhase = z.object({
  A: described('Of phase A, which a meter of one phase fills.', course),
  B: described('Of phase B.', course),
  C: described('Of phase C.', course),
});

export const supplyWeek = z.object({
  nominal: described('Nominal voltage by which it is judged, V.', z.int()),
  limits: described(
    'Ends of the ranges, V: adequate within, precarious up to the critical ends, critical beyond.',
    z.object({
      criticalLow: described('Below it, critical, V.', z.number()),
      adequateLow: described('From it on adequate, V.', z.number()),
      adequateHigh: described('Up to it adequate, V.', z.number()),
      criticalHigh: described('Above it, critical, V.', z.number()),
    }),
  ),
  start: described('First civil day.', z.string()),
  end: described('Last civil day, which may be to come.', z.string()),
  from: described('When the first ten minutes begin.', answeredInstant),
  counted: described(
    'Readings of ten minutes that the indicators are made of. PRODIST asks for 1,008.',
    z.int(),
  ),
  replaced: described('Of them those from after the week, in place of what is not valid.', z.int()),
  phases: z.array(
    z.object({
      phase,
      adequate: described('Readings of the adequate range.', z.int()),
      precarious: described('Readings of the precarious range.', z.int()),
      critical: described('Readings of the critical range.', z.int()),
      lowest: volts,
      mean: volts,
      highest: volts,
    }),
  ),
  precarious: described('DRP as a share, of the phase with most; its limit is 0.03.', share),
  critical: described('DRC as a share, of the phase with most; its limit is 0.005.', share),
  compensation: described(
    "What the distributor would owe, as a share of the month's charge for the use of its network: an indication. Null of fewer than 1,008 readings, which make no indicator.",
    share,
  ),
  unbalance: described('FD95% as a share; its limit is 0.03. Null without three phases.', share),
  distortion: described(
    'DTT95% in %, of the phase with most; its limit is 10. Null where the meter does not measure it.',
    z.nullable(z.object({ phase, percent: described('%.', z.number()) })),
  ),
  volts: described('V, of each phase and ten minutes.', coursesByPhase),
  distortions: described('THD of the voltage in %, of each phase and ten minutes.', coursesByPhase),
  isValid: described('Of each ten minutes whether they are a valid reading.', z.array(z.boolean())),
  eventCount: described('Dips, swells and interruptions that frames saw.', z.int()),
  events: described(
    `The first ${MAX_EVENTS} of them.`,
    z.array(
      z.object({
        kind: z.enum(['dip', 'swell', 'interruption']),
        start: described('Of the first frame that saw it.', answeredInstant),
        end: described('Of the last.', answeredInstant),
        phase,
        volts: described('The furthest voltage, V.', z.number()),
        frames: described('How many frames saw it.', z.int()),
      }),
    ),
  ),
});
export type SupplyWeekAnswer = z.output<typeof supplyWeek>;

export const readSupplyWeek = defineCall({
  name: 'readSupplyWeek',
  method: 'GET',
  effect: 'reads',
  path: '/board/:mac/supply-week',
  access: 'session',
  permission: 'see-readings',
  summary:
    'Power quality of seven days by PRODIST Module 8: voltage of each ten minutes and phase, DRP, DRC, unbalance, distortion, dips and swells. A board is no certified instrument: all of it is indicative.',
  params: z.object({ mac }),
  query: z.strictObject({
    start: described('Default: seven days before today.', z.optional(civilDate)),
    nominal: described(
      "V, phase to neutral as the meter measures; default: of the meter's own setting.",
      z.optional(z.enum(NOMINALS, 'Tensão nominal inválida: use 127, 220, 380 ou 440')),
    ),
  }),
  success: 200,
  answer: z.object({ ok, supply: supplyWeek }),
});
