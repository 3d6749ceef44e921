import type { Apportionment } from '@nascente/contract/apportionment';
import type { QueryOf } from '@nascente/contract/call';
import type { EnergyFlow, readEnergyFlow } from '@nascente/contract/energy-flow';
import { type EnergyBalance, energyBalance } from '@nascente/domain/consumption/energy-balance';
import {
  generalParts,
  inverterParts,
  type MeterPart,
  measuredUntil,
  measuringTime,
  spansOfParts,
} from '@nascente/domain/consumption/meter-parts';
import type { EnergySeries } from '@nascente/domain/consumption/series';
import { endOfDay, startOfDay } from '@nascente/domain/time/civil-day';
import type { TimeSpan } from '@nascente/domain/time/span';
import { instant } from '@nascente/domain/time/zone';
import { type Cents, cents, fromReais, reais, sumCents } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BegunBill, BillsService, CycleAmounts } from '../bills/index.ts';
import { inUnits, type QuarterSums } from '../consumption/index.ts';
import type { EstablishmentMeter } from '../establishments/index.ts';
import type { ApportionmentService } from '../groups/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { createTariffAmounts } from './tariff-amounts.ts';

type Asked = QueryOf<typeof readEnergyFlow>;

export interface EnergyFlowService {
  /** Throws NotAllowed for a client user who sees only some of the meters. */
  read(caller: Caller, id: string, asked: Asked): Promise<EnergyFlow>;
}

/** A millionth of a kWh or m³ is what is counted. */
const PER_UNIT = 1_000_000;
const counted = (units: number): number => Math.round(units * PER_UNIT);

const UNKNOWN_SPLIT =
  'A geração dos painéis não aparece: sem um medidor geral, não dá para saber quanto dela foi usado aqui.';

const sumOf = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0);
const injectedIn = (series: EnergySeries): number =>
  sumOf(series.injectedA) + sumOf(series.injectedB) + sumOf(series.injectedC);
const consumedIn = (series: EnergySeries): number =>
  sumOf(series.consumedA) + sumOf(series.consumedB) + sumOf(series.consumedC);

const timeOf = ({ establishment: { zone, now }, days: { first, last } }: BegunBill): TimeSpan => {
  const from = startOfDay(first, zone);
  return { from, to: instant(Math.max(from, measuredUntil(endOfDay(last, zone), now))) };
};

const toAnswer = (balance: EnergyBalance) => ({
  fromGrid: inUnits(balance.fromGrid),
  fromPanels: inUnits(balance.fromPanels),
  toGrid: inUnits(balance.toGrid),
  excess: inUnits(balance.excess),
});

type Shared = Pick<Apportionment, 'total' | 'parts' | 'rest'>;

/** R$ of a bill: of each part in its order, of what no meter explains, and of what consumption does not. */
interface Amounts {
  readonly ofParts: readonly (number | null)[];
  readonly rest: number | null;
  readonly fixed: number | null;
}

/** Each has its share of the bill by what it measured. */
const sharedAmounts = ({ parts, rest }: Shared): Amounts => ({
  ofParts: parts.map(({ amount }) => amount),
  rest: rest.unmeasuredAmount,
  fixed: rest.fixed,
});

/** What consumption costs at the prices of the bill: of the whole, and of each part. */
const pricedAmounts = (total: number, whole: number, ofParts: readonly number[]): Amounts | null => {
  const [all, ...parts] = [whole, ...ofParts].map(fromReais) as [Cents, ...Cents[]];
  const rest = cents(all - sumCents(parts));
  // The parts measured more than came: then no price of the bill is theirs.
  if (rest < 0) return null;
  return { ofParts, rest: reais(rest), fixed: reais(cents(fromReais(total) - all)) };
};

export const createEnergyFlowService = (needs: {
  bills: Pick<BillsService, 'begin'>;
  amounts: Pick<CycleAmounts, 'ofParts'>;
  apportionment: ApportionmentService;
  sums: QuarterSums;
  tariffs: TariffsService;
}): EnergyFlowService => {
  const { bills, amounts, apportionment, sums } = needs;
  const byTariff = createTariffAmounts(needs);

  /** Each part by itself. */
  const measure = (parts: readonly MeterPart<EstablishmentMeter>[]): Promise<readonly EnergySeries[]> =>
    sums(
      'all quantities',
      parts.map(({ meter: { installationId }, from, to }) => [{ installationId, from, to }]),
    );

  /** Of each inverter by itself: its clamps may lie either way round. */
  const generated = async (inverters: readonly MeterPart<EstablishmentMeter>[]): Promise<number | null> => {
    if (inverters.length === 0) return null;
    const series = await measure(inverters);
    return series.reduce((sum, one) => sum + Math.max(consumedIn(one), injectedIn(one)), 0);
  };

  /** What flowed at the grid and at the inverters; of water nothing flows back. */
  const measureGrid = async (begun: BegunBill) => {
    const { facts, type } = begun.establishment;
    const meters = facts.meters.filter((meter) => meter.type === type);
    const time = timeOf(begun);
    const generals = generalParts(meters, time);
    if (type === 'water') return { isMeasuredWhole: generals.length > 0, exported: 0, generation: null };
    const [general, generation] = await Promise.all([
      measure(generals),
      generated(inverterParts(meters, time)),
    ]);
    return {
      isMeasuredWhole: generals.length > 0,
      exported: general.reduce((sum, one) => sum + injectedIn(one), 0),
      generation,
    };
  };

  /** At the prices of the bill, or of each meter's tariff, as Home and each meter tell it; by shares where the parts measured more than came. */
  const amountsOf = async (
    caller: Caller,
    id: string,
    begun: BegunBill,
    shared: Shared,
  ): Promise<Amounts> => {
    const { facts, type } = begun.establishment;
    const { total, parts, rest } = shared;
    if (total === null || (rest.unshared ?? 0) > 0) return sharedAmounts(shared);
    const time = timeOf(begun);
    const meters = facts.meters.filter((meter) => meter.type === type);
    const ofParts = parts.map(({ id: installation }) =>
      meters
        .filter(({ installationId }) => String(installationId) === installation)
        .map((meter) => ({ meter, ...measuringTime({ meter, ...time }) })),
    );
    const generals = generalParts(meters, time);
    const whole = generals.length > 0 ? [generals] : [];
    const priced = [...whole, ...ofParts];
    const found =
      (await amounts.ofParts(
        caller,
        { establishmentId: id, type },
        begun.days,
        priced.map((some) => spansOfParts(some)),
      )) ?? (await byTariff(begun, priced));
    if (found === null) return sharedAmounts(shared);
    const costs = found.slice(whole.length);
    const all = generals.length > 0 ? found[0] : reais(sumCents(costs.map(fromReais)));
    return pricedAmounts(total, all ?? 0, costs) ?? sharedAmounts(shared);
  };

  return {
    async read(caller, id, asked) {
      requirePermission(caller, 'see-bills');
      const begun = await bills.begin(caller, id, asked);
      const [shared, { isMeasuredWhole, exported, generation }] = await Promise.all([
        apportionment.read(caller, id, { ...asked, by: 'meters' }),
        measureGrid(begun),
      ]);
      const balance = energyBalance({
        consumed: isMeasuredWhole ? counted(shared.consumed) : null,
        exported,
        generated: generation,
        parts: shared.parts.map(({ total }) => ({ total: counted(total) })),
      });
      const inReais = await amountsOf(caller, id, begun, shared);
      const systems = new Map(
        begun.establishment.facts.meters.map(({ installationId, system }) => [
          String(installationId),
          system,
        ]),
      );
      const { type, establishmentName, start, end, previousCycle, nextCycle, total, completeness } = shared;
      const notes = generation !== null && !isMeasuredWhole ? [...shared.notes, UNKNOWN_SPLIT] : shared.notes;
      return {
        type,
        establishmentName,
        start,
        end,
        previousCycle,
        nextCycle,
        isMeasuredWhole,
        ...toAnswer(balance),
        total,
        parts: shared.parts.map((part, index) => ({
          id: part.id ?? '',
          name: part.name,
          macAddress: part.macAddress ?? '',
          system: systems.get(part.id ?? '') ?? null,
          total: part.total,
          amount: inReais.ofParts[index] ?? null,
          completeness: part.completeness,
        })),
        rest: {
          total: inUnits(balance.rest),
          amount: inReais.rest,
          fixed: inReais.fixed,
          unshared: shared.rest.unshared,
        },
        completeness,
        notes,
      };
    },
  };
};
