import { readFileSync } from 'node:fs';
import { type DemonstrationEstablishment, meterOf, openHours } from './demonstration-establishment.ts';
import type { DemonstrationPerson } from './demonstration-person.ts';

/** The partner that brought the company. It sees the second brand if SECOND_BRAND contains its e-mail domain. */
export const PARTNER: DemonstrationPerson = {
  email: 'contato@solarsul.com.br',
  firstName: 'Solar',
  lastName: 'Sul',
  birth: null,
  gender: null,
  profile: 'partner',
};

const logo = readFileSync(new URL('./partner-logo.png', import.meta.url)).toString('base64');
export const PARTNER_LOGO = `data:image/png;base64,${logo}`;

const WORKING_DAY = openHours(8, 18);

/** The only establishment of the partner; all others belong to the company that it brought. */
export const SHOWROOM: DemonstrationEstablishment = {
  seed: 'showroom-solar-sul',
  name: 'Showroom Solar Sul',
  fantasyName: 'Solar Sul',
  corporateName: 'Solar Sul Energia Ltda',
  cnpj: '11222333000181',
  activity: 'Comercio e Serviços',
  numberOfEmployees: 'até 9',
  area: 85,
  headcount: 4,
  consumerUnit: '7012480217',
  solarPanel: false,
  tariffGroup: 'B',
  contractedDemand: null,
  billReadDay: 8,
  billName: 'Solar Sul Energia Ltda',
  businessHours: {
    sunday: { ...WORKING_DAY, open: false },
    monday: WORKING_DAY,
    tuesday: WORKING_DAY,
    wednesday: WORKING_DAY,
    thursday: WORKING_DAY,
    friday: WORKING_DAY,
    saturday: openHours(8, 12),
  },
  equipmentMetadata: {
    airConditioning: { btu: 18_000, quantity: 1 },
    refrigeration: { btu: null, quantity: null },
  },
  equipments: [],
  address: 'Rua do Lima',
  number: '77',
  neighborhood: 'Santo Amaro',
  postalCode: '50.040-080',
  measuredForDays: 75,
  meters: [
    meterOf({
      mac: '02:4E:41:00:00:10',
      name: 'Geral',
      comment: 'Entrada da loja',
      isGeneral: true,
      profile: 'office-air-conditioning',
    }),
  ],
};
