import type { EnergySeries, SeriesColumn } from '@nascente/domain/consumption/series';
import type { Pool } from 'pg';
import { utcDay } from './day-packer.ts';
import { slotsStatement } from './hours-statement.ts';
import { gapsOf } from './packed-gaps.ts';
import type { SpanRequest } from './series.repository.ts';
import { type SeriesRow, seriesOf, startOfRow } from './series-columns.ts';

const COLUMNS = ['consumedA', 'consumedB', 'consumedC', 'volume'] as const satisfies SeriesColumn[];
const STORED = {
  consumedA: 'consumed_a_mwh',
  consumedB: 'consumed_b_mwh',
  consumedC: 'consumed_c_mwh',
  volume: 'volume_ml',
};

const PACKED = `select given.place::integer, day, length, slots, null as peaks, consumed_a as "consumedA",
  consumed_b as "consumedB", consumed_c as "consumedC", volume
from unnest($1::integer[], $2::date[], $3::date[]) with ordinality as given (id, first, last, place)
join packed_day p on p.installation_id = given.id and p.day between given.first and given.last
order by given.place, day`;

const HOURS = slotsStatement(
  STORED,
  60,
  'installation_id = given.id and start >= given.since and start < given.until and frames > 0',
);

const OPEN = `select given.place, hours.*
from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::timestamptz[]) as given (place, id, since, until)
cross join lateral (${HOURS}) hours where hours.length > 0`;

type PlacedRow = SeriesRow & { readonly place: number };

export interface ManyHoursRepository {
  /** What was consumed by the hour, of many spans with two statements; in the order of the requests. */
  read(requests: readonly SpanRequest[]): Promise<readonly EnergySeries[]>;
}

export const createManyHoursRepository = (pool: Pool): ManyHoursRepository => ({
  async read(requests) {
    const asked = requests.flatMap((request, place) =>
      request.to > request.from ? [{ ...request, place }] : [],
    );
    if (asked.length === 0) return requests.map(() => seriesOf([], COLUMNS, 60));
    const packed = await pool.query<PlacedRow & { readonly day: string }>({
      name: 'packed-days-of-many',
      text: PACKED,
      values: [
        asked.map(({ installationId }) => installationId),
        asked.map(({ from }) => utcDay(from)),
        asked.map(({ to }) => utcDay(to - 1)),
      ],
    });
    const packedOf = Map.groupBy(packed.rows, ({ place }) => place - 1);
    const gaps = asked.flatMap((request, index) =>
      gapsOf(request, packedOf.get(index) ?? []).map((gap) => ({ ...request, ...gap, place: index })),
    );
    const open = await pool.query<PlacedRow>({
      name: 'open-hours-of-many',
      text: OPEN,
      values: [
        gaps.map(({ place }) => place),
        gaps.map(({ installationId }) => installationId),
        gaps.map(({ from }) => new Date(from).toISOString()),
        gaps.map(({ to }) => new Date(to).toISOString()),
      ],
    });
    const openOf = Map.groupBy(open.rows, ({ place }) => place);
    const series = new Map(
      asked.map(({ place }, index) => {
        const rows = [...(packedOf.get(index) ?? []), ...(openOf.get(index) ?? [])];
        const inOrder = rows.filter((row) => row.length > 0).sort((a, b) => startOfRow(a) - startOfRow(b));
        return [place, seriesOf(inOrder, COLUMNS, 60)] as const;
      }),
    );
    return requests.map((_, place) => series.get(place) ?? seriesOf([], COLUMNS, 60));
  },
});
