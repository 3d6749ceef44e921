import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { described } from '../base/described.ts';

/** Minutes of the local clock since midnight, [start, end), by half hours. */
const window = z.object({ start: z.int(), end: z.int() });

/** The hours of time-of-use periods in answers. */
export const answeredWindows = z.object({
  peak: window,
  intermediate: z.array(window),
  blackAwarenessFrom: described(
    'First year with 20 November as such a holiday; `null`: never.',
    z.nullable(z.int()),
  ),
  hasPeakOnHolidays: described(
    'True if national holidays have the peak hours of weekdays, as under the simple tariff; absent: holidays are off-peak.',
    z.exactOptional(z.boolean()),
  ),
});

/** Time-of-use periods of consecutive days. */
const touRule = z.object({
  start: described('Civil days, inclusive.', z.string()),
  end: z.string(),
  tariff: described(
    'Source of the hours: the tariff in force by the contract. `null`: the general rule, 18 to 21 h on weekdays.',
    z.nullable(
      z.object({
        _id: z.string(),
        distributor: z.string(),
        group: z.string(),
        comment: z.string(),
        color: z.string(),
        modality: z.enum(MODALITIES),
      }),
    ),
  ),
  windows: described(
    'Hours of weekdays; weekends are off-peak. Intermediate hours only if they have a price.',
    answeredWindows,
  ),
});
export type TouRule = z.output<typeof touRule>;

/** Consecutive intervals in order, without gaps; empty for water, which has no time-of-use periods. */
export const touRules = z.array(touRule);
