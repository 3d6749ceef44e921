import { Readable } from 'node:stream';
import type { Instant } from '@nascente/domain/base/time/zone';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { PhaseColumn } from '@nascente/domain/telemetry/intervals/series';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { ConfirmPassword, Device } from '../../people/session/index.ts';
import { Expired } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDays } from '../../telemetry/series/index.ts';
import type { ExportRepository, HeldMeter } from './export.repository.ts';

/** Years of quarter-hours do not fit into memory at once. */
const BATCH_MS = 50 * DAY_MS;

/** What each column of a quarter-hour is called, and where it is read. */
const QUANTITIES: Readonly<Record<string, PhaseColumn>> = {
  ...phasesOf('consumed', 'mwh'),
  ...phasesOf('injected', 'mwh'),
  ...phasesOf('inductive', 'mvarh'),
  ...phasesOf('capacitive', 'mvarh'),
  volume_ml: 'volume',
};
const COLUMNS = Object.values(QUANTITIES);

function phasesOf(quantity: string, unit: string): Record<string, PhaseColumn> {
  return Object.fromEntries(
    ['A', 'B', 'C'].map((phase) => [
      `${quantity}_${phase.toLowerCase()}_${unit}`,
      `${quantity}${phase}` as PhaseColumn,
    ]),
  );
}

async function* quartersOf(
  held: ExportRepository,
  days: MeterDays,
  { id }: HeldMeter,
): AsyncGenerator<string> {
  const measured = await held.measured(id);
  let separator = '';
  for (
    let from = measured?.from ?? instant(0);
    measured && from < measured.to;
    from = instant(from + BATCH_MS)
  ) {
    const span = { installationId: id, from, to: instant(Math.min(from + BATCH_MS, measured.to)) };
    const [[runs], [estimated = []]] = await Promise.all([
      days.read(COLUMNS, [span]),
      days.estimated([span]),
    ]);
    const rows = rowsOfRuns(COLUMNS, span, runs);
    if (rows.length === 0) continue;
    const lines = rows.map(({ start, values }) => {
      const isEstimated = estimated.some((part) => part.from <= start && start < part.to);
      return JSON.stringify([new Date(start).toISOString(), ...values, Number(isEstimated)]);
    });
    yield separator + lines.join(',');
    separator = ',';
  }
}

/** The export as JSON, piece by piece. */
async function* exportText(
  { held, days }: { held: ExportRepository; days: MeterDays },
  head: Readonly<Record<string, unknown>>,
  meters: readonly HeldMeter[],
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ok: true, ...head }).slice(0, -1)},"consumption":[`;
  const columns = ['start', ...Object.keys(QUANTITIES), 'is_estimated'];
  for (const [index, meter] of meters.entries()) {
    const names = JSON.stringify({ installation: meter.id, mac: meter.mac, columns });
    yield `${index === 0 ? '' : ','}${names.slice(0, -1)},"quarters":[`;
    yield* quartersOf(held, days, meter);
    yield ']}';
  }
  yield ']}';
}

export type ExportService = ReturnType<typeof createExportService>;

export const createExportService = (needs: {
  held: ExportRepository;
  days: MeterDays;
  confirmPassword: ConfirmPassword;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { held, confirmPassword, audit, clock } = needs;
  return {
    /** Everything held of the caller, as JSON. Throws WrongCredentials or LimitReached. */
    async open(caller: Caller, password: string, device: Device): Promise<Readable> {
      requirePermission(caller, 'export-own-account');
      await confirmPassword(caller, password);
      const { accountId } = caller;
      await audit.record({ action: 'account-exported', actorId: accountId, subjectId: accountId, device });
      const person = await held.held(accountId);
      if (person === null) throw new Expired();
      const head = { exportedAt: new Date(clock()).toISOString(), ...person };
      return Readable.from(exportText(needs, head, await held.meters(accountId)), { objectMode: false });
    },
  };
};
