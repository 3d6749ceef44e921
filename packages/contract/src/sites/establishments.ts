import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, editOf } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';
import { establishmentChange, newEstablishment } from './establishment-steps.ts';
import { installation } from './meters.ts';

const clock = z.object({ hour: z.int(), minute: z.int() });
const openDay = z.object({ open: z.boolean(), openHour: clock, closeHour: clock });

export const businessHours = z.object({
  sunday: openDay,
  monday: openDay,
  tuesday: openDay,
  wednesday: openDay,
  thursday: openDay,
  friday: openDay,
  saturday: openDay,
});

const cooling = z.object({ btu: z.nullable(z.int()), quantity: z.nullable(z.int()) });

/** Air conditioning and refrigeration: power of one in BTU/h, and how many. */
export const equipmentsMetaData = z.object({ airConditioning: cooling, refrigeration: cooling });

export const location = z.object({
  postalCode: z.nullable(z.string()),
  address: z.nullable(z.string()),
  number: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  description: z.nullable(z.string()),
});

export const establishment = z.object({
  _id: z.string(),
  name: z.string(),
  fantasyName: z.nullable(z.string()),
  corporateName: z.nullable(z.string()),
  cnpj: described(
    "Absent while the establishment is only a location: 'Terminar cadastro'.",
    z.nullable(z.string()),
  ),
  activity: z.nullable(z.string()),
  consumerUnit: z.nullable(z.string()),
  numberOfEmployees: z.nullable(z.string()),
  area: described('m²; `null` if not entered.', z.nullable(z.number())),
  headcount: described(
    'Number of people who work there, if entered in addition to the range.',
    z.nullable(z.int()),
  ),
  solarPanel: z.boolean(),
  voltage: z.nullable(z.int()),
  billReadDate: z.nullable(z.int()),
  businessHours: z.nullable(businessHours),
  bill: z.object({
    tariff: described('Tariff group.', z.nullable(z.enum(['A', 'B']))),
    contractedDemand: described('kW.', z.nullable(z.number())),
    readDate: z.nullable(z.int()),
    image: described('Id of an uploaded image: `GET /image/{id}`.', z.nullable(z.string())),
    name: z.nullable(z.string()),
  }),
  tax: described("Id of the distributor's tariff for the complete establishment.", z.nullable(z.string())),
  equipmentsMetaData,
  equipments: described('Custom equipment.', z.array(z.object({ name: z.string() }))),
  location,
  zone: described('IANA zone of its days, months, cycles and tariff hours.', z.string()),
  owner: described("Id of the owner's account.", z.string()),
  refrigerationPanelUrl: described(
    'Address of an external system that monitors its refrigerated equipment; `null` if none is configured or nothing is refrigerated.',
    z.nullable(z.string()),
  ),
  installations: z.array(installation),
});
export type Establishment = z.output<typeof establishment>;

export const listEstablishments = defineCall({
  name: 'listEstablishments',
  route: 'GET /establishment',
  permission: 'see-establishments',
  summary: 'Establishments that the caller may see, with their meters, by name descending.',
  answer: { establishments: z.array(establishment) },
});

const oneEstablishment = { establishment };

export const readEstablishment = defineCall({
  name: 'readEstablishment',
  route: 'GET /establishment/:id',
  permission: 'see-establishments',
  summary: 'One establishment, with its meters that the caller may see.',
  answer: oneEstablishment,
});

export const createEstablishment = defineCall({
  name: 'createEstablishment',
  route: 'POST /establishment',
  permission: 'create-establishment',
  summary:
    'Creates an establishment; 400 `duplicate` if the same owner has one with that CNPJ. The same request twice within a minute creates one.',
  body: newEstablishment,
  fails: ['conflict'],
  success: 201,
  answer: oneEstablishment,
});

/** The version of an establishment that an editor saw. It includes the fields of the establishment, not its meters. */
export const establishmentSeen = (establishment: Establishment): string =>
  fingerprint({ ...establishment, installations: undefined, refrigerationPanelUrl: undefined });

export const updateEstablishment = defineCall({
  name: 'updateEstablishment',
  route: 'PATCH /establishment/:id',
  permission: 'edit-establishment',
  summary: 'Changes an establishment, or completes a location; omitted fields stay.',
  body: establishmentChange,
  edit: editOf(readEstablishment, {
    asking: ({ params }) => ({ params }),
    seen: ({ establishment }) => establishmentSeen(establishment),
    actions: ['establishment-changed', 'establishment-completed'],
    about: ({ establishment }) => [{ edited: establishment._id }],
  }),
  fails: ['conflict'],
  answer: oneEstablishment,
});

export const removeEstablishment = defineCall({
  name: 'removeEstablishment',
  route: 'DELETE /establishment/:id',
  permission: 'remove-establishment',
  summary: 'Removes an establishment without any current or past meter; otherwise 409.',
  fails: ['conflict'],
});

export const newLocation = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Seu endereço precisa de um Nome'), maxLength(120), oneLine),
  address: z.string().check(z.trim(), z.minLength(1, 'Endereço inválido'), maxLength(200), oneLine),
  postalCode: z.string().check(z.trim(), z.regex(/^\d{2}\.?\d{3}-?\d{3}$/, 'CEP inválido')),
  description: z._default(z.string().check(z.trim(), maxLength(500)), ''),
  owner: described('Owner; only an Admin may name another account than the own one.', z.optional(z.string())),
});

export const createLocation = defineCall({
  name: 'createLocation',
  route: 'POST /location',
  permission: 'create-establishment',
  summary: 'Creates a location: an establishment without CNPJ.',
  body: newLocation,
  fails: ['conflict'],
  success: 201,
  answer: {
    location: z.object({
      code: z.string(),
      name: z.string(),
      address: z.string(),
      postalCode: z.string(),
      description: z.string(),
    }),
  },
});

/** Whether emissions use the product's fixed factor or the published factor of each month. */
export const emissionFactors = described(
  '`fixed`: 0.0426 of 2022 for every date; `monthly`: the published factor of each month.',
  z._default(z.enum(['fixed', 'monthly'], 'Fatores inválidos: use fixed ou monthly'), 'fixed'),
);

export const readEmissions = defineCall({
  name: 'readEmissions',
  route: 'GET /establishment/:id/emissions',
  permission: 'see-consumption',
  summary:
    'Carbon emissions of an establishment between two civil dates, inclusive; default: this billing cycle.',
  query: z.strictObject({
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    factors: emissionFactors,
  }),
  fails: ['not-found'],
  answer: {
    data: z.object({
      kgCO2: z.number(),
      factor: described(
        'kg of CO2 per kWh; for several months, kgCO2 divided by kWh (without consumption: the factor of the last month).',
        z.number(),
      ),
      year: described('Year of the factor; for several months, that of the last month.', z.int()),
      months: described(
        'Factor of each month of the period, in order.',
        z.array(
          z.object({
            date: described('MM/YYYY', z.string()),
            kgCO2: z.number(),
            factor: z.number(),
            factorYear: described('Month and year of the factor; without a month, the yearly mean.', z.int()),
            factorMonth: z.nullable(z.int()),
          }),
        ),
      ),
      start: z.string(),
      end: z.string(),
      completeness: z.number(),
      estimated: z.optional(z.number()),
    }),
  },
});
