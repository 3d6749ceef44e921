import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { type DemonstrationEstablishment, meterOf, openHours } from './demonstration-establishment.ts';
import type { DemonstrationPerson } from './demonstration-person.ts';
import { MENDED } from './mended-leak.ts';
import { SHOWROOM } from './partner.ts';

/** The budget of every cycle of an establishment or a group of the demonstration. */
export interface DemonstrationBudget {
  readonly kind: 'establishment' | 'group';
  readonly name: string;
  readonly measure: BudgetMeasure;
  /** R$, kWh or m³. */
  readonly amount: number;
}

/** Most establishments stay within their budget; the bakery exceeds that of water because of its leak. */
export const BUDGETS: readonly DemonstrationBudget[] = [
  { kind: 'establishment', name: 'Padaria Aurora', measure: 'money', amount: 3_100 },
  { kind: 'establishment', name: 'Padaria Aurora', measure: 'water', amount: 36 },
  { kind: 'establishment', name: 'Fábrica de Massas', measure: 'money', amount: 11_500 },
  { kind: 'group', name: 'Produção', measure: 'energy', amount: 20_000 },
];

const DAY = openHours(7, 22);

const COMPANY = {
  corporateName: 'Aurora Panificação Ltda',
  billName: 'Aurora Panificação Ltda',
};

/** A gallery of independent shops that share one bill. */
const GALLERY: DemonstrationEstablishment = {
  seed: 'galeria-boa-vista',
  name: 'Galeria Boa Vista',
  fantasyName: 'Galeria Boa Vista',
  ...COMPANY,
  cnpj: '12345678000357',
  activity: 'Comercio e Serviços',
  numberOfEmployees: 'até 9',
  area: 240,
  headcount: 7,
  consumerUnit: '7012470655',
  solarPanel: false,
  tariffGroup: 'B',
  contractedDemand: null,
  billReadDay: 12,
  businessHours: {
    sunday: openHours(8, 20),
    monday: DAY,
    tuesday: DAY,
    wednesday: DAY,
    thursday: DAY,
    friday: DAY,
    saturday: DAY,
  },
  equipmentMetadata: {
    airConditioning: { btu: 36_000, quantity: 2 },
    refrigeration: { btu: null, quantity: null },
  },
  equipments: ['Elevador', 'Bomba da cisterna'],
  address: 'Rua do Hospício',
  number: '204',
  neighborhood: 'Boa Vista',
  postalCode: '50.060-080',
  measuredForDays: 100,
  meters: [
    meterOf({
      mac: '02:4E:41:00:00:09',
      name: 'Geral',
      comment: 'Entrada da galeria',
      isGeneral: true,
      equipment: 'emd3p',
      profile: 'gallery',
    }),
    meterOf({ mac: '02:4E:41:00:00:0A', name: 'Café Central', comment: 'Loja 1', profile: 'gallery-cafe' }),
    meterOf({ mac: '02:4E:41:00:00:0B', name: 'Farmácia', comment: 'Loja 2', profile: 'gallery-pharmacy' }),
    meterOf({ mac: '02:4E:41:00:00:0C', name: 'Estúdio', comment: 'Sobreloja', profile: 'gallery-studio' }),
    meterOf({
      mac: MENDED.mac,
      name: MENDED.name,
      comment: 'Banheiros e café',
      profile: 'bakery-water',
      tariff: 'agua',
      measuredForDays: MENDED.measuredForDays,
    }),
  ],
};

export const PERSON: DemonstrationPerson = {
  email: 'marina@padariaaurora.com.br',
  firstName: 'Marina',
  lastName: 'Albuquerque',
  birth: '1987-03-14',
  gender: 'Female',
  profile: 'user',
};

const SHOP_DAY = openHours(5.5, 20);
const SHOP_HOURS = {
  sunday: openHours(5.5, 13),
  monday: SHOP_DAY,
  tuesday: SHOP_DAY,
  wednesday: SHOP_DAY,
  thursday: SHOP_DAY,
  friday: SHOP_DAY,
  saturday: SHOP_DAY,
};

const BAKERY: DemonstrationEstablishment = {
  seed: 'padaria-aurora',
  name: 'Padaria Aurora',
  fantasyName: 'Padaria Aurora',
  ...COMPANY,
  cnpj: '12345678000195',
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  area: 320,
  headcount: 18,
  consumerUnit: '7012458903',
  solarPanel: false,
  tariffGroup: 'B',
  contractedDemand: null,
  billReadDay: 5,
  businessHours: SHOP_HOURS,
  equipmentMetadata: {
    airConditioning: { btu: 24_000, quantity: 2 },
    refrigeration: { btu: 18_000, quantity: 3 },
  },
  equipments: ['Fornos', 'Câmara fria'],
  address: 'Rua da Aurora',
  number: '618',
  neighborhood: 'Boa Vista',
  postalCode: '50.050-000',
  meters: [
    meterOf({
      mac: '02:4E:41:00:00:01',
      name: 'Geral',
      comment: 'Quadro de entrada',
      isGeneral: true,
      equipment: 'emd3p',
      profile: 'bakery',
      tariff: 'branca',
    }),
    meterOf({
      mac: '02:4E:41:00:00:02',
      name: 'Fornos',
      comment: 'Três fornos de lastro',
      system: 'Fornos e massas',
      equipment: 'emd3p',
      profile: 'bakery-ovens',
      tariff: 'branca',
    }),
    meterOf({
      mac: '02:4E:41:00:00:03',
      name: 'Câmara fria',
      system: 'Refrigeração',
      profile: 'bakery-cold-room',
      tariff: 'branca',
    }),
    meterOf({
      mac: '02:4E:41:00:00:04',
      name: 'Água',
      comment: 'Hidrômetro da rua',
      profile: 'bakery-water',
      tariff: 'agua',
    }),
  ],
};

/** An establishment without a CNPJ, so that a visitor can finish its registration. */
const OFFICE: DemonstrationEstablishment = {
  seed: 'escritorio-aurora',
  name: 'Escritório',
  fantasyName: null,
  corporateName: null,
  cnpj: null,
  activity: null,
  numberOfEmployees: null,
  area: null,
  headcount: null,
  consumerUnit: null,
  solarPanel: true,
  tariffGroup: null,
  contractedDemand: null,
  billReadDay: null,
  billName: null,
  businessHours: null,
  equipmentMetadata: null,
  equipments: [],
  address: 'Avenida Conde da Boa Vista',
  number: '1410',
  neighborhood: 'Soledade',
  postalCode: '50.060-001',
  meters: [
    meterOf({
      mac: '02:4E:41:00:00:05',
      name: 'Geral',
      comment: 'Com painéis no telhado',
      isGeneral: true,
      solarPanel: true,
      profile: 'office',
    }),
    meterOf({
      mac: '02:4E:41:00:00:06',
      name: 'Ar-condicionado',
      system: 'Refrigeração',
      profile: 'office-air-conditioning',
      silent: true,
    }),
    meterOf({
      mac: '02:4E:41:00:00:08',
      name: 'Inversor',
      comment: 'Saída dos painéis',
      solarPanel: true,
      profile: 'office-inverter',
    }),
  ],
};

/** An establishment of Group A: its bills include demand and reactive energy. */
const FACTORY: DemonstrationEstablishment = {
  seed: 'fabrica-aurora',
  name: 'Fábrica de Massas',
  fantasyName: 'Aurora Massas',
  ...COMPANY,
  cnpj: '12345678000276',
  activity: 'Industria',
  numberOfEmployees: '20 a 99',
  area: 1450,
  headcount: 34,
  consumerUnit: '7012461120',
  solarPanel: false,
  tariffGroup: 'A',
  contractedDemand: 60,
  billReadDay: 1,
  businessHours: SHOP_HOURS,
  equipmentMetadata: {
    airConditioning: { btu: null, quantity: null },
    refrigeration: { btu: 60_000, quantity: 4 },
  },
  equipments: ['Masseiras', 'Forno túnel', 'Câmaras de congelamento'],
  address: 'Avenida Sul',
  number: '2210',
  neighborhood: 'Afogados',
  postalCode: '50.770-011',
  meters: [
    meterOf({
      mac: '02:4E:41:00:00:07',
      name: 'Cabine primária',
      comment: 'Média tensão, 112,5 kVA',
      isGeneral: true,
      system: 'Fornos e massas',
      equipment: 'emd3p',
      profile: 'dough-factory',
      tariff: 'verde',
    }),
  ],
};

export const ESTABLISHMENTS: readonly DemonstrationEstablishment[] = [
  BAKERY,
  FACTORY,
  OFFICE,
  GALLERY,
  SHOWROOM,
];
