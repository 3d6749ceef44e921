import type { Establishment } from '@nascente/contract/sites/establishments';
import {
  type BusinessHours,
  type ClockTime,
  closedWeek,
  isClockTime,
  type OpenDay,
  type WeekdayName,
  weekdayNames,
  workingDays,
} from '@nascente/domain/base/time/business-hours';
import { formatNumber } from '@nascente/domain/base/units/format';
import { isActivity, isEmployeeRangeOf } from '@nascente/domain/sites/registry/activities';
import { maskCep } from '@nascente/domain/sites/registry/cep';
import { maskCnpj } from '@nascente/domain/sites/registry/cnpj';
import { isStateCode } from '@nascente/domain/sites/registry/states';
import { z } from 'zod/mini';

const text = z.string();
const day = z.strictObject({ open: z.boolean(), openHour: text, closeHour: text });

/** Field values of a weekday; times as `HH:MM` or empty. */
export type TypedDay = z.output<typeof day>;
export type TypedHours = Record<WeekdayName, TypedDay>;

const byWeekday = (dayOf: (name: WeekdayName) => TypedDay): TypedHours =>
  Object.fromEntries(weekdayNames.map((name) => [name, dayOf(name)])) as TypedHours;

const toField = ({ hour, minute }: ClockTime): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

export const typedHoursOf = (hours: BusinessHours = closedWeek): TypedHours =>
  byWeekday((name) => {
    const { open, openHour, closeHour } = hours[name];
    return { open, openHour: toField(openHour), closeHour: toField(closeHour) };
  });

const FIELD = /^(\d{2}):(\d{2})$/;

/** The clock time of a field, or null while incomplete. */
export const clockOf = (field: string): ClockTime | null => {
  const [, hour, minute] = FIELD.exec(field) ?? [];
  const clock = { hour: Number(hour), minute: Number(minute) };
  return isClockTime(clock) ? clock : null;
};

/** A missing hour becomes one that the contract rejects. */
const UNFILLED: ClockTime = { hour: -1, minute: -1 };

/** The hours to send; emptied hours of a closed day become the usual ones. */
export const hoursOf = (typed: TypedHours): BusinessHours => {
  const dayOf = (name: WeekdayName): OpenDay => {
    const { open, openHour, closeHour } = typed[name];
    const usual = closedWeek[name];
    return {
      open,
      openHour: clockOf(openHour) ?? (open ? UNFILLED : usual.openHour),
      closeHour: clockOf(closeHour) ?? (open ? UNFILLED : usual.closeHour),
    };
  };
  return { ...closedWeek, ...Object.fromEntries(weekdayNames.map((name) => [name, dayOf(name)])) };
};

/** The hours with these days opened or closed; opened days take the given times. */
export const withTypedDays = (typed: TypedHours, days: readonly WeekdayName[], day: TypedDay): TypedHours =>
  byWeekday((name) => {
    if (!days.includes(name)) return typed[name];
    return day.open ? day : { ...typed[name], open: false };
  });

export const areAllLike = (typed: TypedHours, days: readonly WeekdayName[], day: TypedDay): boolean =>
  days.every((name) => {
    const { open, openHour, closeHour } = typed[name];
    return open && openHour === day.openHour && closeHour === day.closeHour;
  });

/** The times of the shortcuts: those of the first open day, else the usual ones. */
export const patternOf = (typed: TypedHours): TypedDay => {
  const first = [...workingDays, ...weekdayNames].find((name) => typed[name].open);
  return { ...typed[first ?? 'monday'], open: true };
};

export const remarkOn = ({ openHour, closeHour }: TypedDay): string | null => {
  if (clockOf(openHour) === null || clockOf(closeHour) === null || closeHour > openHour) return null;
  return openHour === closeHour ? 'aberto 24 horas' : 'fecha no dia seguinte';
};

const cooling = z.strictObject({ btu: text, quantity: text });

/**
 * Values of the wizard's fields, as text, empty when not typed. Paths are the contract's. A stored draft of another shape, from
 * an older version, is invalid.
 */
export const typedEstablishment = z.strictObject({
  /** The owner's account; null for an existing establishment. */
  owner: z.nullable(z.strictObject({ id: text, label: text })),
  cnpj: text,
  corporateName: text,
  fantasyName: text,
  activity: text,
  numberOfEmployees: text,
  area: text,
  headcount: text,
  location: z.strictObject({
    postalCode: text,
    address: text,
    number: text,
    description: text,
    neighborhood: text,
    city: text,
    state: text,
  }),
  /** Empty: that of the state's capital. */
  zone: text,
  businessHours: z.record(z.enum(weekdayNames), day),
  bill: z.strictObject({
    tariff: text,
    contractedDemand: text,
    readDate: text,
    image: z.nullable(text),
    name: text,
  }),
  voltage: text,
  consumerUnit: text,
  solarPanel: z.boolean(),
  tax: z.nullable(text),
  equipmentsMetaData: z.strictObject({ airConditioning: cooling, refrigeration: cooling }),
  equipments: z.array(z.strictObject({ name: text })),
  /** The name in the field for new equipment, not added yet. */
  newEquipment: text,
});

export type TypedEstablishment = z.output<typeof typedEstablishment>;

/** The own account. */
export const OWN = { id: '', label: '' };

export const newTyped = (): TypedEstablishment => ({
  owner: OWN,
  cnpj: '',
  corporateName: '',
  fantasyName: '',
  activity: '',
  numberOfEmployees: '',
  area: '',
  headcount: '',
  location: {
    postalCode: '',
    address: '',
    number: '',
    description: '',
    neighborhood: '',
    city: '',
    state: '',
  },
  zone: '',
  businessHours: typedHoursOf(),
  bill: { tariff: '', contractedDemand: '', readDate: '', image: null, name: '' },
  voltage: '',
  consumerUnit: '',
  solarPanel: false,
  tax: null,
  equipmentsMetaData: {
    airConditioning: { btu: '', quantity: '' },
    refrigeration: { btu: '', quantity: '' },
  },
  equipments: [],
  newEquipment: '',
});

const typedFigureOf = (value: number | null): string =>
  value === null ? '' : formatNumber(value, String(value).split('.')[1]?.length ?? 0);

const locationOf = ({ location }: Establishment): TypedEstablishment['location'] => ({
  postalCode: maskCep(location.postalCode ?? ''),
  address: location.address ?? '',
  number: location.number ?? '',
  description: location.description ?? '',
  neighborhood: location.neighborhood ?? '',
  city: location.city ?? '',
  state: location.state !== null && isStateCode(location.state) ? location.state : '',
});

const activityOf = ({ activity, numberOfEmployees }: Establishment) => {
  if (activity === null || !isActivity(activity)) return { activity: '', numberOfEmployees: '' };
  const isLoaded = numberOfEmployees !== null && isEmployeeRangeOf(activity, numberOfEmployees);
  return { activity, numberOfEmployees: isLoaded ? numberOfEmployees : '' };
};

const coolingOf = ({ btu, quantity }: Establishment['equipmentsMetaData']['refrigeration']) => ({
  btu: typedFigureOf(btu),
  quantity: typedFigureOf(quantity),
});

/** Field values of an establishment; a location's name is proposed as fantasy name. */
export const typedOf = (establishment: Establishment): TypedEstablishment => ({
  owner: null,
  ...activityOf(establishment),
  area: typedFigureOf(establishment.area),
  headcount: typedFigureOf(establishment.headcount),
  cnpj: maskCnpj(establishment.cnpj ?? ''),
  corporateName: establishment.corporateName ?? '',
  fantasyName: establishment.fantasyName ?? establishment.name,
  location: locationOf(establishment),
  zone: establishment.zone,
  businessHours: typedHoursOf(establishment.businessHours ?? undefined),
  bill: {
    tariff: establishment.bill.tariff ?? '',
    contractedDemand: typedFigureOf(establishment.bill.contractedDemand),
    readDate: establishment.bill.readDate?.toString() ?? '',
    image: establishment.bill.image,
    name: establishment.bill.name ?? '',
  },
  voltage: [110, 220].includes(establishment.voltage ?? 0) ? String(establishment.voltage) : '',
  consumerUnit: establishment.consumerUnit ?? '',
  solarPanel: establishment.solarPanel,
  tax: establishment.tax,
  equipmentsMetaData: {
    airConditioning: coolingOf(establishment.equipmentsMetaData.airConditioning),
    refrigeration: coolingOf(establishment.equipmentsMetaData.refrigeration),
  },
  equipments: establishment.equipments.map(({ name }) => ({ name })),
  newEquipment: '',
});
