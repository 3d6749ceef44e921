import type { QueryOf } from '@nascente/contract/base/call';
import type { Apportionment, readApportionment } from '@nascente/contract/money/apportionment';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type Cents, cents, fromReais, reais } from '@nascente/domain/base/units/money';
import { type EnergyBalance, energyBalance } from '@nascente/domain/energy/subjects/energy-balance';
import { elapsedTime } from '@nascente/domain/energy/subjects/meter-parts';
import {
  type ApportionmentPart,
  partsByGroup,
  partsByMeter,
} from '@nascente/domain/money/bill/apportionment-parts';
import { shareBill, sharedAs } from '@nascente/domain/money/bill/share-bill';
import { costsOf, energyOfLines, TARIFFS_DIFFER } from '@nascente/domain/money/prices/billed-energy';
import { sharesOf, sumTouPeriods, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import {
  createGridFlows,
  type DaysReader,
  inUnits,
  priceTogether,
  type QuarterSums,
} from '../../energy/consumption/index.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { isGivenTo } from '../../sites/establishments/index.ts';
import type { GroupsRepository } from '../../sites/groups/index.ts';
import { viewerOf } from '../../sites/meters/index.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { BegunBill, BillsFeature, BillsService, PriceSchedule } from '../bills/index.ts';

type Requested = QueryOf<typeof readApportionment>;

/** An apportionment with the flows of energy that it accounts for. */
interface ReadApportionment {
  readonly apportionment: Apportionment;
  readonly balance: EnergyBalance & { readonly isFullyMeasured: boolean; readonly hasInverter: boolean };
  readonly establishment: BegunBill['establishment'];
}
export type ApportionmentService = ReturnType<typeof createApportionmentService>;

const NOT_ALL_METERS = 'O rateio é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
const IN_SEVERAL = 'Há medidores em mais de um grupo: o consumo deles foi dividido em partes iguais.';
const TOO_MUCH = 'Os medidores somam mais do que o total medido. Confira os medidores.';
const NEGATIVE_REST =
  'O valor de cada medidor é o consumo dele ao preço da fatura. Somados, passam do que a fatura cobra: por isso o restante é negativo.';
const NO_TARIFF = 'Não há tarifa para calcular a fatura: digite o total da fatura da concessionária.';

const alphabet = new Intl.Collator('pt-BR');
/** The order of PostgreSQL's collation C. */
const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Consumption is counted in millionths of a kWh or m³. */
const PER_UNIT = 1_000_000;

interface EnergyCosts {
  readonly total: Cents;
  readonly parts: readonly Cents[];
}

interface Shared {
  readonly source: Apportionment['source'];
  readonly total: Cents | null;
  readonly computed: Cents | null;
  /** Lines of the bill that do not depend on consumption, shared or not. */
  readonly fixed: Cents | null;
  readonly notShared: Cents;
  readonly equal: Cents;
  readonly energy: EnergyCosts | null;
}

const BY_CONSUMPTION = { fixed: null, notShared: cents(0), equal: cents(0), energy: null };

const linesOf = ({ lines }: BillAnswer) => lines.map((line) => ({ ...line, amount: fromReais(line.amount) }));

/** An entered total is divided by consumption alone, the computed bill line by line. */
const amountsToShare = (
  bill: BillAnswer,
  typed: string | undefined,
  billed: PriceSchedule | null,
  energy: EnergyCosts | null,
): Shared => {
  const computed = bill.tariff === null ? null : (billed?.total ?? fromReais(bill.total));
  if (typed !== undefined)
    return { source: 'typed', total: fromReais(Number(typed)), computed, ...BY_CONSUMPTION };
  if (computed === null) return { source: 'none', total: null, computed, ...BY_CONSUMPTION };
  const lines = linesOf(bill);
  const fixed = cents(computed - (energy?.total ?? energyOfLines(lines)));
  const [notShared, equal] = [sharedAs(lines, 'none'), sharedAs(lines, 'equally')];
  return { source: 'bill', total: computed, computed, fixed, notShared, equal, energy };
};

const toApportionment = (
  bill: BillAnswer,
  parts: readonly ApportionmentPart[],
  { shared, by, unmeasured }: { shared: Shared; by: Requested['by']; unmeasured: number },
): Omit<Apportionment, 'establishmentName' | 'notes'> => {
  const { source, total, computed, fixed, notShared, equal, energy } = shared;
  const { amounts, rest } = shareBill({
    total: total ?? cents(0),
    energy,
    fixed: notShared,
    equal,
    parts: parts.map((part) => part.total),
    unmeasured,
  });
  const complete = parts.reduce((sum, part) => sum + part.total, unmeasured);
  const shareOf = (quantity: number) => (complete === 0 ? 0 : quantity / complete);
  const inReais = (amount: Cents | null | undefined) =>
    total === null || amount == null ? null : reais(amount);
  const answered = parts.map((part, index) => ({
    kind: part.kind,
    id: part.id,
    name: part.name,
    macAddress: part.mac,
    total: inUnits(part.total),
    share: shareOf(part.total),
    energy: inReais(energy?.parts[index]),
    amount: inReais(amounts[index]),
    ...sharesOf(part),
  }));
  return {
    type: bill.type,
    by,
    start: bill.start,
    end: bill.end,
    previousCycle: bill.previousCycle,
    nextCycle: bill.nextCycle,
    total: inReais(total),
    source,
    computedTotal: computed === null ? null : reais(computed),
    fixed: inReais(fixed),
    consumed: bill.consumed.total,
    completeness: bill.completeness,
    ...(bill.estimated !== undefined && { estimated: bill.estimated }),
    parts: answered.sort((a, b) => b.total - a.total || alphabet.compare(a.name, b.name)),
    rest: {
      unmeasured: inUnits(unmeasured),
      share: shareOf(unmeasured),
      energy: inReais(energy === null ? null : rest.energy),
      unmeasuredAmount: inReais(rest.unmeasuredAmount),
      fixed: inReais(rest.fixed),
      unshared: inReais(rest.unshared),
      amount: inReais(rest.amount),
    },
  };
};

const notesOf = (
  { source, rest }: Pick<Apportionment, 'source' | 'rest'>,
  bill: BillAnswer,
  is: { readonly hasOwnTariffs: boolean; readonly isShared: boolean; readonly hasExcess: boolean },
): string[] => {
  const isOfBill = source === 'bill';
  const missing = isOfBill ? bill.missing : [];
  return [
    ...(source === 'none' ? [NO_TARIFF] : missing),
    ...(isOfBill && is.hasOwnTariffs ? [TARIFFS_DIFFER] : []),
    ...(is.isShared ? [IN_SEVERAL] : []),
    ...(is.hasExcess ? [TOO_MUCH] : []),
    ...((rest.energy ?? 0) < 0 ? [NEGATIVE_REST] : []),
  ];
};

export const createApportionmentService = (needs: {
  bills: Pick<BillsService, 'begin'>;
  schedules: BillsFeature['schedules'];
  groups: GroupsRepository;
  days: DaysReader;
  sums: QuarterSums;
  tariffs: TariffsService;
  clock: () => Instant;
}) => {
  const { bills, schedules, groups, days, tariffs, clock } = needs;
  const gridFlows = createGridFlows(needs);

  /** The meters other than the general one that were installed in these days, with their days by time-of-use period. */
  const measure = async (
    caller: Caller,
    { establishment, days: { first, last } }: BegunBill,
    billed: PriceSchedule | null,
  ) => {
    const { facts, zone, type } = establishment;
    // Meters at inverters have no part in a bill.
    const beside = facts.meters
      .filter((meter) => meter.type === type && !meter.isGeneral && !meter.isInverter)
      .sort((a, b) => byText(a.name, b.name) || a.installationId - b.installationId);
    const read = await days.ofMany(
      beside.map((meter) => ({ meter: { ...meter, zone }, first, last, touPeriodsOn: billed?.touPeriodsOn })),
      clock(),
    );
    const measured = beside.map((meter, index) => ({ meter, days: read[index] ?? [] }));
    const there = measured.filter((one) => {
      const { expectedQuarters, total } = totalsOfDays(one.days);
      return expectedQuarters > 0 || total > 0;
    });
    const isSeen =
      viewerOf(caller).scope !== 'granted' || there.every(({ meter }) => isGivenTo(meter, caller));
    if (!isSeen) throw new NotAllowed(NOT_ALL_METERS);
    return there;
  };

  /**
   * Cost of energy by the prices of the bill. Without a contract, the tariff of each meter applies, or that of the bill if the
   * meter has none. `null`: a price is missing.
   */
  const energyCosts = async (
    bill: BillAnswer,
    billed: PriceSchedule | null,
    parts: readonly ApportionmentPart[],
  ): Promise<EnergyCosts | null> => {
    if (billed !== null) {
      const costOf = (part: ApportionmentPart) =>
        costsOf([sumTouPeriods(part.days)], billed.prices)[0] ?? cents(0);
      return { total: billed.energy, parts: parts.map(costOf) };
    }
    const own = bill.tariff?._id ?? null;
    const costs = await Promise.all(
      parts.map(async (part) => {
        const ofTariffs = [...Map.groupBy(part.days, ({ tariffId }) => tariffId ?? own)];
        return (
          await priceTogether(
            tariffs,
            ofTariffs.map(([tariffId, held]) => ({ tariffId, days: held })),
          )
        ).total;
      }),
    );
    const priced = costs.filter((cost) => cost !== null);
    return priced.length < costs.length ? null : { total: energyOfLines(linesOf(bill)), parts: priced };
  };

  const flowsOf = ({ establishment, days: billed }: BegunBill) => {
    const { facts, type } = establishment;
    const meters = facts.meters.filter((meter) => meter.type === type);
    return gridFlows(meters, type, elapsedTime(billed, establishment));
  };

  const readWithBalance = async (
    caller: Caller,
    id: string,
    requested: Requested,
  ): Promise<ReadApportionment> => {
    requirePermission(caller, 'see-bills');
    const { type, start, end, by } = requested;
    const started = await bills.begin(caller, id, { type, start, end });
    const { establishment } = started;
    const [bill, flows, [billed, measured]] = await Promise.all([
      started.make(),
      flowsOf(started),
      schedules
        .scheduleOf(caller, { establishmentId: id, type }, started.days)
        .then(async (found) => [found, await measure(caller, started, found)] as const),
    ]);
    const { parts, isShared } =
      by === 'groups'
        ? partsByGroup(measured, await groups.listAt(viewerOf(caller), establishment.id))
        : { parts: partsByMeter(measured), isShared: false };
    const balance = energyBalance({
      ...flows,
      consumed: flows.isFullyMeasured ? Math.round(bill.consumed.total * PER_UNIT) : null,
      parts,
    });
    const energy = requested.total === undefined ? await energyCosts(bill, billed, parts) : null;
    const shared = amountsToShare(bill, requested.total, billed, energy);
    const answer = toApportionment(bill, parts, { shared, by, unmeasured: balance.rest });
    const hasOwnTariffs = billed === null && new Set(measured.map(({ meter }) => meter.tariffId)).size > 1;
    const notes = notesOf(answer, bill, { hasOwnTariffs, isShared, hasExcess: balance.excess > 0 });
    return {
      apportionment: {
        ...answer,
        establishmentName: establishment.fantasyName ?? establishment.name,
        notes,
      },
      balance: { ...balance, isFullyMeasured: flows.isFullyMeasured, hasInverter: flows.generated !== null },
      establishment,
    };
  };

  return {
    readWithBalance,
    /** Throws NotAllowed for a client user with access to only some of the meters. */
    read: async (caller: Caller, id: string, requested: Requested) =>
      (await readWithBalance(caller, id, requested)).apportionment,
  };
};
