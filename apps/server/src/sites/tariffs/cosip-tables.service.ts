import type { BodyOf } from '@nascente/contract/base/call';
import {
  type CosipTableJson,
  readCosipCharge,
  type removeCosipPeriod,
  type saveCosipPeriod,
} from '@nascente/contract/sites/cosip-tables';
import { formatDay } from '@nascente/domain/base/units/format';
import type { CosipTable } from '@nascente/domain/sites/tariffs/billing-contract';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createCosipTablesRepository } from './cosip-tables.repository.ts';

const toTable = ({ municipality, periods }: CosipTableJson): CosipTable => ({
  municipality,
  periods: periods.map(({ validFrom, cosip }) => ({ validFrom, cosip: readCosipCharge(cosip) })),
});

/** Tables of the contribution to public lighting by municipality. */
export const createCosipTablesService = ({ db, audit }: { db: Connection; audit: AuditTrail }) => {
  const perRequest = createPerRequestCache<readonly CosipTable[]>();
  const stored = createCosipTablesRepository(db);
  return {
    /** The tables of these municipalities, for bills. */
    tables: async (municipalities: readonly string[]): Promise<readonly CosipTable[]> =>
      municipalities.length === 0
        ? []
        : perRequest(municipalities.toSorted().join('\n'), async () =>
            (await stored.list(municipalities)).map(toTable),
          ),
    async list(caller: Caller): Promise<CosipTableJson[]> {
      requirePermission(caller, 'see-tariffs');
      return stored.list();
    },
    async save(caller: Actor, input: BodyOf<typeof saveCosipPeriod>): Promise<CosipTableJson> {
      requirePermission(caller, 'edit-tariffs');
      const { municipality, ...period } = input;
      const { cosip, source, validFrom } = period;
      if (cosip.mode === 'bands' && !isAscending(cosip.bands))
        throw new InvalidInput('As faixas da COSIP devem crescer, e só a última não tem limite.', []);
      const detail = { municipality, since: formatDay(validFrom), source };
      return db.transaction().execute(async (within) => {
        const repository = createCosipTablesRepository(within);
        await repository.save(municipality, period);
        await audit.record({ action: 'cosip-table-saved', by: caller, subjectId: null, detail }, within);
        const [table = { municipality, periods: [period] }] = await repository.list([municipality]);
        return table;
      });
    },
    /** Throws NotFound if no table begins on the day, and Conflict if contracts name the oldest one: earlier bills would lose COSIP. */
    async remove(
      caller: Actor,
      { municipality, validFrom }: BodyOf<typeof removeCosipPeriod>,
    ): Promise<void> {
      requirePermission(caller, 'edit-tariffs');
      await db.transaction().execute(async (within) => {
        const repository = createCosipTablesRepository(within);
        if (!(await repository.remove(municipality, validFrom)))
          throw new NotFound('Não há tabela deste município que comece neste dia.');
        await requireUnused(repository, municipality, validFrom);
        const detail = { municipality, since: formatDay(validFrom) };
        await audit.record({ action: 'cosip-table-removed', by: caller, subjectId: null, detail }, within);
      });
    },
  };
};

/** Throws Conflict if contracts name a municipality that has lost its oldest table. */
const requireUnused = async (
  repository: ReturnType<typeof createCosipTablesRepository>,
  municipality: string,
  removed: string,
): Promise<void> => {
  const [table] = await repository.list([municipality]);
  if (table?.periods.some(({ validFrom }) => validFrom < removed)) return;
  const uses = await repository.uses(municipality);
  if (uses === 0) return;
  const users = uses === 1 ? 'Um estabelecimento usa' : `${uses} estabelecimentos usam`;
  const which = table === undefined ? 'única' : 'mais antiga';
  throw new Conflict(`${users} esta tabela: guarde uma tabela anterior antes de remover a ${which}.`);
};

const isAscending = (bands: readonly { readonly upTo: number | null }[]): boolean =>
  bands.length > 0 &&
  bands.every(({ upTo }, index) =>
    upTo === null ? index === bands.length - 1 : upTo > (bands[index - 1]?.upTo ?? 0),
  );

export type CosipTablesService = ReturnType<typeof createCosipTablesService>;
