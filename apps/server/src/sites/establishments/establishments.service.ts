import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import {
  type Establishment as Answer,
  businessHours,
  type createLocation,
  equipmentsMetaData,
  establishment,
} from '@nascente/contract/sites/establishments';
import { withoutMarks } from '@nascente/domain/base/text/without-marks';
import type { Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { AuditTrail } from '../../people/audit/index.ts';
import { createAskTogether, createPerRequestCache } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { type Meter, type MeterDirectory, type Viewer, viewerOf } from '../meters/index.ts';
import { createEstablishmentRecorder } from './establishment-audit-events.ts';
import type { Establishment } from './establishment-row.ts';
import type { EstablishmentsRepository } from './establishments.repository.ts';
import { seedLocationIfMissing } from './seed-location.ts';

const alphabet = new Intl.Collator('pt-BR');

/** The general meter first, then by name. */
const inOrder = (meters: readonly Meter[]): Meter[] =>
  meters.toSorted((a, b) => Number(b.isGeneral) - Number(a.isGeneral) || alphabet.compare(a.name, b.name));

const toInstallation = (meter: Meter): Answer['installations'][number] => ({
  _id: String(meter.installationId),
  name: meter.name,
  meter: meter.mac,
  comment: meter.comment,
  fuseBoxMeter: meter.isGeneral,
  tax: meter.tariffId,
  type: meter.type,
  model: meter.model,
  equipment: meter.equipment,
});

const hoursOf = (stored: unknown): Answer['businessHours'] => {
  const read = businessHours.safeParse(stored);
  return read.success ? read.data : null;
};

const NO_METADATA: Answer['equipmentsMetaData'] = {
  airConditioning: { btu: null, quantity: null },
  refrigeration: { btu: null, quantity: null },
};

const metadataOf = (stored: unknown): Answer['equipmentsMetaData'] => {
  const read = equipmentsMetaData.safeParse(stored);
  return read.success ? read.data : NO_METADATA;
};

const equipmentsOf = (stored: unknown): Answer['equipments'] => {
  const read = establishment.shape.equipments.safeParse(stored);
  return read.success ? read.data : [];
};

/** Names of equipment that cools, without accents. */
const COLD = /camara|freezer|frio|fria|frigo|geladeira|refriger|resfri|congela/i;

const hasRefrigeration = (establishment: Establishment): boolean => {
  const { btu, quantity } = metadataOf(establishment.equipmentMetadata).refrigeration;
  const names = equipmentsOf(establishment.equipments).map(({ name }) => withoutMarks(name));
  return (btu ?? 0) > 0 || (quantity ?? 0) > 0 || names.some((name) => COLD.test(name));
};

/** The link to the panel of refrigerated equipment; `null` without a configured panel or such equipment. */
const panelOf = (establishment: Establishment, refrigerationPanelUrl: string | null): string | null =>
  refrigerationPanelUrl === null || !hasRefrigeration(establishment)
    ? null
    : refrigerationPanelUrl.replaceAll('{establishment}', establishment.id);

/** An establishment as the API shows it, with those of its meters that the caller sees. */
const toAnswer = (
  establishment: Establishment,
  meters: readonly Meter[],
  panelUrl: string | null,
): Answer => ({
  _id: establishment.id,
  name: establishment.name,
  fantasyName: establishment.fantasyName,
  corporateName: establishment.corporateName,
  cnpj: establishment.cnpj,
  activity: establishment.activity,
  consumerUnit: establishment.consumerUnit,
  numberOfEmployees: establishment.numberOfEmployees,
  area: establishment.areaM2,
  headcount: establishment.headcount,
  solarPanel: establishment.hasSolarPanel,
  voltage: establishment.voltage,
  billReadDate: establishment.billReadDay,
  businessHours: hoursOf(establishment.businessHours),
  bill: {
    tariff: establishment.tariffGroup,
    contractedDemand: establishment.contractedDemandKw,
    readDate: establishment.billReadDay,
    image: establishment.billImageId,
    name: establishment.billName,
  },
  tax: establishment.tariffId,
  equipmentsMetaData: metadataOf(establishment.equipmentMetadata),
  equipments: equipmentsOf(establishment.equipments),
  location: {
    postalCode: establishment.postalCode,
    address: establishment.address,
    number: establishment.number,
    neighborhood: establishment.neighborhood,
    city: establishment.city,
    state: establishment.state,
    description: establishment.description,
  },
  zone: establishment.zone,
  owner: establishment.ownerId,
  refrigerationPanelUrl: panelUrl,
  installations: inOrder(meters).map(toInstallation),
});

/** The part of an establishment that a client user needs for its meters, without business data. */
const forMetersOnly = (establishment: Establishment): Establishment => ({
  ...establishment,
  corporateName: null,
  cnpj: null,
  activity: null,
  numberOfEmployees: null,
  areaM2: null,
  headcount: null,
  consumerUnit: null,
  contractedDemandKw: null,
  billName: null,
  billImageId: null,
  equipmentMetadata: null,
  equipments: null,
  postalCode: null,
  address: null,
  number: null,
  neighborhood: null,
  description: null,
});

export const ESTABLISHMENT_NOT_FOUND = 'Estabelecimento não encontrado.';
/** The name on every screen. */
const shownName = ({ fantasyName, name }: { fantasyName: string | null; name: string }): string =>
  fantasyName || name;

export type EstablishmentsService = ReturnType<typeof createEstablishmentsService>;
export const createEstablishmentsService = (needs: {
  db: Connection;
  establishments: EstablishmentsRepository;
  directory: MeterDirectory;
  audit: AuditTrail;
  /** URL with `{establishment}` as a placeholder for the id. */
  refrigerationPanelUrl: string | null;
  clock: () => Instant;
  maxEstablishments: number;
}) => {
  const { db, establishments, directory, audit, refrigerationPanelUrl, clock, maxEstablishments } = needs;
  const notify = createEstablishmentRecorder(audit);
  const perRequest = createPerRequestCache<Establishment | null>();
  const findTogether = createAskTogether<{ viewer: Viewer; id: string }, Establishment | null>(
    async (all) => {
      const found = await Promise.all(
        [...Map.groupBy(all, ({ viewer }) => viewer.accountId)].map(async ([accountId, ofViewer]) => {
          const ids = ofViewer.map(({ id }) => id);
          const visible = await establishments.find((ofViewer[0] as (typeof all)[number]).viewer, ids);
          return visible.map((one) => [`${accountId} ${one.id}`, one] as const);
        }),
      );
      const visible = new Map(found.flat());
      return all.map(({ viewer, id }) => visible.get(`${viewer.accountId} ${id.toLowerCase()}`) ?? null);
    },
  );
  const asSeenBy = (caller: Caller, establishment: Establishment): Establishment =>
    may(caller.profile, 'edit-establishment') ? establishment : forMetersOnly(establishment);

  const answerOf = (caller: Caller, establishment: Establishment, meters: readonly Meter[]): Answer =>
    toAnswer(asSeenBy(caller, establishment), meters, panelOf(establishment, refrigerationPanelUrl));

  const findComplete = async (caller: Caller, id: string): Promise<Establishment> => {
    requirePermission(caller, 'see-establishments');
    const viewer = viewerOf(caller);
    const find = async () => (await findTogether([{ viewer, id }]))[0] ?? null;
    const establishment = isId(id) ? await perRequest(`${viewer.accountId} ${id}`, find) : null;
    if (establishment === null) throw new NotFound(ESTABLISHMENT_NOT_FOUND);
    return establishment;
  };
  const findVisible = async (caller: Caller, id: string): Promise<Establishment> =>
    asSeenBy(caller, await findComplete(caller, id));

  return {
    /** Throws the same NotFound for an absent establishment and for one of another customer. */
    findVisible,
    /** Like `findVisible`, with the meters that the caller may see. */
    async read(caller: Caller, id: string): Promise<Answer> {
      const establishment = await findComplete(caller, id);
      return answerOf(caller, establishment, await directory.visibleAt(caller, establishment.id));
    },
    /** Establishments with the meters that the caller may see, in descending order of their names. */
    async list(caller: Caller): Promise<Answer[]> {
      requirePermission(caller, 'see-establishments');
      const [visible, meters] = await Promise.all([
        establishments.list(viewerOf(caller)),
        directory.visibleMeters(caller),
      ]);
      const metersOf = Map.groupBy(meters, ({ establishmentId }) => establishmentId);
      return visible
        .toSorted((a, b) => alphabet.compare(shownName(b), shownName(a)) || a.id.localeCompare(b.id))
        .map((establishment) => answerOf(caller, establishment, metersOf.get(establishment.id) ?? []));
    },
    async createLocation(caller: Actor, input: BodyOf<typeof createLocation>) {
      requirePermission(caller, 'create-establishment');
      const { code, location } = await db
        .transaction()
        .execute((within) =>
          seedLocationIfMissing({ within, recordChange: notify, maxEstablishments }, caller, input, clock()),
        );
      return { code, ...location };
    },
  };
};
