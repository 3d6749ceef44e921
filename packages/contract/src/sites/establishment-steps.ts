import { hasOpenDay } from '@nascente/domain/base/time/business-hours';
import { parseZone, type Zone } from '@nascente/domain/base/time/zone';
import {
  type Activity,
  activities,
  isActivity,
  isEmployeeRangeOf,
} from '@nascente/domain/sites/registry/activities';
import { type Cep, formatCep, normalizeCep } from '@nascente/domain/sites/registry/cep';
import { type Cnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import { isSameEquipmentName } from '@nascente/domain/sites/registry/equipment-name';
import { type StateCode, stateCodes } from '@nascente/domain/sites/registry/states';
import { z } from 'zod/mini';
import { described } from '../base/described.ts';
import { maxLength, oneLine } from '../base/text-with-lines.ts';

/** Messages of the wizard; the specification (section 5) gives their exact wording. */
export const STEP_TEXTS = {
  cnpj: 'O campo CNPJ é obrigatório',
  wrongCnpj: 'CNPJ inválido.',
  name: 'Este campo é obrigatório',
  activity: 'Selecione uma atividade.',
  numberOfEmployees: 'Selecione a qunantidade de funcionários.',
  postalCode: 'O CEP é obrigatório.',
  wrongPostalCode: 'CEP inválido.',
  address: 'Logradouro é obrigatório.',
  city: 'Cidade é obrigatório.',
  state: 'Selecione seu estado.',
  neighborhood: 'Barrio é obrigatório.',
  businessHours: 'Preencha corretamente o horário de funcionamento!',
  tariffGroup: 'Escolha um grupo tarifário.',
  voltage: 'Escolha a tensão instalada.',
  consumerUnit: 'O campo unidade consumidora é obrigatório.',
  equipmentName: 'O equipamento precisa ter um nome',
  equipmentTwice: 'Já existe um equipamento com esse nome!',
  area: 'Use de 1 a 10.000.000 m², como 320,5 ou 1.450, ou deixe em branco.',
  headcount: 'Use um número inteiro de 1 a 100.000, ou deixe em branco.',
} as const;

const MAX_NAME = 120;
const MAX_LINE = 200;
const MAX_TEXT = 500;

const needed = (texts: string, max = MAX_NAME) =>
  z.string({ error: texts }).check(z.trim(), z.minLength(1, texts), maxLength(max), oneLine);
const free = (max: number) => z.nullable(z.string().check(z.trim(), maxLength(max), oneLine));
const freeText = z.nullable(z.string().check(z.trim(), maxLength(MAX_TEXT)));

const neededCnpj = z.pipe(
  z.string({ error: STEP_TEXTS.cnpj }).check(
    z.trim(),
    z.minLength(1, { error: STEP_TEXTS.cnpj, abort: true }),
    z.refine((text) => normalizeCnpj(text) !== null, STEP_TEXTS.wrongCnpj),
  ),
  z.transform((text): Cnpj => normalizeCnpj(text) as Cnpj),
);

/** A required CEP, converted to 99.999-999, the stored and displayed form. */
const neededPostalCode = z.pipe(
  z.string({ error: STEP_TEXTS.postalCode }).check(
    z.trim(),
    z.minLength(1, { error: STEP_TEXTS.postalCode, abort: true }),
    z.refine((text) => normalizeCep(text) !== null, STEP_TEXTS.wrongPostalCode),
  ),
  z.transform((text): string => formatCep(normalizeCep(text) as Cep)),
);

/** A zone of the IANA database. It determines the days, months and peak hours of an establishment. */
const zoneName = z.pipe(
  z.string().check(z.refine((text) => parseZone(text) !== null, 'Fuso horário inválido.')),
  z.transform((text): Zone => parseZone(text) as Zone),
);

const locationFields = {
  postalCode: neededPostalCode,
  address: needed(STEP_TEXTS.address, MAX_LINE),
  city: needed(STEP_TEXTS.city),
  state: z.enum(stateCodes as readonly [StateCode, ...StateCode[]], { error: STEP_TEXTS.state }),
  neighborhood: needed(STEP_TEXTS.neighborhood),
  number: z.optional(free(20)),
  description: z.optional(freeText),
};

const MAX_M2 = 10_000_000;
const MAX_PEOPLE = 100_000;

/** Sizes by which consumption is compared with other establishments; all are optional. */
const sizeFields = {
  area: described(
    'm².',
    z.optional(
      z.nullable(z.number(STEP_TEXTS.area).check(z.gte(1, STEP_TEXTS.area), z.lte(MAX_M2, STEP_TEXTS.area))),
    ),
  ),
  headcount: described(
    'Number of people who work there, in addition to the range.',
    z.optional(
      z.nullable(
        z
          .int(STEP_TEXTS.headcount)
          .check(z.gte(1, STEP_TEXTS.headcount), z.lte(MAX_PEOPLE, STEP_TEXTS.headcount)),
      ),
    ),
  ),
};

const businessFields = {
  name: described(
    'Name of the establishment in lists; default: its fantasy name.',
    z.optional(needed(STEP_TEXTS.name)),
  ),
  cnpj: neededCnpj,
  corporateName: needed(STEP_TEXTS.name, MAX_LINE),
  fantasyName: needed(STEP_TEXTS.name, MAX_LINE),
  activity: z.enum(activities, { error: STEP_TEXTS.activity }),
  numberOfEmployees: needed(STEP_TEXTS.numberOfEmployees),
  ...sizeFields,
  zone: described("Default: the zone of the state's capital.", z.optional(zoneName)),
};

interface Employees {
  readonly activity?: Activity | undefined;
  readonly numberOfEmployees?: string | undefined;
}

/**
 * The ranges of employees depend on the activity. If a request changes only one of the two fields, the server checks it against
 * the stored value of the other.
 */
const employeesFitActivity = ({ activity, numberOfEmployees }: Employees): boolean =>
  activity === undefined ||
  !numberOfEmployees ||
  (isActivity(activity) && isEmployeeRangeOf(activity, numberOfEmployees));
const employeesCheck = z.refine<Employees>(employeesFitActivity, {
  path: ['numberOfEmployees'],
  error: STEP_TEXTS.numberOfEmployees,
});

/** Step 0 of the wizard: the business and where it is. */
export const businessStep = z
  .strictObject({ ...businessFields, location: z.strictObject(locationFields) })
  .check(employeesCheck);

const texts = { error: STEP_TEXTS.businessHours };
const clock = z.strictObject(
  {
    hour: z.int(texts).check(z.gte(0, texts), z.lte(23, texts)),
    minute: z.int(texts).check(z.gte(0, texts), z.lte(59, texts)),
  },
  texts,
);
const openDay = z.strictObject({ open: z.boolean(texts), openHour: clock, closeHour: clock }, texts);
/** A closing time earlier than the opening time is on the next day. Equal times mean open around the clock. */
const neededHours = z
  .strictObject(
    {
      sunday: openDay,
      monday: openDay,
      tuesday: openDay,
      wednesday: openDay,
      thursday: openDay,
      friday: openDay,
      saturday: openDay,
    },
    texts,
  )
  .check(z.refine(hasOpenDay, texts));

const hoursFields = { businessHours: neededHours };

/** Step 1: the opening hours, at least one day open. */
export const hoursStep = z.strictObject(hoursFields);

/** One watt; a smaller demand would be stored as 0. */
const MIN_DEMAND_KW = 0.001;
const MAX_DEMAND_KW = 1_000_000;
const DEMAND_MESSAGE = 'Use até 1.000.000 kW, como 75,5 ou 1.200, ou deixe em branco.';
const READ_DATE_MESSAGE = 'Escolha um dia de 1 a 31.';

const billFields = {
  tariff: described('Tariff group.', z.enum(['A', 'B'], { error: STEP_TEXTS.tariffGroup })),
  contractedDemand: described(
    'kW.',
    z.optional(
      z.nullable(
        z
          .number(DEMAND_MESSAGE)
          .check(z.gte(MIN_DEMAND_KW, DEMAND_MESSAGE), z.lte(MAX_DEMAND_KW, DEMAND_MESSAGE)),
      ),
    ),
  ),
  readDate: described(
    'Day of the month on which the distributor reads the meter; `null`: civil months.',
    z.optional(
      z.nullable(z.int(READ_DATE_MESSAGE).check(z.gte(1, READ_DATE_MESSAGE), z.lte(31, READ_DATE_MESSAGE))),
    ),
  ),
  image: described('Id of an uploaded image of the bill.', z.optional(z.nullable(z.string()))),
  name: z.optional(free(MAX_NAME)),
};

const supplyFields = {
  voltage: z.union([z.literal(110), z.literal(220)], { error: STEP_TEXTS.voltage }),
  consumerUnit: needed(STEP_TEXTS.consumerUnit, 40),
  solarPanel: z.optional(z.boolean()),
  tax: described(
    "Id of the distributor's tariff (of `GET /tax`) for the complete establishment.",
    z.optional(z.nullable(z.string())),
  ),
};

/** Step 2: the electricity bill. */
export const billStep = z.strictObject({
  bill: z.strictObject(billFields, { error: STEP_TEXTS.tariffGroup }),
  ...supplyFields,
});

const count = (max: number) => {
  const range = `Use um número inteiro de 0 a ${max.toLocaleString('pt-BR')}.`;
  return z.nullable(z.int(range).check(z.gte(0, range), z.lte(max, range)));
};
/** Cooling: power of one in BTU/h, and how many. */
const cooling = z.strictObject({ btu: count(10_000_000), quantity: count(100_000) });

const equipmentList = z.array(z.strictObject({ name: needed(STEP_TEXTS.equipmentName, 60) })).check(
  z.maxLength(100, 'São no máximo 100 equipamentos.'),
  z.superRefine((list, context) => {
    list.forEach(({ name }, index) => {
      const isTwice = list.slice(0, index).some((other) => isSameEquipmentName(other.name, name));
      if (isTwice)
        context.addIssue({ code: 'custom', path: [index, 'name'], message: STEP_TEXTS.equipmentTwice });
    });
  }),
);

const equipmentFields = {
  equipmentsMetaData: z.optional(z.strictObject({ airConditioning: cooling, refrigeration: cooling })),
  equipments: described('Custom equipment.', z.optional(equipmentList)),
};

/** Step 3: the equipment; all fields are optional. */
export const equipmentStep = z.strictObject(equipmentFields);

/** The four steps together, which create an establishment. */
export const newEstablishment = z
  .strictObject({
    owner: described(
      'Owner; only an Admin may name another account than the own one.',
      z.optional(z.string()),
    ),
    ...businessStep.shape,
    ...hoursFields,
    ...billStep.shape,
    ...equipmentFields,
  })
  .check(employeesCheck);
export type NewEstablishment = z.output<typeof newEstablishment>;

/** Absent fields stay as they are, also within `location` and `bill`. */
export const establishmentChange = z
  .partial(
    z.strictObject({
      ...businessFields,
      location: z.partial(z.strictObject(locationFields)),
      ...hoursFields,
      bill: z.partial(z.strictObject(billFields)),
      ...supplyFields,
      ...equipmentFields,
    }),
  )
  .check(employeesCheck);
export type EstablishmentChange = z.output<typeof establishmentChange>;
