import type { BodyOf, QueryOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import type {
  addIrecLot,
  Carbon,
  CarbonMonth,
  IrecLotJson,
  readCarbon,
} from '@nascente/contract/energy/carbon';
import { earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  addMonths,
  type CivilMonth,
  civilMonth,
  lastDayOf,
  monthOf,
  monthsBetween,
  parseMonthOfYear,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import type { Instant } from '@nascente/domain/base/time/zone';
import { kilowattHours, milliwattHours } from '@nascente/domain/base/units/energy';
import { formatNumber } from '@nascente/domain/base/units/format';
import { emissions } from '@nascente/domain/energy/carbon/emissions';
import {
  freeToRetire,
  MAX_LOT_MONTHS,
  type MonthSpan,
  monthsToWeigh,
  retireLots,
} from '@nascente/domain/energy/carbon/irec-lots';
import { sharesOf, sumBy } from '@nascente/domain/telemetry/intervals/totals';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, NotAllowed, NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type {
  EstablishmentFactsRepository,
  EstablishmentsService,
} from '../../sites/establishments/index.ts';
import type { EstablishmentSubject, FindEstablishment } from '../consumption/index.ts';
import { type EmissionsReader, inKg } from './emissions-reader.ts';
import { createIrecLotsRepository, type StoredLot } from './irec-lots.repository.ts';

const KWH_PER_MWH = 1000;
const NOT_ALL_METERS =
  'Você acompanha só parte dos medidores deste estabelecimento: o carbono do todo não pode ser mostrado.';
const CHANGED = 'Os lotes deste estabelecimento mudaram agora: confira o que está livre e salve de novo.';

type EnergyOfMonth = Awaited<ReturnType<EmissionsReader['months']>>[number];

const mwhText = (kwh: number): string => `${formatNumber(kwh / KWH_PER_MWH, 3)} MWh`;
const spanText = ({ first, last }: MonthSpan): string =>
  first === last ? toMonthOfYear(first) : `${toMonthOfYear(first)} a ${toMonthOfYear(last)}`;

const isWithin = ({ first, last }: MonthSpan, month: CivilMonth): boolean => first <= month && month <= last;

const monthAnswer = ({ month, energy, factor, kg, totals }: EnergyOfMonth, retired: number): CarbonMonth => ({
  date: toMonthOfYear(month),
  consumed: kilowattHours(energy),
  retired: kilowattHours(milliwattHours(Math.round(retired))),
  locationKg: inKg(kg),
  marketKg: inKg(emissions(milliwattHours(Math.round(Math.max(0, energy - retired))), factor)),
  factor: factor.kgPerKwh,
  factorYear: factor.year,
  factorMonth: factor.month,
  source: factor.source,
  isProvisional: factor.isProvisional,
  ...sharesOf(totals),
});

const lotAnswer = (lot: StoredLot, excess = milliwattHours(0)): IrecLotJson => ({
  id: lot.id,
  certificate: lot.certificate,
  start: toMonthOfYear(lot.first),
  end: toMonthOfYear(lot.last),
  mwh: lot.kwh / KWH_PER_MWH,
  excess: kilowattHours(excess) / KWH_PER_MWH,
  by: lot.by,
  enteredAt: lot.enteredAt.toISOString(),
});

/** The months of a new lot. Throws InvalidInput if they are out of order, too many, or in the future. */
const spanOf = ({ start, end }: BodyOf<typeof addIrecLot>, now: CivilMonth): MonthSpan => {
  const [first, last] = [parseMonthOfYear(start), parseMonthOfYear(end)] as [CivilMonth, CivilMonth];
  if (last < first) refuseField('end', 'O fim não pode ser antes do começo.');
  if (monthsBetween(first, last) >= MAX_LOT_MONTHS)
    refuseField('end', `Um lote cobre no máximo ${MAX_LOT_MONTHS} meses.`);
  if (last > now) refuseField('end', `O consumo de ${toMonthOfYear(last)} ainda não existe.`);
  return { first, last };
};

/** 'em 03/2026', 'de 03/2026 a 05/2026'. */
const inSpan = (span: MonthSpan): string => `${span.first === span.last ? 'em' : 'de'} ${spanText(span)}`;

/** Throws InvalidInput if a lot exceeds the free energy. The message names the free energy. */
const requireRoom = (
  lots: readonly StoredLot[],
  months: readonly EnergyOfMonth[],
  span: MonthSpan,
  kwh: number,
) => {
  const within = months.filter(({ month }) => isWithin(span, month));
  const consumed = kilowattHours(milliwattHours(sumBy(within, ({ energy }) => energy)));
  const free = Math.floor(kilowattHours(freeToRetire(lots, months, span)));
  if (consumed === 0) refuseField('start', `Não há consumo medido ${inSpan(span)}: confira o período.`);
  if (kwh <= free) return;
  const isShared = free < Math.floor(consumed);
  const reason = isShared ? 'outros certificados já abatem o resto' : 'o certificado é maior que o consumo';
  refuseField(
    'mwh',
    `Só há ${mwhText(free)} livres ${inSpan(span)}: foram consumidos ${mwhText(consumed)}, e ${reason}.`,
  );
};

/** Scope 2 emissions of an establishment by location and by market, and the I-REC lots that the latter takes off. */
export const createCarbonService = (needs: {
  find: FindEstablishment;
  facts: Pick<EstablishmentFactsRepository, 'read'>;
  establishments: Pick<EstablishmentsService, 'findVisible'>;
  emissionsOf: Pick<EmissionsReader, 'months'>;
  db: Connection;
  audit: Pick<AuditTrail, 'record'>;
  clock: () => Instant;
}) => {
  const { establishments, facts, emissionsOf, db, audit, clock } = needs;

  /** Throws NotAllowed if the caller sees only some of the meters. */
  const find = async (caller: Caller, id: string): Promise<EstablishmentSubject> => {
    const [establishment, stored] = [await needs.find(caller, id, 'eletric'), await facts.read(id)];
    const all = stored?.meters.filter(({ type }) => type === 'eletric') ?? [];
    if (establishment.meters.length < all.length) throw new NotAllowed(NOT_ALL_METERS);
    return establishment;
  };
  const toEdit = async (caller: Caller, id: string) => {
    requirePermission(caller, 'edit-establishment');
    const { name, ownerId } = await establishments.findVisible(caller, id);
    const eventOf = (action: NewAuditEvent['action'], detail: Readonly<Record<string, string>>) => ({
      action,
      by: caller as Actor,
      subjectId: ownerId,
      detail: { establishment: name, ...detail },
    });
    return { establishment: await find(caller, id), ownerId, eventOf };
  };

  return {
    async read(caller: Caller, id: string, query: QueryOf<typeof readCarbon>): Promise<Carbon> {
      const establishment = await find(caller, id);
      const now = monthOf(establishment.today);
      const year = query.year ?? now.slice(0, 4);
      const first = civilMonth(`${year}-01`);
      if (first > now) refuseField('year', 'Este ano ainda não começou.');
      const lastDay = earlierDay(lastDayOf(addMonths(first, 11)), establishment.today);
      const span = { first, last: monthOf(lastDay) };
      const stored = await createIrecLotsRepository(db).list(id);
      const weighed = monthsToWeigh(stored, span);
      const lots = stored.filter((lot) => isWithin(weighed, lot.first));
      const months = await emissionsOf.months(establishment, weighed, query.factors);
      const { byMonth, excessOf } = retireLots(lots, months);
      const answers = months
        .filter(({ month }) => isWithin(span, month))
        .map((month) => monthAnswer(month, byMonth.get(month.month) ?? 0));
      const sumOf = (name: 'consumed' | 'retired' | 'locationKg' | 'marketKg'): number =>
        sumBy(answers, (answer) => answer[name]);
      const [consumed, retired] = [sumOf('consumed'), sumOf('retired')];
      return {
        year: Number(year),
        months: answers,
        consumed,
        retired,
        locationKg: inKg(sumOf('locationKg')),
        marketKg: inKg(sumOf('marketKg')),
        free: Math.max(0, consumed - retired),
        lots: lots
          .filter((lot) => lot.first <= span.last && lot.last >= span.first)
          .map((lot) => lotAnswer(lot, excessOf.get(lot.id))),
      };
    },
    async addLot(caller: Actor, id: string, body: BodyOf<typeof addIrecLot>): Promise<IrecLotJson> {
      const { establishment, ownerId, eventOf } = await toEdit(caller, id);
      const span = spanOf(body, monthOf(establishment.today));
      const { certificate } = body;
      const kwh = Math.round(body.mwh * KWH_PER_MWH);
      const before = await createIrecLotsRepository(db).list(id);
      const weighed = monthsToWeigh(before, span);
      const months = await emissionsOf.months(establishment, weighed, 'fixed');
      requireRoom(before, months, span, kwh);
      const event = eventOf('irec-lot-added', { certificate, period: spanText(span), energy: mwhText(kwh) });
      const lot = { establishmentId: id, certificate, ...span, kwh, accountId: caller.accountId };
      await db.transaction().execute(async (within) => {
        const lots = createIrecLotsRepository(within);
        await lots.hold(ownerId);
        const present = await lots.list(id);
        if (present.map((one) => one.id).join() !== before.map((one) => one.id).join())
          throw new Conflict(CHANGED);
        const place = await lots.placeOf(ownerId, certificate);
        if (place !== null) throw new Conflict(`Este certificado já abate o consumo de ${place}.`);
        await lots.add({ ...lot, at: new Date(clock()) });
        await audit.record(event, within);
      });
      const after = await createIrecLotsRepository(db).list(id);
      return lotAnswer(after.find((one) => one.certificate === certificate) as StoredLot);
    },
    /** Throws NotFound if the establishment has no such lot. */
    async removeLot(caller: Actor, id: string, lotId: string): Promise<void> {
      const { eventOf } = await toEdit(caller, id);
      await db.transaction().execute(async (within) => {
        const certificate = isId(lotId) ? await createIrecLotsRepository(within).remove(id, lotId) : null;
        if (certificate === null) throw new NotFound('Não há este lote.');
        await audit.record(eventOf('irec-lot-removed', { certificate }), within);
      });
    },
  };
};
