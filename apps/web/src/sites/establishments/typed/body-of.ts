import {
  type EstablishmentChange,
  establishmentChange,
  type NewEstablishment,
  newEstablishment,
} from '@nascente/contract/sites/establishment-steps';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { isSameEquipmentName } from '@nascente/domain/sites/registry/equipment-name';
import { isStateCode, zoneOfState } from '@nascente/domain/sites/registry/states';
import { figureOf } from '../../../shared/forms/fields/decimal-input.ts';
import { zonesOf } from '../steps/zones-of.ts';
import { hoursOf, type TypedEstablishment, typedOf } from './typed-establishment.ts';

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed);

const zoneOf = ({ zone, location: { state } }: TypedEstablishment) => {
  if (!isStateCode(state)) return {};
  const isPossible = zonesOf(state).some((possible) => possible === zone);
  return { zone: isPossible ? zone : zoneOfState(state) };
};

export const businessOf = (typed: TypedEstablishment) => ({
  cnpj: typed.cnpj,
  corporateName: typed.corporateName,
  fantasyName: typed.fantasyName,
  activity: typed.activity,
  numberOfEmployees: typed.numberOfEmployees,
  area: figureOf(typed.area),
  headcount: figureOf(typed.headcount),
  ...zoneOf(typed),
  location: {
    ...typed.location,
    number: orNull(typed.location.number),
    description: orNull(typed.location.description),
  },
});

export const openingOf = (typed: TypedEstablishment) => ({ businessHours: hoursOf(typed.businessHours) });

export const supplyOf = ({ bill, ...typed }: TypedEstablishment) => ({
  bill: {
    tariff: bill.tariff,
    contractedDemand: bill.tariff === 'A' ? figureOf(bill.contractedDemand) : null,
    readDate: bill.readDate === '' ? null : Number(bill.readDate),
    image: bill.image,
    name: orNull(bill.name),
  },
  voltage: Number(typed.voltage),
  consumerUnit: typed.consumerUnit,
  solarPanel: typed.solarPanel,
  tax: typed.tax,
});

const coolingOf = ({ btu, quantity }: TypedEstablishment['equipmentsMetaData']['refrigeration']) => ({
  btu: figureOf(btu),
  quantity: figureOf(quantity),
});

/** Includes the name in the field where it can be added. */
export const equipmentOf = ({ equipmentsMetaData, equipments, newEquipment }: TypedEstablishment) => {
  const isNew =
    newEquipment.trim() !== '' && !equipments.some(({ name }) => isSameEquipmentName(name, newEquipment));
  return {
    equipmentsMetaData: {
      airConditioning: coolingOf(equipmentsMetaData.airConditioning),
      refrigeration: coolingOf(equipmentsMetaData.refrigeration),
    },
    equipments: isNew ? [...equipments, { name: newEquipment.trim() }] : equipments,
  };
};

const totalOf = (typed: TypedEstablishment) => ({
  ...businessOf(typed),
  ...openingOf(typed),
  ...supplyOf(typed),
  ...equipmentOf(typed),
});

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const differences = (after: object, before: object): Record<string, unknown> => {
  const valuesBefore = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isEqual(value, valuesBefore.get(key))),
  );
};

/** The body of a creation. Only for validated values. */
export const creationOf = (typed: TypedEstablishment): NewEstablishment =>
  newEstablishment.parse({ ...(typed.owner?.id && { owner: typed.owner.id }), ...totalOf(typed) });

/** The body of a change: only differences, so that concurrent edits survive; everything for a former location. Only for validated values. */
export const changeOf = (establishment: Establishment, typed: TypedEstablishment): EstablishmentChange => {
  const after = totalOf(typed);
  if (establishment.cnpj === null) return establishmentChange.parse(after);
  const before = totalOf(typedOf(establishment));
  const { location: _location, bill: _bill, ...changed } = differences(after, before);
  const location = differences(after.location, before.location);
  const bill = differences(after.bill, before.bill);
  return establishmentChange.parse({
    ...changed,
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(bill).length > 0 && { bill }),
  });
};
