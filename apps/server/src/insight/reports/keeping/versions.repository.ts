import type { ReportFormat } from '@nascente/contract/insight/reports';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';
import { type Scope, SEEN_BY, type Viewer } from '../../../sites/meters/index.ts';
import type { ReportFacts } from '../content/report-content.ts';

export interface NewVersion {
  readonly facts: ReportFacts;
  readonly changes: readonly string[];
  readonly installations: readonly number[];
  readonly fileName: string;
  readonly pdf: Buffer;
  readonly xlsx: Buffer;
}

interface LatestVersion {
  readonly number: number;
  /** `null`: the account may not see all of the version. */
  readonly facts: ReportFacts | null;
}

export interface StoredFile {
  readonly number: number;
  readonly fileName: string;
  readonly content: Buffer;
  readonly facts: ReportFacts;
  readonly changes: readonly string[];
}

export type VersionsRepository = ReturnType<typeof createVersionsRepository>;

const MAX_VERSIONS = 30;

/** SQL condition: the account $1 may see every installation of the version `v`. */
export const versionVisibleTo = (scope: Scope): string =>
  `not exists (select from unnest(v.installations) as spoken (id)
    left join installation i on i.id = spoken.id left join establishment e on e.id = i.establishment_id
    where (${SEEN_BY[scope]}) is not true)`;

/** SQL condition: the report `r` belongs to the account $1, or is the statement of one of its client users. */
export const REPORT_BELONGS_TO = `(r.account_id = $1::uuid or (r.kind = 'statement'
  and exists (select from account c where c.id = r.account_id and c.manager_id = $1::uuid)))`;

/** The conditions above with $1 replaced by the account. */
const forAccount = (text: string, accountId: string) => {
  const pieces = text.split('$1');
  return sql<boolean>`${sql.join(
    pieces.map((piece, index) => (index === 0 ? sql.raw(piece) : sql`${accountId}${sql.raw(piece)}`)),
    sql``,
  )}`;
};

export const createVersionsRepository = (db: Connection) => ({
  async latest({ accountId, scope }: Viewer, reportId: string): Promise<LatestVersion | null> {
    const { rows } = await sql<LatestVersion>`select v.number,
        case when ${forAccount(versionVisibleTo(scope), accountId)} then v.facts end as facts
      from report_version v where v.report_id = ${reportId}::uuid order by v.number desc limit 1`.execute(db);
    return rows[0] ?? null;
  },
  /** Adds a version and removes the oldest beyond the limit. */
  async add(reportId: string, number: number, version: NewVersion, now: Instant): Promise<void> {
    const { facts, changes, installations, fileName, pdf, xlsx } = version;
    await db
      .insertInto('report_version')
      .values({
        report_id: reportId,
        number,
        made_at: new Date(now),
        total: facts.total,
        completeness: facts.completeness,
        facts: JSON.stringify(facts),
        changes: [...changes],
        installations: [...installations],
        file_name: fileName,
        pdf,
        xlsx,
      })
      .execute();
    await db
      .deleteFrom('report_version')
      .where('report_id', '=', reportId)
      .where('number', '<=', number - MAX_VERSIONS)
      .execute();
  },
  /** The file of a version (by default the newest), if the account may see all of it. */
  async file(
    { accountId, scope }: Viewer,
    {
      reportId,
      number,
      format,
    }: { readonly reportId: string; readonly number: number | null; readonly format: ReportFormat },
  ): Promise<StoredFile | null> {
    const { rows } = await sql<StoredFile>`select v.number, v.file_name as "fileName", v.facts, v.changes,
        ${sql.ref(`v.${format}`)} as content
      from report r join report_version v on v.report_id = r.id
      where r.id = ${reportId}::uuid and ${forAccount(REPORT_BELONGS_TO, accountId)}
        and (${number}::int is null or v.number = ${number})
        and ${forAccount(versionVisibleTo(scope), accountId)}
      order by v.number desc limit 1`.execute(db);
    return rows[0] ?? null;
  },
});
