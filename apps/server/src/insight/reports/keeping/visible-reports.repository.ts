import type { ReportKind, ReportPeriod } from '@nascente/contract/insight/reports';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import type { Viewer } from '../../../sites/meters/index.ts';
import { REPORT_BELONGS_TO, versionVisibleTo } from './versions.repository.ts';

interface VisibleVersion {
  readonly number: number;
  readonly madeAt: string;
  readonly total: number | null;
  readonly completeness: number;
  readonly estimated: number | null;
  readonly changes: readonly string[];
}

export interface VisibleReport {
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
  readonly versions: readonly VisibleVersion[];
}

interface ReportFilter {
  readonly kind: ReportKind | null;
  readonly period: ReportPeriod | null;
  readonly limit: number;
  readonly skip: number;
}

export type VisibleReportsRepository = ReturnType<typeof createVisibleReportsRepository>;

/** Reports of $1 with a visible version, or without versions. */
const fromVisible = ({ scope }: Viewer): string => `from report r
  cross join lateral (
    select count(*) as made, json_agg(json_build_object('number', v.number, 'madeAt', v.made_at, 'total', v.total,
      'completeness', v.completeness, 'estimated', v.facts->'estimated', 'changes', v.changes) order by v.number desc)
      filter (where ${versionVisibleTo(scope)}) as versions
    from report_version v where v.report_id = r.id) s
  where ${REPORT_BELONGS_TO} and (s.versions is not null or s.made = 0)`;

/** A report is not open after its billed days, which may end before the period. */
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

export const createVisibleReportsRepository = (pool: Pool) => ({
  async list(
    viewer: Viewer,
    { kind, period, limit, skip }: ReportFilter,
  ): Promise<{ readonly reports: readonly VisibleReport[]; readonly total: number }> {
    const fromMatching = `${fromVisible(viewer)} and ($2::text is null or r.kind = $2) and ($3::text is null or r.period = $3)`;
    const values = [viewer.accountId, kind, period];
    const [{ rows: reports }, { rows: counted }] = await Promise.all([
      pool.query<VisibleReport>(
        `select ${COLUMNS} ${fromMatching} order by r.last_day desc, r.first_day desc, r.kind, "subjectName", r.id limit $4 offset $5`,
        [...values, limit, skip],
      ),
      pool.query<{ total: number }>(`select count(*)::int as total ${fromMatching}`, values),
    ]);
    return { reports, total: counted[0]?.total ?? 0 };
  },
  async find(viewer: Viewer, id: string): Promise<VisibleReport | null> {
    const { rows } = await pool.query<VisibleReport>(
      `select ${COLUMNS} ${fromVisible(viewer)} and r.id = $2::uuid`,
      [viewer.accountId, id],
    );
    return rows[0] ?? null;
  },
});
