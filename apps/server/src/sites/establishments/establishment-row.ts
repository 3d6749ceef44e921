import type { EstablishmentChange } from '@nascente/contract/sites/establishment-steps';
import { DEFAULT_ZONE, parseZone } from '@nascente/domain/base/time/zone';
import type { Row, RowChange } from '../../platform/database/schema.ts';

/** An establishment of a customer; without CNPJ only its location is known. */
export type Establishment = ReturnType<typeof toEstablishment>;

export const toEstablishment = (row: Row<'establishment'>) => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  fantasyName: row.fantasy_name,
  corporateName: row.corporate_name,
  cnpj: row.cnpj,
  activity: row.activity,
  numberOfEmployees: row.number_of_employees,
  areaM2: row.area_m2 === null ? null : Number(row.area_m2),
  headcount: row.headcount,
  consumerUnit: row.consumer_unit,
  hasSolarPanel: row.solar_panel,
  voltage: row.voltage,
  tariffGroup: row.tariff_group,
  contractedDemandKw: row.contracted_demand_kw === null ? null : Number(row.contracted_demand_kw),
  billReadDay: row.bill_read_day,
  billName: row.bill_name,
  billImageId: row.bill_image_id,
  /** The distributor's tariff by which the whole establishment is billed. */
  tariffId: row.tariff_id,
  /** Unparsed, as are `equipmentMetadata` and `equipments`. */
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

/** Columns to write; others stay as they are. */
export type EstablishmentColumns = RowChange<'establishment'>;

type PartialColumns = { readonly [C in keyof EstablishmentColumns]: EstablishmentColumns[C] | undefined };
const present = (columns: PartialColumns): EstablishmentColumns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

const orNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);
const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Converts a number to the text of a numeric column. */
const numericOf = (value: number | null | undefined): string | null | undefined =>
  typeof value === 'number' ? String(value) : value;

const locationColumns = (location: EstablishmentChange['location']): PartialColumns => ({
  postal_code: location?.postalCode,
  address: location?.address,
  number: orNull(location?.number),
  neighborhood: location?.neighborhood,
  city: location?.city,
  state: location?.state,
  description: orNull(location?.description),
});

const billColumns = (bill: EstablishmentChange['bill']): PartialColumns => ({
  tariff_group: bill?.tariff,
  contracted_demand_kw: numericOf(bill?.contractedDemand),
  bill_read_day: bill?.readDate,
  bill_image_id: bill?.image,
  bill_name: orNull(bill?.name),
});

export const toColumns = (change: EstablishmentChange): EstablishmentColumns =>
  present({
    name: change.name,
    cnpj: change.cnpj,
    corporate_name: change.corporateName,
    fantasy_name: change.fantasyName,
    activity: change.activity,
    number_of_employees: change.numberOfEmployees,
    area_m2: numericOf(change.area),
    headcount: change.headcount,
    zone: change.zone,
    ...locationColumns(change.location),
    business_hours: jsonOf(change.businessHours),
    ...billColumns(change.bill),
    voltage: change.voltage,
    consumer_unit: change.consumerUnit,
    solar_panel: change.solarPanel,
    tariff_id: change.tax,
    equipment_metadata: jsonOf(change.equipmentsMetaData),
    equipments: jsonOf(change.equipments),
  });
