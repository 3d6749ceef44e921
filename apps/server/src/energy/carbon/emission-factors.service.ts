import type { BodyOf, ContentOf, QueryOf } from '@nascente/contract/base/call';
import type {
  EmissionFactorJson,
  FactorImport,
  importEmissionFactors,
  listEmissionFactors,
  saveEmissionFactor,
} from '@nascente/contract/energy/emission-factors';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type CivilMonth, monthOf } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import {
  type EmissionFactor,
  factorLabel,
  hasEnded,
  missingFactors,
} from '@nascente/domain/energy/carbon/emission-factors';
import { readFactorFile } from '@nascente/domain/energy/carbon/factor-file';
import type { SheetRow } from '@nascente/domain/energy/past-imports/file-reading';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { openSheet } from '../past-imports/index.ts';
import { createEmissionFactorsRepository } from './emission-factors.repository.ts';

/** A year has twelve rows; a file with more lines than this is another table. */
const MAX_LINES = 2_000;
const TOO_LONG = `O arquivo tem mais de ${MAX_LINES} linhas: deixe só a tabela dos fatores.`;

const HAS_MONTH = 'Já há um fator deste mês: altere-o na lista.';
const HAS_MEAN = 'Já há uma média deste ano: altere-a na lista.';

const factorText = (kgPerKwh: number): string => `${formatNumber(kgPerKwh, 6)} kg/kWh`;

const rowsOf = async (file: Buffer): Promise<readonly SheetRow[]> => {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield file;
  }
  const sheet = await openSheet(bytes, null);
  const rows: SheetRow[] = [];
  for await (const portion of sheet.rows()) {
    rows.push(...portion);
    if (rows.length > MAX_LINES) throw invalidField('file', TOO_LONG);
  }
  return rows;
};

const isSame = (a: EmissionFactor, b: EmissionFactor): boolean => a.year === b.year && a.month === b.month;

const comparedWith = (stored: readonly EmissionFactor[], factors: readonly EmissionFactor[]) => {
  const storedOf = (factor: EmissionFactor) => stored.find((one) => isSame(one, factor));
  const changed = factors.flatMap((factor) => {
    const before = storedOf(factor)?.kgPerKwh ?? factor.kgPerKwh;
    return before === factor.kgPerKwh ? [] : [{ before, factor }];
  });
  const added = factors.filter((factor) => storedOf(factor) === undefined);
  return { added, changed, unchanged: factors.length - added.length - changed.length };
};

/** Stores a factor, and returns the value that it replaces. Throws Conflict if there is one that is not to be replaced. */
const store = async (
  repository: ReturnType<typeof createEmissionFactorsRepository>,
  factor: EmissionFactorJson,
  replaces: boolean,
) => {
  if (replaces) {
    const before = await repository.lock(factor);
    await repository.save(factor);
    return before;
  }
  if (!(await repository.add(factor))) throw new Conflict(factor.month === null ? HAS_MEAN : HAS_MONTH);
  return null;
};

/** Emission factors as national, dated parameters. */
export const createEmissionFactorsService = (needs: {
  db: Connection;
  audit: AuditTrail;
  clock: () => Instant;
}) => {
  const { db, audit, clock } = needs;
  const perRequest = createPerRequestCache<readonly EmissionFactor[]>();
  const stored = createEmissionFactorsRepository(db);
  const thisMonth = (): CivilMonth => monthOf(civilDateAt(clock(), DEFAULT_ZONE));
  return {
    /** All factors, for emissions. */
    factors: (): Promise<readonly EmissionFactor[]> => perRequest('', stored.list),
    async list(caller: Caller): Promise<ContentOf<typeof listEmissionFactors>> {
      requirePermission(caller, 'see-tariffs');
      const factors = await stored.list();
      return { factors: [...factors], missing: [...missingFactors(factors, thisMonth())] };
    },
    /** Throws Conflict if there is a factor of the same time that is not to be replaced. */
    async save(
      caller: Actor,
      { replaces, ...factor }: BodyOf<typeof saveEmissionFactor>,
    ): Promise<EmissionFactorJson> {
      requirePermission(caller, 'edit-tariffs');
      const of = factorLabel(factor);
      if (!hasEnded(factor, thisMonth()))
        refuseField(
          factor.month === null ? 'year' : 'month',
          `${of} ainda não terminou: o fator não pode estar publicado.`,
        );
      const { kgPerKwh, source } = factor;
      await db.transaction().execute(async (within) => {
        const repository = createEmissionFactorsRepository(within);
        const before = await store(repository, factor, replaces);
        const changed = before === null || before === kgPerKwh ? {} : { factorBefore: factorText(before) };
        const detail = { of, factor: factorText(kgPerKwh), source, ...changed };
        await audit.record({ action: 'emission-factor-saved', by: caller, subjectId: null, detail }, within);
      });
      return factor;
    },
    /** Throws NotFound if there is no such factor. */
    async remove(caller: Actor, year: number, month: number | null): Promise<void> {
      requirePermission(caller, 'edit-tariffs');
      const detail = { of: factorLabel({ year, month }) };
      await db.transaction().execute(async (within) => {
        if (!(await createEmissionFactorsRepository(within).remove(year, month)))
          throw new NotFound(`Não há fator de ${detail.of}.`);
        await audit.record(
          { action: 'emission-factor-removed', by: caller, subjectId: null, detail },
          within,
        );
      });
    },
    /** Throws InvalidInput if the file has another year or unit than the chosen one, or no table. */
    async importFile(
      caller: Actor,
      file: Buffer,
      query: QueryOf<typeof importEmissionFactors>,
    ): Promise<FactorImport> {
      requirePermission(caller, 'edit-tariffs');
      const { year, unit = null, source } = query;
      const isStored = query.store === 'true';
      const choice = { year: Number(year), unit, source, now: thisMonth() };
      const read = readFactorFile(await rowsOf(file), choice);
      if ('problem' in read) throw invalidField(read.field, read.problem);
      return db.transaction().execute(async (within) => {
        const repository = createEmissionFactorsRepository(within);
        const compared = comparedWith(await repository.list(), read.factors);
        const written = [...compared.added, ...compared.changed.map(({ factor }) => factor)];
        if (isStored && written.length > 0) {
          for (const factor of written) await repository.save(factor);
          const detail = { of: written.map(factorLabel).join(', '), source };
          await audit.record(
            { action: 'emission-factors-imported', by: caller, subjectId: null, detail },
            within,
          );
        }
        return { stored: isStored, ...compared, refused: [...read.refused] };
      });
    },
  };
};

export type EmissionFactorsService = ReturnType<typeof createEmissionFactorsService>;
