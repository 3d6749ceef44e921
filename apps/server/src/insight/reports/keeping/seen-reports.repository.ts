import type { ReportKind, ReportPeriod } from '@nascente/contract/insight/reports';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import type { Viewer } from '../../../sites/meters/index.ts';
import { REPORT_OF, versionSeenBy } from './versions.repository.ts';

interface SeenVersion {
  readonly number: number;
  readonly madeAt: string;
  readonly total: number | null;
  readonly completeness: number;
  readonly estimated: number | null;
  readonly changes: readonly string[];
}

export interface SeenReport {
  readonly id: string;
  readonly kind: ReportKind;
  readonly subject: string | null;
  readonly subjectName: string | null;
  readonly type: 'eletric' | 'water' | null;
  readonly period: ReportPeriod;
  readonly first: string;
  readonly last: string;
  readonly isOpen: boolean;
  readonly state: 'waiting' | 'making' | 'made' | 'failed';
  readonly progress: number;
  readonly versions: readonly SeenVersion[];
}

interface Requested {
  readonly kind: ReportKind | null;
  readonly period: ReportPeriod | null;
  readonly limit: number;
  readonly skip: number;
}

export type SeenReportsRepository = ReturnType<typeof createSeenReportsRepository>;

/** Reports of $1 with a visible version, or without versions. */
const fromSeen = ({ scope }: Viewer): string => `from report r
  cross join lateral (
    select count(*) as made, json_agg(json_build_object('number', v.number, 'madeAt', v.made_at, 'total', v.total,
      'completeness', v.completeness, 'estimated', v.facts->'estimated', 'changes', v.changes) order by v.number desc)
      filter (where ${versionSeenBy(scope)}) as versions
    from report_version v where v.report_id = r.id) s
  where ${REPORT_OF} and (s.versions is not null or s.made = 0)`;

/** Its days may end before its period. */
const IS_OPEN = `r.is_open and coalesce(r.billed_last >= (r.looked_at at time zone '${DEFAULT_ZONE}')::date, true)`;

const COLUMNS = `r.id, r.kind, r.type, r.period, coalesce(r.billed_first, r.first_day)::text as first,
  coalesce(r.billed_last, r.last_day)::text as last, r.state, r.progress, ${IS_OPEN} as "isOpen", coalesce(s.versions, '[]') as versions,
  case r.kind when 'establishment' then r.establishment_id when 'group' then r.group_id
    when 'statement' then r.account_id end as subject,
  case r.kind
    when 'establishment' then (select p.display_name from establishment p where p.id = r.establishment_id)
    when 'group' then (select g.name from meter_group g where g.id = r.group_id)
    when 'statement' then (select trim(concat_ws(' ', c.first_name, c.last_name)) from account c where c.id = r.account_id)
  end as "subjectName"`;

export const createSeenReportsRepository = (pool: Pool) => ({
  async list(
    viewer: Viewer,
    { kind, period, limit, skip }: Requested,
  ): Promise<{ readonly reports: readonly SeenReport[]; readonly total: number }> {
    const requested = `${fromSeen(viewer)} and ($2::text is null or r.kind = $2) and ($3::text is null or r.period = $3)`;
    const values = [viewer.accountId, kind, period];
    const [{ rows: reports }, { rows: counted }] = await Promise.all([
      pool.query<SeenReport>(
        `select ${COLUMNS} ${requested} order by r.last_day desc, r.first_day desc, r.kind, "subjectName", r.id limit $4 offset $5`,
        [...values, limit, skip],
      ),
      pool.query<{ total: number }>(`select count(*)::int as total ${requested}`, values),
    ]);
    return { reports, total: counted[0]?.total ?? 0 };
  },
  async find(viewer: Viewer, id: string): Promise<SeenReport | null> {
    const { rows } = await pool.query<SeenReport>(
      `select ${COLUMNS} ${fromSeen(viewer)} and r.id = $2::uuid`,
      [viewer.accountId, id],
    );
    return rows[0] ?? null;
  },
});
