import {
  type Establishment as Answer,
  businessHours,
  equipmentsMetaData,
  establishment,
} from '@nascente/contract/sites/establishments';
import { withoutMarks } from '@nascente/domain/base/text/without-marks';
import type { Meter } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';

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

/** The panel of refrigerated equipment; absent where the owner listed none. */
export const panelOf = (establishment: Establishment, refrigerationPanelUrl: string | null): string | null =>
  refrigerationPanelUrl === null || !hasRefrigeration(establishment)
    ? null
    : refrigerationPanelUrl.replaceAll('{establishment}', establishment.id);

/** An establishment as the API shows it, with those of its meters that the caller sees. */
export const toAnswer = (
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
export const forMetersOnly = (establishment: Establishment): Establishment => ({
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
