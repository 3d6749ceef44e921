import type { Apportionment, readApportionment } from '@nascente/contract/apportionment';
import type { BillAnswer } from '@nascente/contract/bills';
import type { QueryOf } from '@nascente/contract/call';
import { completenessOf, totalsOfDays } from '@nascente/domain/consumption/totals';
import {
  type ApportionmentPart,
  partsByGroup,
  partsByMeter,
} from '@nascente/domain/tariff/bill/apportionment-parts';
import { shareBill } from '@nascente/domain/tariff/bill/share-bill';
import { sharedAs } from '@nascente/domain/tariff/bill/shared-lines';
import type { Instant } from '@nascente/domain/time/zone';
import { type Cents, cents, fromReais, reais } from '@nascente/domain/units/money';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BegunBill, BillsService } from '../bills/index.ts';
import { type DaysReader, inUnits } from '../consumption/index.ts';
import { isGivenTo } from '../establishments/index.ts';
import { viewerOf } from '../meters/index.ts';
import type { GroupsRepository } from './groups.repository.ts';

type Asked = QueryOf<typeof readApportionment>;

export type ApportionmentService = ReturnType<typeof createApportionmentService>;

const NOT_ALL_METERS = 'O rateio é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
const IN_SEVERAL = 'Há medidores em mais de um grupo: o consumo deles foi dividido em partes iguais.';
const TOO_MUCH =
  'Os medidores somam mais do que o total medido: o valor foi dividido só entre eles. Confira os medidores.';
const FROM_PANELS =
  'Parte do que os medidores mediram veio dos painéis solares: somam mais do que veio da rede, e o valor foi dividido só entre eles.';
const NO_TARIFF = 'Não há tarifa para calcular a conta: digite o total da conta da concessionária.';

const alphabet = new Intl.Collator('pt-BR');
/** As PostgreSQL orders them. */
const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** A millionth of a kWh or m³ is what is counted. */
const PER_UNIT = 1_000_000;

const BY_CONSUMPTION = { fixed: cents(0), equal: cents(0) };

/** What is shared: a typed total altogether, of the computed bill what consumption explains. */
const amountsOf = (bill: BillAnswer, typed: string | undefined) => {
  const computed = bill.tariff === null ? null : fromReais(bill.total);
  if (typed !== undefined)
    return { source: 'typed', total: fromReais(Number(typed)), ...BY_CONSUMPTION, computed } as const;
  if (computed === null) return { source: 'none', total: null, ...BY_CONSUMPTION, computed } as const;
  const lines = bill.lines.map((line) => ({ ...line, amount: fromReais(line.amount) }));
  const [fixed, equal] = [sharedAs(lines, 'none'), sharedAs(lines, 'equally')];
  return { source: 'bill', total: computed, fixed, equal, computed } as const;
};

const toApportionment = (
  bill: BillAnswer,
  parts: readonly ApportionmentPart[],
  asked: Asked,
): Omit<Apportionment, 'establishmentName' | 'notes'> & { readonly hasTooMuch: boolean } => {
  const { source, total, fixed, equal, computed } = amountsOf(bill, asked.total);
  const consumed = Math.round(bill.consumed.total * PER_UNIT);
  const { amounts, rest, measuredTooMuch } = shareBill({
    total: total ?? cents(0),
    fixed,
    equal,
    consumed,
    parts: parts.map((part) => part.total),
  });
  const whole = consumed + measuredTooMuch;
  const shareOf = (quantity: number) => (whole === 0 ? 0 : quantity / whole);
  const inReais = (amount: Cents) => (total === null ? null : reais(amount));
  const shared = parts.map((part, index) => ({
    kind: part.kind,
    id: part.id,
    name: part.name,
    macAddress: part.mac,
    total: inUnits(part.total),
    share: shareOf(part.total),
    amount: inReais(amounts[index] as Cents),
    completeness: completenessOf(part.presentQuarters, part.expectedQuarters),
  }));
  return {
    type: bill.type,
    by: asked.by,
    start: bill.start,
    end: bill.end,
    previousCycle: bill.previousCycle,
    nextCycle: bill.nextCycle,
    total: total === null ? null : reais(total),
    source,
    computedTotal: computed === null ? null : reais(computed),
    consumed: inUnits(consumed),
    completeness: bill.completeness,
    parts: shared.sort((a, b) => b.total - a.total || alphabet.compare(a.name, b.name)),
    rest: {
      unmeasured: inUnits(rest.unmeasured),
      share: shareOf(rest.unmeasured),
      unmeasuredAmount: inReais(rest.unmeasuredAmount),
      fixed: inReais(rest.fixed),
      unshared: inReais(rest.unshared),
      amount: inReais(rest.amount),
    },
    hasTooMuch: measuredTooMuch > 0,
  };
};

export const createApportionmentService = (needs: {
  bills: Pick<BillsService, 'begin'>;
  groups: GroupsRepository;
  days: DaysReader;
  clock: () => Instant;
}) => {
  const { bills, groups, days, clock } = needs;

  /** The meters beside the general one that were there on these days, and what they measured. */
  const measure = async (caller: Caller, { establishment, days: { first, last } }: BegunBill) => {
    const { facts, zone, type } = establishment;
    const beside = facts.meters
      .filter((meter) => meter.type === type && !meter.isGeneral)
      .sort((a, b) => byText(a.name, b.name) || a.installationId - b.installationId);
    // Those at inverters have no part in a bill.
    const found = beside.filter(({ isInverter }) => !isInverter);
    const read = await days.ofMany(
      found.map((meter) => ({ meter: { ...meter, zone }, first, last })),
      clock(),
    );
    const measured = found.map((meter, index) => ({ meter, days: read[index] ?? [] }));
    const there = measured.filter((one) => {
      const { expectedQuarters, total } = totalsOfDays(one.days);
      return expectedQuarters > 0 || total > 0;
    });
    const isSeen = viewerOf(caller).scope !== 'given' || there.every(({ meter }) => isGivenTo(meter, caller));
    if (!isSeen) throw new NotAllowed(NOT_ALL_METERS);
    return { there, hasPanels: found.length < beside.length };
  };

  return {
    /** Throws NotAllowed for a client user who sees only some of the meters. */
    async read(caller: Caller, id: string, asked: Asked): Promise<Apportionment> {
      requirePermission(caller, 'see-bills');
      const { type, start, end } = asked;
      const begun = await bills.begin(caller, id, { type, start, end });
      const { establishment } = begun;
      const [bill, { there: measured, hasPanels }] = await Promise.all([
        begun.make(),
        measure(caller, begun),
      ]);
      const { parts, isShared } =
        asked.by === 'groups'
          ? partsByGroup(measured, await groups.listAt(viewerOf(caller), establishment.id))
          : { parts: partsByMeter(measured), isShared: false };
      const { hasTooMuch, ...answer } = toApportionment(bill, parts, asked);
      const notes = [
        ...(answer.source === 'none' ? [NO_TARIFF] : []),
        ...(answer.source === 'bill' ? bill.missing : []),
        ...(isShared ? [IN_SEVERAL] : []),
        ...(hasTooMuch ? [hasPanels ? FROM_PANELS : TOO_MUCH] : []),
      ];
      return { ...answer, establishmentName: establishment.fantasyName ?? establishment.name, notes };
    },
  };
};
