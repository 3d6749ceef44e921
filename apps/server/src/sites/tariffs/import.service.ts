import type { Readable } from 'node:stream';
import type { ImportSummary } from '@nascente/contract/sites/tariff-import';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { formatNumber } from '@nascente/domain/base/units/format';
import { priceToNumber } from '@nascente/domain/base/units/price';
import { may } from '@nascente/domain/people/permissions';
import { FLAGS } from '@nascente/domain/sites/tariffs/billing-contract';
import type { AuditActor, AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/caller.ts';
import { type AneelFile, readAneelFile } from './aneel-file.ts';
import { createFlagsRepository, type StoredFlag } from './flags.repository.ts';
import { createImportRepository } from './import.repository.ts';
import type { PlannedTariff } from './import-plan.ts';
import { planComponents, planImport } from './import-plan.ts';

type Tariffs = Extract<ImportSummary, { kind: 'tariffs' }>;
type Counts = Pick<Tariffs, 'tariffs' | 'newTariffs' | 'newVersions' | 'unchangedVersions' | 'conflicts'>;

const MAX_NAMED = 100;

const countsOf = (plan: readonly PlannedTariff[]): Counts => {
  const sum = (count: (tariff: PlannedTariff) => number) =>
    plan.reduce((total, tariff) => total + count(tariff), 0);
  return {
    tariffs: plan.length,
    newTariffs: sum(({ id }) => (id === null ? 1 : 0)),
    newVersions: sum(({ newVersions }) => newVersions.length),
    unchangedVersions: sum(({ unchanged }) => unchanged),
    conflicts: sum(({ conflicts }) => conflicts.length),
  };
};

const alphabet = new Intl.Collator('pt-BR');

const byDistributor = (plan: readonly PlannedTariff[]): Tariffs['distributors'] =>
  [...Map.groupBy(plan, ({ distributorKey }) => distributorKey)]
    .map(([key, versions]) => ({
      key,
      name: versions[0]?.names.distributor ?? key,
      cnpj: versions[0]?.cnpj ?? null,
      ...countsOf(versions),
    }))
    .sort((one, other) => alphabet.compare(one.name, other.name));

const nameOf = ({ distributor, group, color, comment }: PlannedTariff['names']): string =>
  [distributor, group, color, comment].filter((part) => part !== '').join(' · ');

const conflictsOf = (plan: readonly PlannedTariff[]): Tariffs['namedConflicts'] =>
  plan
    .flatMap(({ names, conflicts }) => conflicts.map((conflict) => ({ tariff: nameOf(names), ...conflict })))
    .slice(0, MAX_NAMED);

const countedOf = ({ encoding, rows, takenRows, refusals }: AneelFile) => ({
  encoding,
  rows,
  takenRows,
  refusals: [...refusals],
});

/** Counts of a tariff file, in all and by distributor. */
const summaryOfTariffs = (file: AneelFile, plan: readonly PlannedTariff[], stored: boolean): Tariffs => ({
  kind: 'tariffs',
  stored,
  ...countedOf(file),
  ...countsOf(plan),
  distributors: byDistributor(plan),
  namedConflicts: conflictsOf(plan),
});

interface ImportChoice {
  /** `false`: the file is only read and summarized. */
  readonly store: boolean;
  readonly since: CivilDate | null;
  /** `null`: all distributors. */
  readonly distributors: readonly string[] | null;
}

type TariffFile = Extract<AneelFile, { kind: 'tariffs' }>;
type ComponentFile = Extract<AneelFile, { kind: 'components' }>;
type FlagFile = Exclude<AneelFile, TariffFile | ComponentFile>;

const DECIMALS = 5;
const textOf = ({ name, price }: StoredFlag): string =>
  `${FLAGS[name]} R$ ${formatNumber(priceToNumber(price), DECIMALS)}`;

const importFlags = async (within: Connection, file: FlagFile, store: boolean): Promise<ImportSummary> => {
  const flags = createFlagsRepository(within);
  const isMonths = file.kind === 'flags';
  const keyOf = ({ month, name }: StoredFlag) => (isMonths ? month : `${month} ${name}`);
  const stored = isMonths ? await flags.months() : await flags.prices();
  const storedByKey = new Map(stored.map((flag) => [keyOf(flag), flag]));
  const flagRows = [...new Map(file.flags.map((flag) => [keyOf(flag), flag])).values()];
  const added = flagRows.filter((flag) => !storedByKey.has(keyOf(flag)));
  const changed = flagRows.flatMap((flag) => {
    const before = storedByKey.get(keyOf(flag));
    return before && (before.name !== flag.name || before.price !== flag.price) ? [{ flag, before }] : [];
  });
  if (store)
    for (const flag of [...added, ...changed.map((change) => change.flag)])
      await (isMonths ? flags.setMonth(flag) : flags.setPrice(flag));
  return {
    kind: file.kind,
    stored: store,
    ...countedOf(file),
    added: added.length,
    unchanged: flagRows.length - added.length - changed.length,
    changed: changed.map(({ flag, before }) => ({
      month: toMonthOfYear(flag.month),
      before: textOf(before),
      after: textOf(flag),
    })),
  };
};

const importComponents = async (
  within: Connection,
  file: ComponentFile,
  store: boolean,
): Promise<ImportSummary> => {
  const repository = createImportRepository(within);
  if (store) await repository.lock();
  const rules = await repository.rules(store);
  const plan = planComponents(file.components, await repository.storedTariffs(), rules);
  if (store) await repository.fill(plan.filled);
  return {
    kind: 'components',
    stored: store,
    ...countedOf(file),
    filled: plan.filled.length,
    unchanged: plan.unchanged,
    withoutTariff: plan.withoutTariff,
    conflicts: plan.conflicts.length,
    namedConflicts: plan.conflicts
      .slice(0, MAX_NAMED)
      .map(({ names, ...conflict }) => ({ tariff: nameOf(names), ...conflict })),
  };
};

const THIS_MACHINE: AuditActor = { actorId: null, device: { address: 'localhost', userAgent: '' } };

const detailOf = (summary: ImportSummary): Record<string, string> => {
  if (summary.kind === 'tariffs')
    return { tariffs: String(summary.tariffs), versions: String(summary.newVersions) };
  if (summary.kind === 'components') return { versions: String(summary.filled) };
  return { months: String(summary.added + summary.changed.length) };
};

export const createTariffImport = (needs: { db: Connection; audit: AuditTrail }) => {
  const { db, audit } = needs;
  const importTariffs = async (
    within: Connection,
    file: TariffFile,
    store: boolean,
    importedBy: string | null,
  ): Promise<ImportSummary> => {
    const repository = createImportRepository(within);
    if (store) await repository.lock();
    const plan = planImport(file.tariffs, await repository.storedTariffs(), await repository.windows());
    if (store) await repository.store(plan, importedBy);
    return summaryOfTariffs(file, plan, store);
  };
  const importOf = (within: Connection, read: AneelFile, store: boolean, importedBy: string | null) => {
    if (read.kind === 'tariffs') return importTariffs(within, read, store, importedBy);
    return read.kind === 'components'
      ? importComponents(within, read, store)
      : importFlags(within, read, store);
  };
  const run = async (file: Readable, choice: ImportChoice, actor: AuditActor) => {
    const { store, since } = choice;
    const distributors = choice.distributors && new Set(choice.distributors);
    const read = await readAneelFile(file, { since, distributors });
    return db.transaction().execute(async (within) => {
      const importedBy = 'by' in actor ? actor.by.accountId : null;
      const summary = await importOf(within, read, store, importedBy);
      const event = { action: 'tariffs-imported' as const, subjectId: null, detail: detailOf(summary) };
      if (store) await audit.record({ ...event, ...actor }, within);
      return summary;
    });
  };
  return {
    /** Reads a file of ANEEL while it arrives, and stores all new rows of it, or none. */
    async run(caller: Actor, file: Readable, choice: ImportChoice): Promise<ImportSummary> {
      if (!may(caller.profile, 'edit-tariffs')) throw new NotAllowed('Seu perfil não permite esta operação.');
      return run(file, choice, { by: caller });
    },
    /** Like `run`, for the operator's command. */
    runLocally: (file: Readable, choice: ImportChoice): Promise<ImportSummary> =>
      run(file, choice, THIS_MACHINE),
  };
};
