import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import {
  type AnsweredStep,
  type readRegisters,
  STEPS_PER_PAGE,
} from '@nascente/contract/telemetry/registers';
import { endOfDay, isCivilDate, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import type { Pool } from 'pg';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import { onClient } from '../../platform/database/connections/client-connection.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { type GivenVerdict, judgeAnew } from './judge-anew.ts';
import { cursorOf, cursorText, stepAnswer } from './step-answer.ts';
import { createVerdictsRepository } from './verdicts.repository.ts';

export interface RegistersService {
  list(
    caller: Caller,
    mac: string,
    query: QueryOf<typeof readRegisters>,
  ): Promise<Omit<AnswerOf<typeof readRegisters>, 'ok'>>;
  /** Reading, quarters and what is closed of them follow in the same transaction. Throws NotFound, InvalidInput. */
  choose(
    caller: Caller,
    choice: GivenVerdict,
    device: NewAuditEvent['device'],
  ): Promise<{ step: AnsweredStep; difference: number }>;
}

export const createRegistersService = (needs: {
  pool: Pool;
  directory: Pick<MeterDirectory, 'findVisible'>;
  audit: AuditTrail;
  clock: () => Instant;
  retentionDays: number;
}): RegistersService => {
  const { pool, directory, audit, clock, retentionDays } = needs;

  return {
    async list(caller, mac, query) {
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
    async choose(caller, choice, device) {
      requirePermission(caller, 'edit-meter');
      const meter = await directory.findVisible(caller, choice.mac);
      if (choice.date < clock() - retentionDays * DAY_MS) refuse('date', TOO_OLD);
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
        const event = { action: 'verdict-changed', actorId: accountId, subjectId: meter.ownerId } as const;
        await audit.record({ ...event, device, detail }, onClient(connection));
        return judged;
      });
    },
  };
};

const TOO_OLD = 'Leituras desta data já não são guardadas.';

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

type Boundary = string | number;

/** A civil date means the whole day in the meter's zone; an instant is itself included. */
const spanOf = (start: Boundary, end: Boundary, zone: Zone): { from: Instant; to: Instant } => {
  const from =
    typeof start === 'string' && isCivilDate(start) ? startOfDay(start, zone) : instant(Number(start));
  const to = typeof end === 'string' && isCivilDate(end) ? endOfDay(end, zone) : instant(Number(end) + 1);
  if (to <= from) refuse('end', 'A data final deve ser posterior à inicial.');
  return { from, to };
};
