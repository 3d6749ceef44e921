import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { described } from '../base/described.ts';

/** Minutes of the local clock since midnight, [start, end), by half hours. */
const window = z.object({ start: z.int(), end: z.int() });

/** The hours of tariff periods in answers. */
export const answeredWindows = z.object({
  peak: window,
  intermediate: z.array(window),
  blackAwarenessFrom: described(
    'First year in which 20 November is such a holiday; null for never.',
    z.nullable(z.int()),
  ),
  hasPeakOnHolidays: described(
    'True where national holidays have the peak hours of any weekday, as under the simple tariff; absent: they are off-peak.',
    z.exactOptional(z.boolean()),
  ),
});

/** Tariff periods of consecutive days. */
const touRule = z.object({
  start: described('Civil days, both included.', z.string()),
  end: z.string(),
  tariff: described(
    'Whose hours they are: of the tariff in force by the contract. Null: the general rule, 18 to 21 h on weekdays.',
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
    'Hours of weekdays; weekends are off-peak. Intermediate hours only where they have a price.',
    answeredWindows,
  ),
});
export type TouRule = z.output<typeof touRule>;

/** In order, without a gap between them; of water, which has no posts, none. */
export const touRules = z.array(touRule);
