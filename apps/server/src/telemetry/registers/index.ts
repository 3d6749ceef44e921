import type { BodyOf, ContentOf, ParamsOf, QueryOf } from '@nascente/contract/base/call';
import {
  type AnsweredAdapter,
  readBoardAdapter,
  setBoardAdapter,
} from '@nascente/contract/sites/board-adapter';
import {
  type AnsweredStep,
  chooseVerdict,
  readRegisters,
  STEPS_PER_PAGE,
} from '@nascente/contract/telemetry/registers';
import { endOfDay, isCivilDate, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { isFieldOf, REGISTER_NAMES } from '@nascente/domain/telemetry/adapters/mapped-field';
import { type BoardKind, blankFrame } from '@nascente/domain/telemetry/frames/frame';
import type { PoolClient } from 'pg';
import type { AuditTrail } from '../../people/audit/index.ts';
import { inTransaction, onClient } from '../../platform/database/connections/client-connection.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, invalidField, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import { createAdaptedStateRepository } from './adapted-state.repository.ts';
import { credit } from './credit.ts';
import { createCreditedReadingsRepository } from './credited-readings.repository.ts';
import { createRegisterStepsRepository, type StepKey } from './register-steps.repository.ts';
import {
  type BoardAdaptersRepository,
  createBoardAdaptersRepository,
  createVerdictsRepository,
  type StepCursor,
  type StepOnPaper,
} from './registers.repository.ts';
import { rejudge } from './rejudge.ts';

export { openAdaptedStore } from './adapted-store.ts';

const THOUSANDTHS_PER_KILO = 1_000_000;

/** Thousandths of Wh, varh or litres as kWh, kvarh or m³. */
const inUnits = (thousandths: number): number => thousandths / THOUSANDTHS_PER_KILO;

const stepAnswer = (step: StepOnPaper): AnsweredStep => ({
  register: step.register,
  date: step.at.toISOString(),
  raw: inUnits(step.raw),
  previous:
    step.previous_at === null || step.previous_raw === null
      ? null
      : { date: step.previous_at.toISOString(), raw: inUnits(step.previous_raw) },
  verdict: step.verdict,
  increment: inUnits(step.increment),
  decision:
    step.decided_at === null
      ? null
      : {
          verdict: step.decided,
          reason: step.reason ?? '',
          by: step.decided_by,
          date: step.decided_at.toISOString(),
        },
});

const CURSOR = /^(\d{1,15})-(\w{1,20})$/;

const cursorText = ({ at, register }: StepOnPaper): string => `${at.getTime()}-${register}`;

/** Parses a cursor. Throws InvalidInput. */
const cursorOf = (text: string): StepCursor => {
  const parts = CURSOR.exec(text);
  if (parts === null) throw new InvalidInput('Página inválida', [{ path: 'cursor', msg: 'Página inválida' }]);
  return { at: instant(Number(parts[1])), register: parts[2] ?? '' };
};

type VerdictInput = BodyOf<typeof chooseVerdict> & ParamsOf<typeof chooseVerdict>;

const NO_WIDTH = 'Para uma virada, informe antes no adaptador da placa em que valor o registrador recomeça.';

/**
 * Applies an operator's verdict to a step and computes its consequences within the connection's transaction: steps, readings,
 * quarter-hours. Throws NotFound, InvalidInput. @returns the step, and the change of increments in kWh, kvarh or m³
 */
const judgeAnew = async (
  connection: PoolClient,
  needs: { meter: Meter; accountId: string; choice: VerdictInput; now: Instant },
): Promise<{ step: AnsweredStep; difference: number }> => {
  const { accountId, now } = needs;
  const { installationId, kind } = needs.meter;
  const { register, date, verdict, reason } = needs.choice;
  const verdicts = createVerdictsRepository(connection);
  const steps = createRegisterStepsRepository(connection, REGISTER_NAMES);
  const readings = createCreditedReadingsRepository(connection);
  await createAdaptedStateRepository(connection).lock([installationId]);
  const key: StepKey = { installationId, register, at: instant(date) };
  const step = await verdicts.find(key);
  if (step === null) throw new NotFound('Leitura não encontrada.');
  const limits = await verdicts.limitsOf(installationId);
  if (verdict === 'rollover' && limits.width === null) throw invalidField('verdict', NO_WIDTH);
  await steps.choose(key, verdict);
  const window = { installationId, register, since: key.at, until: key.at };
  const changed = await rejudge(steps, [window], () => limits);
  const touched = changed.map(({ at }) => ({ installationId, frame: blankFrame(kind, at) }));
  if (touched.length > 0) await credit({ steps, readings, now }, touched);
  const before = step.verdict;
  await verdicts.record({ ...key, chosen: verdict, before, reason, accountId, decidedAt: now });
  const gained = changed.reduce((sum, each) => sum + each.gained, 0);
  return { step: stepAnswer((await verdicts.find(key)) ?? step), difference: inUnits(gained) };
};

const TOO_OLD = 'Leituras desta data já não são guardadas.';

type Boundary = string | number;

/** A civil date means the whole day in the meter's zone; an instant is itself included. */
const spanOf = (start: Boundary, end: Boundary, zone: Zone): { from: Instant; to: Instant } => {
  const from =
    typeof start === 'string' && isCivilDate(start) ? startOfDay(start, zone) : instant(Number(start));
  const to = typeof end === 'string' && isCivilDate(end) ? endOfDay(end, zone) : instant(Number(end) + 1);
  if (to <= from) refuseField('end', 'A data final deve ser posterior à inicial.');
  return { from, to };
};

const refuseForeignFields = ({ mapping }: AnsweredAdapter, kind: BoardKind): void => {
  const errors = (mapping?.rules ?? []).flatMap(({ field }, index) =>
    isFieldOf(kind, field)
      ? []
      : [{ path: `adapter.mapping.rules.${index}.field`, msg: `Uma placa deste tipo não mede ${field}.` }],
  );
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
};

/** Adapters of boards, steps of their registers, and verdicts of operators. */
export const createRegistersFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: Pick<MeterDirectory, 'announce' | 'findVisible'>;
  audit: AuditTrail;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { directory, audit, clock, retentionDays } = needs;
  const { db, pool } = needs.database;

  const kindOf = async (adapters: BoardAdaptersRepository, mac: string): Promise<BoardKind> => {
    const kind = await adapters.kindOf(mac);
    if (kind === null) throw new NotFound('Placa não encontrada.');
    return kind;
  };

  const replace = async (
    adapters: BoardAdaptersRepository,
    mac: Mac,
    adapter: AnsweredAdapter,
    kind: BoardKind,
  ): Promise<void> => {
    refuseForeignFields(adapter, kind);
    const rival = await adapters.rival(mac, adapter.topic);
    if (rival !== null) throw new Conflict(`O tópico já é lido pela placa ${rival}.`);
    await adapters.save(mac, adapter, new Date(clock()));
  };

  const adaptersService = {
    /** The adapter of a board; `null`: it sends native records. Throws NotFound. */
    async read(caller: Caller, mac: Mac): Promise<AnsweredAdapter | null> {
      requirePermission(caller, 'see-inventory');
      const adapters = createBoardAdaptersRepository(db);
      await kindOf(adapters, mac);
      return adapters.find(mac);
    },
    /** Throws NotFound, InvalidInput, and Conflict if another board has the topic, or a parent or child of it. */
    async set(caller: Actor, mac: Mac, adapter: AnsweredAdapter | null): Promise<AnsweredAdapter | null> {
      requirePermission(caller, 'provision-boards');
      const detail = { mac, adapter: adapter?.adapter ?? 'native' };
      await db.transaction().execute(async (within) => {
        const adapters = createBoardAdaptersRepository(within);
        const kind = await kindOf(adapters, mac);
        if (adapter === null) await adapters.remove(mac);
        else await replace(adapters, mac, adapter, kind);
        await audit.record({ action: 'board-changed', by: caller, subjectId: null, detail }, within);
      });
      directory.announce({ mac });
      return adapter;
    },
  };

  const service = {
    async list(
      caller: Caller,
      mac: Mac,
      query: QueryOf<typeof readRegisters>,
    ): Promise<ContentOf<typeof readRegisters>> {
      requirePermission(caller, 'see-readings');
      const meter = await directory.findVisible(caller, mac);
      const { installationId, zone } = meter;
      const verdicts = createVerdictsRepository(pool);
      const span = spanOf(query.start, query.end, zone);
      const after = query.cursor === undefined ? null : cursorOf(query.cursor);
      const found = await verdicts.list(
        installationId,
        span,
        query.show === 'unusual',
        after,
        STEPS_PER_PAGE + 1,
      );
      const shown = found.slice(0, STEPS_PER_PAGE);
      const last = shown.at(-1);
      return {
        counts: shown.length > 0 || (await verdicts.has(installationId)),
        steps: shown.map(stepAnswer),
        next: found.length > STEPS_PER_PAGE && last !== undefined ? cursorText(last) : null,
      };
    },
    /** Updates readings, quarter-hours and closed days in the same transaction. Throws NotFound, InvalidInput. */
    async choose(caller: Actor, choice: VerdictInput): Promise<{ step: AnsweredStep; difference: number }> {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findVisible(caller, choice.mac);
      if (choice.date < clock() - retentionDays * DAY_MS) refuseField('date', TOO_OLD);
      const connection = await pool.connect();
      const { accountId } = caller;
      return inTransaction(connection, async () => {
        const judged = await judgeAnew(connection, { meter, accountId, choice, now: clock() });
        const detail = {
          meter: meter.name,
          mac: meter.mac,
          register: choice.register,
          at: formatDateTime(instant(choice.date), meter.zone),
          verdict: choice.verdict ?? 'automatic',
          reason: choice.reason,
        };
        const event = { action: 'verdict-changed', by: caller, subjectId: meter.ownerId } as const;
        await audit.record({ ...event, detail }, onClient(connection));
        return judged;
      });
    },
  };

  return {
    register(app: CallBinder): void {
      bindField(app, readBoardAdapter, ({ caller, params }) => adaptersService.read(caller, params.mac));
      bindField(app, setBoardAdapter, ({ caller, params, body }) =>
        adaptersService.set(caller, params.mac, body.adapter),
      );
      bindCall(app, readRegisters, ({ caller, params, query }) => service.list(caller, params.mac, query));
      bindCall(app, chooseVerdict, ({ caller, params, body }) =>
        service.choose(caller, { ...params, ...body }),
      );
    },
  };
};
