import type { Database } from '../../platform/database/open-database.ts';
import type { SeededMeter } from './seed.ts';

/** A report of an establishment with one version, and a subscription to more of them. */
export const seedReport = async (
  { pool }: Database,
  where: { readonly establishment: string; readonly meter: SeededMeter; readonly accountId: string },
): Promise<{ readonly report: string; readonly reportSubscription: string }> => {
  const { establishment, meter, accountId } = where;
  const insert = async (text: string, values: readonly unknown[]): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(text, [...values]);
    return rows[0]?.id ?? '';
  };
  const report = await insert(
    `insert into report (account_id, kind, establishment_id, type, period, first_day, last_day, state, touched_at, is_open)
      values ($1, 'establishment', $2, 'eletric', 'month', '2026-09-01', '2026-09-30', 'made', now(), false) returning id`,
    [accountId, establishment],
  );
  await pool.query(
    `insert into report_version (report_id, number, made_at, total, completeness, facts, changes, installations, file_name, pdf, xlsx)
      values ($1, 1, now(), 777.75, 1, '{}', '{}', $2, 'relatorio', '%PDF', 'PK')`,
    [report, [meter.installationId]],
  );
  const reportSubscription = await insert(
    `insert into report_subscription (account_id, kind, establishment_id, type, period, formats, by_mail, sent_until)
      values ($1, 'establishment', $2, 'eletric', 'month', '{pdf}', true, '2026-09-30') returning id`,
    [accountId, establishment],
  );
  return { report, reportSubscription };
};
