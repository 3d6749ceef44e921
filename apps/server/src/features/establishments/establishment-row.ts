import type { EstablishmentChange } from '@nascente/contract/establishment-steps';
import { DEFAULT_ZONE, parseZone } from '@nascente/domain/time/zone';
import type { Row, RowChange } from '../../platform/database/schema.ts';
import type { Establishment } from './establishment.ts';

/** A row as the service knows it. */
export const toEstablishment = (row: Row<'establishment'>): Establishment => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  fantasyName: row.fantasy_name,
  corporateName: row.corporate_name,
  cnpj: row.cnpj,
  activity: row.activity,
  numberOfEmployees: row.number_of_employees,
  consumerUnit: row.consumer_unit,
  hasSolarPanel: row.solar_panel,
  voltage: row.voltage,
  tariffGroup: row.tariff_group,
  contractedDemandKw: row.contracted_demand_kw === null ? null : Number(row.contracted_demand_kw),
  billReadDay: row.bill_read_day,
  billName: row.bill_name,
  billImageId: row.bill_image_id,
  tariffId: row.tariff_id,
  businessHours: row.business_hours,
  equipmentMetadata: row.equipment_metadata,
  equipments: row.equipments,
  zone: parseZone(row.zone) ?? DEFAULT_ZONE,
  postalCode: row.postal_code,
  address: row.address,
  number: row.number,
  neighborhood: row.neighborhood,
  city: row.city,
  state: row.state,
  description: row.description,
});

/** Columns to be written; what is not among them stays as it is. */
export type EstablishmentColumns = RowChange<'establishment'>;

type Given = { readonly [C in keyof EstablishmentColumns]: EstablishmentColumns[C] | undefined };
const present = (given: Given): EstablishmentColumns =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const orNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);
const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const locationColumns = (location: EstablishmentChange['location']): Given => ({
  postal_code: location?.postalCode,
  address: location?.address,
  number: orNull(location?.number),
  neighborhood: location?.neighborhood,
  city: location?.city,
  state: location?.state,
  description: orNull(location?.description),
});

const billColumns = (bill: EstablishmentChange['bill']): Given => ({
  tariff_group: bill?.tariff,
  contracted_demand_kw:
    typeof bill?.contractedDemand === 'number' ? String(bill.contractedDemand) : bill?.contractedDemand,
  bill_read_day: bill?.readDate,
  bill_image_id: bill?.image,
  bill_name: orNull(bill?.name),
});

/** What was given of an establishment, as columns. */
export const toColumns = (given: EstablishmentChange): EstablishmentColumns =>
  present({
    name: given.name,
    cnpj: given.cnpj,
    corporate_name: given.corporateName,
    fantasy_name: given.fantasyName,
    activity: given.activity,
    number_of_employees: given.numberOfEmployees,
    zone: given.zone,
    ...locationColumns(given.location),
    business_hours: jsonOf(given.businessHours),
    ...billColumns(given.bill),
    voltage: given.voltage,
    consumer_unit: given.consumerUnit,
    solar_panel: given.solarPanel,
    tariff_id: given.tax,
    equipment_metadata: jsonOf(given.equipmentsMetaData),
    equipments: jsonOf(given.equipments),
  });
