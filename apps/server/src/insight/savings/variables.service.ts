import type { BodyOf, ContentOf } from '@nascente/contract/base/call';
import type {
  readIndependentVariable,
  StoredVariable,
  saveIndependentVariable,
} from '@nascente/contract/insight/independent-variables';
import { type CivilDate, civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import type { VariableKind } from '@nascente/domain/energy/baseline/independent-variables';
import { gapsOf, VALUE_LIMITS } from '@nascente/domain/insight/savings/day-values';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import { createVariablesRepository, type VariablesRepository } from './variables.repository.ts';

interface Act {
  readonly caller: Actor;
  readonly id: string;
}

const ABSENT = 'Não há nenhum dia.';
const CELSIUS = '°C';

const requireFitting = (
  kind: VariableKind,
  { unit, values }: BodyOf<typeof saveIndependentVariable>,
  today: CivilDate,
): void => {
  const { min, max } = VALUE_LIMITS[kind];
  if (new Set(values.map(({ date }) => date)).size < values.length)
    refuseField('values', 'Há dias repetidos.');
  if (values.some(({ date }) => date > today)) refuseField('values', 'Há dias que ainda não terminaram.');
  if (values.some(({ value }) => value < min || value > max))
    refuseField('values', 'Há valores fora dos limites possíveis.');
  if (kind === 'temperature' && unit !== CELSIUS) refuseField('unit', 'Use °C.');
};

const listed = async (variables: Pick<VariablesRepository, 'list'>, id: string): Promise<StoredVariable[]> =>
  (await variables.list(id)).map(({ kind, unit, days, by, enteredAt }) => ({
    kind,
    unit,
    start: days[0] ?? '',
    end: days.at(-1) ?? '',
    days: days.length,
    gaps: gapsOf(days).map(({ first, last, days: count }) => ({ start: first, end: last, days: count })),
    by,
    enteredAt: enteredAt.toISOString(),
  }));

export const createVariablesService = (needs: {
  db: Connection;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}) => {
  const { db, establishments, audit, clock } = needs;
  const find = (caller: Caller, id: string) => {
    requirePermission(caller, 'edit-establishment');
    return establishments.findVisible(caller, id);
  };
  const todayIn = (zone: Zone): CivilDate => civilDateAt(clock(), zone);

  const change = async (
    { caller, id }: Act,
    action: NewAuditEvent['action'],
    make: (variables: VariablesRepository, zone: Zone) => Promise<Readonly<Record<string, string>>>,
  ): Promise<StoredVariable[]> => {
    const { name, ownerId, zone } = await find(caller, id);
    return db.transaction().execute(async (within) => {
      const variables = createVariablesRepository(within);
      await variables.hold(id);
      const detail = await make(variables, zone);
      const event = { action, by: caller, subjectId: ownerId };
      await audit.record({ ...event, detail: { establishment: name, ...detail } }, within);
      return listed(variables, id);
    });
  };

  return {
    async list(caller: Caller, id: string): Promise<StoredVariable[]> {
      await find(caller, id);
      return listed(createVariablesRepository(db), id);
    },
    async read(
      caller: Caller,
      id: string,
      kind: VariableKind,
    ): Promise<ContentOf<typeof readIndependentVariable>> {
      await find(caller, id);
      const variables = createVariablesRepository(db);
      const stored = (await variables.list(id)).find((one) => one.kind === kind);
      if (stored === undefined) throw new NotFound(ABSENT);
      return { unit: stored.unit, values: [...(await variables.values(id, kind))] };
    },
    save: (
      act: Act,
      kind: VariableKind,
      body: BodyOf<typeof saveIndependentVariable>,
    ): Promise<StoredVariable[]> =>
      change(act, 'variable-saved', async (variables, zone) => {
        requireFitting(kind, body, todayIn(zone));
        const { unit, values } = body;
        const before = (await variables.list(act.id)).find((one) => one.kind === kind);
        if (before !== undefined && before.unit !== unit)
          throw new Conflict(
            `A produção deste estabelecimento está em ${before.unit}. Use a mesma unidade, ou exclua os valores que já existem.`,
          );
        const { accountId } = act.caller;
        await variables.save({
          establishmentId: act.id,
          kind,
          unit,
          values,
          accountId,
          at: new Date(clock()),
        });
        const dates = values.map(({ date }) => date).toSorted();
        const [from, to] = [dates[0], dates.at(-1)].map((date) => formatDay(civilDate(date as string)));
        return { variable: kind, days: String(values.length), period: `${from} a ${to}` };
      }),
    remove: (act: Act, kind: VariableKind): Promise<StoredVariable[]> =>
      change(act, 'variable-removed', async (variables) => {
        if (!(await variables.remove(act.id, kind))) throw new NotFound(ABSENT);
        return { variable: kind };
      }),
  };
};
