import type { Mac } from '@nascente/domain/metering/mac';
import type { Pool } from 'pg';
import type { Viewer } from './visibility.ts';
import { SEEN_BY } from './visible-meters.repository.ts';

export interface PastStay {
  readonly id: number;
  readonly name: string;
  readonly establishmentId: string;
  readonly establishmentName: string;
  readonly from: Date;
  readonly until: Date | null;
  readonly boards: readonly { readonly mac: string; readonly from: string; readonly until: string | null }[];
  /** 'MM/YYYY' in the zone of the place, newest first; thousandths of Wh, of water millilitres. */
  readonly months: readonly { readonly date: string; readonly amount: number }[];
}

export interface MeterPastRepository {
  /** From the present installation back through every move, as far as the viewer saw it; newest first. */
  stays(viewer: Viewer, mac: Mac): Promise<readonly PastStay[]>;
}

const BOARDS = `select jsonb_agg(jsonb_build_object('mac', s.mac, 'from', s.since, 'until', s.until) order by s.since desc)
  from board_stay s where s.installation_id = i.id`;

const MONTHS = `select jsonb_agg(jsonb_build_object('date', to_char(m.month, 'MM/YYYY'), 'amount', m.amount)
    order by m.month desc)
  from (
    select date_trunc('month', q.start at time zone e.zone) as month,
      sum(case when b.type = 'water' then q.volume_ml else q.consumed_a_mwh + q.consumed_b_mwh + q.consumed_c_mwh end) as amount
    from quarter q where q.installation_id = i.id and q.frames > 0 group by 1
  ) m`;

const stays = (seen: string): string => `with recursive chain as (
  select i.id, i.moved_from, 0 as back from installation i where i.mac = $2 and i.removed_at is null
  union all
  select i.id, i.moved_from, chain.back + 1 from installation i join chain on i.id = chain.moved_from
)
select i.id, i.name, e.id as "establishmentId", e.name as "establishmentName", i.installed_at as "from",
  i.removed_at as until, (${BOARDS}) as boards, coalesce((${MONTHS}), '[]') as months
from chain join installation i on i.id = chain.id join establishment e on e.id = i.establishment_id
  join board b on b.mac = i.mac
where ${seen} order by chain.back`;

export const createMeterPastRepository = (pool: Pool): MeterPastRepository => ({
  async stays({ accountId, scope }, mac) {
    const { rows } = await pool.query<PastStay>(stays(SEEN_BY[scope]), [accountId, mac]);
    return rows;
  },
});
