import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, editOf } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { longestOne, oneLine } from '../base/text-with-lines.ts';
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
    "Missing while the establishment is only a location: 'Terminar cadastro'.",
    z.nullable(z.string()),
  ),
  activity: z.nullable(z.string()),
  consumerUnit: z.nullable(z.string()),
  numberOfEmployees: z.nullable(z.string()),
  area: described('m²; null where nobody told it.', z.nullable(z.number())),
  headcount: described(
    'How many people work there, where it was told beside the range.',
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
  tax: described(
    "Id of the distributor's tariff by which the whole establishment is billed.",
    z.nullable(z.string()),
  ),
  equipmentsMetaData,
  equipments: described('Custom equipment.', z.array(z.object({ name: z.string() }))),
  location,
  zone: described('IANA zone in which days, months, cycles and tariff hours are cut.', z.string()),
  owner: described('Id of the account that it belongs to.', z.string()),
  refrigerationPanelUrl: described(
    'Where its refrigerated equipment is watched, outside of this system; null where nothing is configured or nothing cools.',
    z.nullable(z.string()),
  ),
  installations: z.array(installation),
});
export type Establishment = z.output<typeof establishment>;

export const listEstablishments = defineCall({
  name: 'listEstablishments',
  method: 'GET',
  effect: 'reads',
  path: '/establishment',
  access: 'session',
  permission: 'see-establishments',
  summary: 'The establishments that the caller may see, with their meters, by name descending.',
  success: 200,
  answer: z.object({ ok, establishments: z.array(establishment) }),
});

const byId = z.object({ id: z.string() });
const oneEstablishment = z.object({ ok, establishment });

export const readEstablishment = defineCall({
  name: 'readEstablishment',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id',
  access: 'session',
  permission: 'see-establishments',
  summary: 'One establishment, with those of its meters that the caller sees.',
  params: byId,
  success: 200,
  answer: oneEstablishment,
});

export const createEstablishment = defineCall({
  name: 'createEstablishment',
  method: 'POST',
  effect: 'changes',
  path: '/establishment',
  access: 'session',
  permission: 'create-establishment',
  summary:
    'Creates an establishment; 400 `duplicate` where the same owner has one of that CNPJ. The same request sent twice within a minute creates one.',
  body: newEstablishment,
  fails: ['conflict'],
  success: 201,
  answer: oneEstablishment,
});

/** Which version of an establishment an editor saw: its own fields, and not its meters. */
export const establishmentSeen = (establishment: Establishment): string =>
  fingerprint({ ...establishment, installations: undefined, refrigerationPanelUrl: undefined });

export const updateEstablishment = defineCall({
  name: 'updateEstablishment',
  method: 'PATCH',
  effect: 'changes',
  path: '/establishment/:id',
  access: 'session',
  permission: 'edit-establishment',
  summary: 'Changes an establishment, or completes a location; what is left out stays as it is.',
  params: byId,
  body: establishmentChange,
  edit: editOf(readEstablishment, {
    asking: ({ params }) => ({ params }),
    seen: ({ establishment }) => establishmentSeen(establishment),
    actions: ['establishment-changed', 'establishment-completed'],
    about: ({ establishment }) => [{ edited: establishment._id }],
  }),
  fails: ['conflict'],
  success: 200,
  answer: oneEstablishment,
});

export const removeEstablishment = defineCall({
  name: 'removeEstablishment',
  method: 'DELETE',
  effect: 'changes',
  path: '/establishment/:id',
  access: 'session',
  permission: 'remove-establishment',
  summary: 'Removes an establishment at which no meter was ever installed; otherwise 409.',
  params: byId,
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok }),
});

export const newLocation = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Seu endereço precisa de um Nome'), longestOne(120), oneLine),
  address: z.string().check(z.trim(), z.minLength(1, 'Endereço inválido'), longestOne(200), oneLine),
  postalCode: z.string().check(z.trim(), z.regex(/^\d{2}\.?\d{3}-?\d{3}$/, 'CEP inválido')),
  description: z._default(z.string().check(z.trim(), longestOne(500)), ''),
  owner: described(
    'Whose it will be: an Admin may say another account than the own one.',
    z.optional(z.string()),
  ),
});

export const createLocation = defineCall({
  name: 'createLocation',
  method: 'POST',
  effect: 'changes',
  path: '/location',
  access: 'session',
  permission: 'create-establishment',
  summary: 'Creates a location: the seed of an establishment, still without CNPJ.',
  body: newLocation,
  fails: ['conflict'],
  success: 201,
  answer: z.object({
    ok,
    location: z.object({
      code: z.string(),
      name: z.string(),
      address: z.string(),
      postalCode: z.string(),
      description: z.string(),
    }),
  }),
});

export const readEmissions = defineCall({
  name: 'readEmissions',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/emissions',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'Carbon emissions of an establishment between two civil dates, both included; default: this billing cycle.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    factors: described(
      '`fixed`: 0.0426 of 2022, whatever the date; `monthly`: the published factor of each month.',
      z._default(z.enum(['fixed', 'monthly'], 'Fatores inválidos: use fixed ou monthly'), 'fixed'),
    ),
  }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({
    ok,
    data: z.object({
      kgCO2: z.number(),
      factor: described(
        "kg of CO2 per kWh; of several months, kgCO2 over kWh (of nothing: the last month's).",
        z.number(),
      ),
      year: described("The year whose factor was used; of several, the last month's.", z.int()),
      months: described(
        'What each month of the period was counted with, in order.',
        z.array(
          z.object({
            date: described('MM/YYYY', z.string()),
            kgCO2: z.number(),
            factor: z.number(),
            factorYear: described(
              'What the factor is of: a month of a year, or with null its mean.',
              z.int(),
            ),
            factorMonth: z.nullable(z.int()),
          }),
        ),
      ),
      start: z.string(),
      end: z.string(),
      completeness: z.number(),
      estimated: z.optional(z.number()),
    }),
  }),
});
