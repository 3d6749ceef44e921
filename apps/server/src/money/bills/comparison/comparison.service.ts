import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { reais } from '@nascente/domain/base/units/money';
import { kilowatts } from '@nascente/domain/base/units/power';
import { taxRulesOfCycles } from '@nascente/domain/money/charges/compared-taxes';
import {
  type ComparedTariff,
  compareTariffs,
  openModalities,
} from '@nascente/domain/money/comparison/compare-tariffs';
import { total as sumAll } from '@nascente/domain/money/lines/electric-cycle';
import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import {
  ELECTRIC_MODALITIES,
  type ElectricModality,
  isOfGroup,
  type Modality,
  type RulesVersion,
} from '@nascente/domain/sites/tariffs/tariff-rules';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { Bug } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { TariffNames, TariffNaming, TariffsService } from '../../../sites/tariffs/index.ts';
import { creditedOf, toDays, toTariff } from '../bill-answer.ts';
import type { BillMaker, Terms } from '../bill-maker.ts';
import {
  type BilledEstablishments,
  consumedOf,
  expectedSpan,
  measureDays,
  todayAt,
} from '../measured-days.ts';
import { daysOf, finishedCycles, loadedCycles, toMeasured } from './year-of-cycles.ts';

/** A Group A customer who opts for Group B is billed as B3. */
const subgroupUnder = (modality: ElectricModality, { group, subgroup }: BillingContract): string => {
  return group === 'A' && isOfGroup('B', modality) ? 'B3' : subgroup;
};

/** Chooses the customer's own tariff, else one of its class, else the only one. Among several of other classes it chooses none. */
const choose = (
  modality: ElectricModality,
  own: TariffNames | null,
  fitting: readonly TariffNames[],
): TariffNames | undefined => {
  if (own?.modality === modality) return own;
  const alike = fitting.find(({ comment }) => comment === own?.comment);
  return alike ?? (fitting.length === 1 ? fitting[0] : undefined);
};

const reasonFor = (
  modality: ElectricModality,
  subgroup: string,
  own: TariffNames | null,
  hasSome: boolean,
): string => {
  const which = `${ELECTRIC_MODALITIES[modality].label} de ${subgroup}${own === null ? '' : ` da distribuidora ${own.distributor}`}`;
  return hasSome ? `Há mais de uma tarifa ${which}: não se sabe qual comparar.` : `Falta a tarifa ${which}.`;
};

/**
 * For each open modality the tariff that `choose` finds among those of the customer's distributor and subgroup, or the reason why
 * it finds none.
 */
const openTariffs = (
  contract: BillingContract,
  own: TariffNames | null,
  tariffNames: readonly TariffNames[],
) => {
  const found = openModalities(contract).map((modality) => {
    const subgroup = subgroupUnder(modality, contract);
    const fitting = tariffNames.filter((tariff) => tariff.modality === modality && tariff.group === subgroup);
    const tariff = choose(modality, own, fitting);
    return { modality, tariff, reason: reasonFor(modality, subgroup, own, fitting.length > 0) };
  });
  return {
    candidates: found.flatMap(({ modality, tariff }) => (tariff === undefined ? [] : [{ modality, tariff }])),
    unavailable: found.flatMap(({ modality, tariff, reason }) =>
      tariff === undefined ? [{ modality, reason }] : [],
    ),
  };
};

export type ComparisonService = ReturnType<typeof createComparisonService>;

const NO_CYCLES = 'Falta um ciclo inteiro medido: a comparação começa com a primeira fatura completa.';
const NO_CREDITS = 'Os créditos de geração de meses anteriores não entram na comparação.';

type Candidate = ReturnType<typeof openTariffs>['candidates'][number] & {
  readonly versions: readonly RulesVersion[];
};
type Compared = TariffComparison['modalities'][number];

const toTouPeriod = (
  touPeriod: ComparedTariff['optimal'][number]['touPeriod'],
): 'inPoint' | 'outPoint' | null => (touPeriod === 'interPoint' ? 'outPoint' : touPeriod);

/** Costs without the taxes that the company takes as credit; nothing if it takes none. */
const creditedCosts = (
  { bills, optimalBills }: ComparedTariff,
  contract: BillingContract,
): Pick<Compared, 'withoutTaxCredits'> => {
  const [total, optimalTotal] = [bills, optimalBills].map(
    (ofTerms) => creditedOf(ofTerms, contract).withoutTaxCredits,
  );
  return total === undefined || optimalTotal === undefined
    ? {}
    : { withoutTaxCredits: { total, optimalTotal } };
};

const toCompared = (
  compared: ComparedTariff,
  candidates: readonly Candidate[],
  contract: BillingContract,
): Compared => {
  const candidate = candidates.find(({ modality }) => modality === compared.modality);
  const tariff = candidate && toTariff(candidate.tariff, candidate.versions);
  if (!tariff) throw new Bug(`${compared.modality} was compared without a tariff`);
  return {
    modality: compared.modality,
    tariff,
    total: reais(compared.total),
    ...creditedCosts(compared, contract),
    months: compared.bills.map(({ first, last, total }, index) => ({
      start: first,
      end: last,
      total: reais(total),
      optimalTotal: reais(compared.optimalBills[index]?.total ?? total),
    })),
    optimal: compared.optimal.map(({ touPeriod, best }) => ({
      touPeriod: toTouPeriod(touPeriod),
      contracted: kilowatts(best.contracted),
      cost: reais(best.cost),
    })),
    optimalTotal: reais(compared.optimalTotal),
    missing: [...compared.missing],
  };
};

/** The contract without the credits of earlier months, which belong to the bills in which they were used. */
export const withoutCredits = ({ contract }: Terms) =>
  contract.generation === null
    ? contract
    : { ...contract, generation: { ...contract.generation, credits: [] } };

const CENTS = 100;
const MWH_PER_KWH = 1_000_000;

const savingOf = (modalities: readonly Compared[], current: Modality): number | null => {
  const now = modalities.find(({ modality }) => modality === current);
  const [cheapest] = modalities;
  if (now === undefined || cheapest === undefined) return null;
  return Math.round((now.total - cheapest.optimalTotal) * CENTS) / CENTS;
};

export const createComparisonService = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
  tariffs: Pick<TariffsService, 'rulesOf'> & { readonly naming: TariffNaming };
}) => {
  const { establishments, maker, tariffs } = needs;

  const candidatesOf = async (contract: Terms['contract'], own: TariffNames | null) => {
    const tariffNames = own === null ? [] : await tariffs.naming.beside(own.id);
    const { candidates, unavailable } = openTariffs(contract, own, tariffNames);
    const versions = await Promise.all(candidates.map(({ tariff }) => tariffs.rulesOf(tariff.id)));
    return {
      candidates: candidates.map((one, index): Candidate => ({ ...one, versions: versions[index] ?? [] })),
      unavailable: [...unavailable],
    };
  };

  return {
    async read(caller: Caller, id: string, end: CivilDate | undefined): Promise<TariffComparison> {
      const establishment = await establishments.find(caller, id, 'eletric', 'see-bills');
      const finished = finishedCycles(establishment, end ?? null);
      const days = daysOf(finished);
      establishments.requireFullAccess(caller, establishment, days ?? undefined);
      const today = todayAt(establishment);
      const terms = await maker.terms(establishment, { first: today, last: today });
      const contract = withoutCredits(terms);
      const { candidates, unavailable } = await candidatesOf(contract, terms.tariff);
      const { modality: current, subgroup } = contract;
      if (days === null) {
        const none = { cycles: [], meanKwh: null, modalities: [], taxRules: null, saving: null };
        return { ...none, subgroup, current, unavailable, missing: [NO_CYCLES] };
      }
      const read = await maker.read(establishment, days);
      const cycles = loadedCycles(establishment, read, finished);
      const { zone, flags } = establishment;
      const { since, now } = expectedSpan(establishment, read.parts, days);
      const compared = compareTariffs({
        series: read.series,
        cycles,
        zone,
        now,
        since,
        contract,
        flags,
        candidates,
      });
      const modalities = compared.map((one) => toCompared(one, candidates, terms.contract));
      // The completeness of a cycle is the same for all tariffs.
      const [first] = compared;
      const measured = cycles.map((cycle) => measureDays(establishment, read, cycle, []));
      const consumed = measured.reduce((sum, one) => sum + sumAll(consumedOf(one)), 0);
      return {
        subgroup,
        meanKwh: consumed / measured.length / MWH_PER_KWH,
        cycles: measured.map((one, index) => {
          const bill = first?.bills[index];
          return bill === undefined ? toMeasured(one) : { ...toDays(one.cycle), ...repeatShares(bill) };
        }),
        current,
        modalities,
        taxRules: taxRulesOfCycles(first?.bills ?? []),
        saving: savingOf(modalities, current),
        unavailable,
        missing: [
          ...(contract.generation === null ? [] : [NO_CREDITS]),
          ...new Set(modalities.flatMap(({ missing }) => missing)),
        ],
      };
    },
  };
};
