import {
  CORRECTION_TEXTS,
  type Correction,
  type CorrectionEffect,
  createCorrection,
  listCorrections,
  previewCorrection,
  undoCorrection,
} from '@nascente/contract/energy/corrections';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS, quarterEnd, quarterStart } from '@nascente/domain/base/time/quarter';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { InvalidInput, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../../telemetry/series/index.ts';
import { type ConsumptionReader, inReais, type SubjectPrices } from '../consumption/index.ts';
import {
  type CycleInterval,
  createCorrectionsRepository,
  createSetAside,
  daysOfInterval,
  type StoredCorrection,
} from './corrections.repository.ts';

export { createSetAside } from './corrections.repository.ts';

interface MeasuredInterval {
  /** Number of measured quarter-hours; `imported` is the number of imported ones. */
  readonly quarters: number;
  readonly imported: number;
  readonly frames: number;
  /** The measured amount, mWh or ml. */
  readonly amount: number;
}

const readMeasuredInterval = async (
  { days, frames }: Pick<SeriesFeature, 'days' | 'frames'>,
  span: { readonly installationId: number; readonly from: Instant; readonly to: Instant },
): Promise<MeasuredInterval> => {
  const columns = ['consumed', 'volume'] as const;
  const [[runs], counts] = await Promise.all([
    days.read(columns, [span]),
    frames.counts(span.installationId, span),
  ]);
  const present = rowsOfRuns(columns, span, runs);
  const framesAt = new Map(counts.map((quarter) => [quarter.start, quarter.frames]));
  const measured = present.filter(({ start }) => framesAt.has(start));
  return {
    quarters: measured.length,
    imported: present.length - measured.length,
    frames: measured.reduce((sum, { start }) => sum + (framesAt.get(start) ?? 0), 0),
    amount: measured.reduce((sum, { values }) => values.reduce((all, value) => all + value, sum), 0),
  };
};

const PER_UNIT = 1_000_000;

/** Thousandths of Wh and litres as kWh and m³. */
const inUnits = (thousandths: number): number => thousandths / PER_UNIT;

const correctionAnswer = (row: StoredCorrection): Correction => ({
  id: row.id,
  start: row.begins.toISOString(),
  end: row.ends.toISOString(),
  reason: row.reason,
  by: row.by,
  date: row.createdAt.toISOString(),
  amount: inUnits(row.amount),
  frames: row.frames,
  undone: row.undoneAt === null ? null : { by: row.undoneBy, date: row.undoneAt.toISOString() },
});

interface IntervalInput {
  /** Epoch ms; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const MAX_MS = 366 * DAY_MS;
const CORRECTION_ID = /^[1-9]\d{0,8}$/;
const ABSENT = 'Correção não encontrada.';
const UNDONE = 'Esta correção já foi desfeita.';

const checkedInterval = (meter: Meter, { start, end }: IntervalInput, now: Instant): CycleInterval => {
  if (end <= start) refuseField('end', CORRECTION_TEXTS.order);
  if (start % QUARTER_MS !== 0) refuseField('start', CORRECTION_TEXTS.quarters);
  if (end % QUARTER_MS !== 0) refuseField('end', CORRECTION_TEXTS.quarters);
  if (end > quarterEnd(now)) refuseField('end', CORRECTION_TEXTS.future);
  if (end - start > MAX_MS) refuseField('end', CORRECTION_TEXTS.length);
  if (start < quarterStart(meter.installedAt)) refuseField('start', CORRECTION_TEXTS.before);
  return { installationId: meter.installationId, from: new Date(start), to: new Date(end) };
};

/** Excluded intervals, which an operator marks as wrong. */
export const createCorrectionsFeature = (needs: {
  db: Connection;
  directory: Pick<MeterDirectory, 'findVisible'>;
  reader: ConsumptionReader;
  series: Pick<SeriesFeature, 'days' | 'frames'>;
  prices: SubjectPrices;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { directory, reader, prices, audit, clock, db } = needs;

  const editable = (caller: Caller, mac: Mac): Promise<Meter> => {
    requirePermission(caller, 'edit-meter');
    return directory.findVisible(caller, mac);
  };
  const daysOf = async (
    caller: Caller,
    meter: Meter,
    span: { readonly from: Instant; readonly to: Instant },
  ) => {
    const first = civilDateAt(span.from, meter.zone);
    const last = civilDateAt(instant(span.to - 1), meter.zone);
    const { touPeriodsOn } = await prices.touPeriodsOf(caller, meter, { first, last });
    return reader.inSpan(meter, { ...span, now: clock(), touPeriodsOn });
  };
  const effectOf = async (
    caller: Caller,
    meter: Meter,
    interval: CycleInterval,
  ): Promise<CorrectionEffect> => {
    const [from, to] = [interval.from, interval.to].map((at) => instant(at.getTime())) as [Instant, Instant];
    const { installationId } = meter;
    const { quarters, frames, amount, imported } = await readMeasuredInterval(needs.series, {
      installationId,
      from,
      to,
    });
    const days = imported > 0 ? null : await daysOf(caller, meter, { from, to });
    const cost = days && (await prices.ofDays(caller, { meter, days, isComplete: () => false })).total;
    return { quarters, frames, amount: inUnits(amount), cost: inReais(cost) };
  };
  const notify = (
    within: Connection,
    event: {
      action: NewAuditEvent['action'];
      caller: Actor;
      meter: Meter;
      interval: CycleInterval;
    },
  ) => {
    const { action, caller, meter, interval } = event;
    const [first, last] = [interval.from.getTime(), interval.to.getTime() - 1].map((at) =>
      civilDateAt(instant(at), meter.zone),
    );
    const detail = { mac: meter.mac, first: String(first), last: String(last) };
    return audit.record({ action, by: caller, subjectId: meter.ownerId, detail }, within);
  };
  const found = async (within: Connection, installationId: number, id: number): Promise<Correction> => {
    const [row] = await createCorrectionsRepository(within).list(installationId, id);
    if (row === undefined) throw new NotFound(ABSENT);
    return correctionAnswer(row);
  };

  const service = {
    async list(caller: Caller, mac: Mac): Promise<Correction[]> {
      requirePermission(caller, 'see-readings');
      const { installationId } = await directory.findVisible(caller, mac);
      return (await createCorrectionsRepository(db).list(installationId)).map(correctionAnswer);
    },
    /** Throws InvalidInput. */
    async preview(caller: Caller, mac: Mac, requested: IntervalInput): Promise<CorrectionEffect> {
      const meter = await editable(caller, mac);
      return effectOf(caller, meter, checkedInterval(meter, requested, clock()));
    },
    /** Excludes an interval and updates totals in the same transaction. Throws InvalidInput. */
    async exclude(
      caller: Actor,
      mac: Mac,
      { reason, ...requested }: IntervalInput & { reason: string },
    ): Promise<{ correction: Correction; effect: CorrectionEffect }> {
      const meter = await editable(caller, mac);
      const interval = checkedInterval(meter, requested, clock());
      const effect = await effectOf(caller, meter, interval);
      const correction = await db.transaction().execute(async (within) => {
        const corrections = createCorrectionsRepository(within);
        const setAside = createSetAside(within);
        await setAside.holdTotals(daysOfInterval(interval));
        const at = new Date(clock());
        const id = await corrections.insert(interval, { reason, accountId: caller.accountId, at });
        await setAside.settle(interval);
        await notify(within, { action: 'readings-excluded', caller, meter, interval });
        return found(within, meter.installationId, id);
      });
      return { correction, effect };
    },
    async undo(caller: Actor, mac: Mac, writtenId: string): Promise<Correction> {
      const meter = await editable(caller, mac);
      const id = CORRECTION_ID.test(writtenId) ? Number(writtenId) : 0;
      const { installationId } = meter;
      return db.transaction().execute(async (within) => {
        const corrections = createCorrectionsRepository(within);
        const setAside = createSetAside(within);
        const who = { accountId: caller.accountId, at: new Date(clock()) };
        const interval = await corrections.undo({ installationId, id }, who);
        if (interval === null) {
          await found(within, installationId, id);
          throw new InvalidInput(UNDONE);
        }
        await setAside.holdTotals(daysOfInterval(interval));
        await setAside.settle(interval);
        await notify(within, { action: 'readings-restored', caller, meter, interval });
        return found(within, installationId, id);
      });
    },
  };

  return {
    register(app: CallBinder): void {
      bindField(app, listCorrections, ({ caller, params }) => service.list(caller, params.mac));
      bindField(app, previewCorrection, ({ caller, params, query }) =>
        service.preview(caller, params.mac, query),
      );
      bindCall(app, createCorrection, ({ caller, params, body }) =>
        service.exclude(caller, params.mac, body),
      );
      bindField(app, undoCorrection, ({ caller, params }) => service.undo(caller, params.mac, params.id));
    },
  };
};
