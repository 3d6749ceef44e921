import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { Pool } from 'pg';
import type { Viewer } from './visibility.ts';
import { SEEN_BY } from './visible-meters.repository.ts';

/** An installation of a board that was moved, with its boards over time. */
export interface PastStay {
  readonly id: number;
  readonly name: string;
  readonly establishmentId: string;
  readonly establishmentName: string;
  readonly zone: string;
  readonly kind: BoardKind;
  readonly from: Date;
  readonly until: Date | null;
  readonly boards: readonly { readonly mac: string; readonly from: string; readonly until: string | null }[];
  /** `first` and `last` are the times of the first and last measurements; `null`: none. */
  readonly first: Date | null;
  readonly last: Date | null;
}

export type MeterPastRepository = ReturnType<typeof createMeterPastRepository>;

/** SQL of the first or last instant with data of an installation, which `telemetry` provides. */
export type MeasuredAt = (which: 'first' | 'last', installation: string) => string;

const BOARDS = `select json_agg(json_build_object('mac', s.mac, 'from', s.since, 'until', s.until) order by s.since desc)
  from board_stay s where s.installation_id = i.id`;

/** Selects stays with all their columns, because a second join would scan all installations of the owner. */
const stays = (seen: string, measuredAt: MeasuredAt): string => `with recursive chain as (
  select i.id, i.mac, i.name, i.establishment_id, i.installed_at, i.removed_at, i.moved_from, 0 as back
  from installation i where i.mac = $2 and i.removed_at is null
  union all
  select i.id, i.mac, i.name, i.establishment_id, i.installed_at, i.removed_at, i.moved_from, chain.back + 1
  from installation i join chain on i.id = chain.moved_from
)
select i.id, i.name, e.id as "establishmentId", e.display_name as "establishmentName", e.zone,
  case b.type when 'water' then 'water' else b.model end as kind, i.installed_at as "from", i.removed_at as until,
  (${BOARDS}) as boards, ${measuredAt('first', 'i.id')} as first, ${measuredAt('last', 'i.id')} as last
from chain i join establishment e on e.id = i.establishment_id join board b on b.mac = i.mac
where ${seen} order by i.back`;

export const createMeterPastRepository = (pool: Pool, measuredAt: MeasuredAt) => ({
  /** The current installation and its predecessors by moves, as far as the viewer may see them; newest first. */
  async stays({ accountId, scope }: Viewer, mac: Mac): Promise<readonly PastStay[]> {
    const { rows } = await pool.query<PastStay>({
      name: `stays-${scope}`,
      text: stays(SEEN_BY[scope], measuredAt),
      values: [accountId, mac],
    });
    return rows;
  },
});
