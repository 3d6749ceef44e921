import type { ImportSummary } from '@nascente/contract/sites/tariff-import';
import type { AneelFile } from './aneel-file.ts';
import type { PlannedTariff } from './import-plan.ts';

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

const conflictsOf = (plan: readonly PlannedTariff[]): Tariffs['namedConflicts'] =>
  plan
    .flatMap(({ names: { distributor, group, color, comment }, conflicts }) =>
      conflicts.map((conflict) => ({
        tariff: [distributor, group, color, comment].filter((part) => part !== '').join(' · '),
        ...conflict,
      })),
    )
    .slice(0, MAX_NAMED);

export const countedOf = ({ encoding, rows, takenRows, refusals }: AneelFile) => ({
  encoding,
  rows,
  takenRows,
  refusals: [...refusals],
});

/** What a tariff file came to, in all and by distributor. */
export const summaryOfTariffs = (
  file: AneelFile,
  plan: readonly PlannedTariff[],
  stored: boolean,
): Tariffs => ({
  kind: 'tariffs',
  stored,
  ...countedOf(file),
  ...countsOf(plan),
  distributors: byDistributor(plan),
  namedConflicts: conflictsOf(plan),
});
