import {
  type Establishment as Answer,
  businessHours,
  equipmentsMetaData,
  establishment,
} from '@nascente/contract/establishments';
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

const hoursOf = (given: unknown): Answer['businessHours'] => {
  const read = businessHours.safeParse(given);
  return read.success ? read.data : null;
};

const NO_METADATA: Answer['equipmentsMetaData'] = {
  airConditioning: { btu: null, quantity: null },
  refrigeration: { btu: null, quantity: null },
};

const metadataOf = (given: unknown): Answer['equipmentsMetaData'] => {
  const read = equipmentsMetaData.safeParse(given);
  return read.success ? read.data : NO_METADATA;
};

const equipmentsOf = (given: unknown): Answer['equipments'] => {
  const read = establishment.shape.equipments.safeParse(given);
  return read.success ? read.data : [];
};

const coolsNothing = (place: Establishment): boolean => {
  const { refrigeration, airConditioning } = metadataOf(place.equipmentMetadata);
  const isTold = ({ btu, quantity }: typeof refrigeration) => (btu ?? 0) > 0 || (quantity ?? 0) > 0;
  return !isTold(refrigeration) && (isTold(airConditioning) || equipmentsOf(place.equipments).length > 0);
};

/** The panel of its refrigerated equipment; none where its owner told of other equipment and of nothing that cools. */
export const panelOf = (place: Establishment, refrigerationPanelUrl: string | null): string | null =>
  refrigerationPanelUrl === null || coolsNothing(place)
    ? null
    : refrigerationPanelUrl.replaceAll('{establishment}', place.id);

/** An establishment as the API shows it, with those of its meters that the caller sees. */
export const toAnswer = (
  place: Establishment,
  meters: readonly Meter[],
  panelUrl: string | null,
): Answer => ({
  _id: place.id,
  name: place.name,
  fantasyName: place.fantasyName,
  corporateName: place.corporateName,
  cnpj: place.cnpj,
  activity: place.activity,
  consumerUnit: place.consumerUnit,
  numberOfEmployees: place.numberOfEmployees,
  solarPanel: place.hasSolarPanel,
  voltage: place.voltage,
  billReadDate: place.billReadDay,
  businessHours: hoursOf(place.businessHours),
  bill: {
    tariff: place.tariffGroup,
    contractedDemand: place.contractedDemandKw,
    readDate: place.billReadDay,
    image: place.billImageId,
    name: place.billName,
  },
  tax: place.tariffId,
  equipmentsMetaData: metadataOf(place.equipmentMetadata),
  equipments: equipmentsOf(place.equipments),
  location: {
    postalCode: place.postalCode,
    address: place.address,
    number: place.number,
    neighborhood: place.neighborhood,
    city: place.city,
    state: place.state,
    description: place.description,
  },
  zone: place.zone,
  owner: place.ownerId,
  refrigerationPanelUrl: panelUrl,
  installations: inOrder(meters).map(toInstallation),
});

/** What a client user needs of a place to read its meters, and nothing of the business behind it. */
export const forMetersOnly = (place: Establishment): Establishment => ({
  ...place,
  corporateName: null,
  cnpj: null,
  activity: null,
  numberOfEmployees: null,
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
