import type { Equipment } from '@nascente/domain/metering/topic';
import type { ProfileName } from '@nascente/virtual-meters/profiles/catalogue';

/** A meter of the demonstration and the virtual board behind it. */
export interface DemonstrationMeter {
  readonly mac: string;
  readonly name: string;
  readonly comment: string;
  readonly isGeneral: boolean;
  readonly solarPanel?: boolean;
  readonly equipment: Equipment;
  readonly profile: ProfileName;
  readonly tariff: keyof typeof TARIFFS;
  /** Stopped sending some days ago, and stays silent. */
  readonly silent?: boolean;
}

export interface DemonstrationEstablishment {
  readonly seed: string;
  readonly name: string;
  readonly fantasyName: string | null;
  readonly corporateName: string | null;
  readonly cnpj: string | null;
  readonly activity: string | null;
  readonly numberOfEmployees: string | null;
  readonly consumerUnit: string | null;
  readonly solarPanel: boolean;
  readonly tariffGroup: 'A' | 'B' | null;
  /** kW. */
  readonly contractedDemand: number | null;
  readonly billReadDay: number | null;
  readonly billName: string | null;
  readonly businessHours: object | null;
  readonly equipmentMetadata: object | null;
  /** Custom equipment, by name. */
  readonly equipments: readonly string[];
  readonly address: string;
  readonly number: string;
  readonly neighborhood: string;
  readonly postalCode: string;
  readonly meters: readonly DemonstrationMeter[];
}

/** Where the company is: what all its establishments share. */
export const CITY = { zone: 'America/Recife', city: 'Recife', state: 'PE', voltage: 220 } as const;

export const PERSON = {
  email: 'marina@padariaaurora.com.br',
  firstName: 'Marina',
  lastName: 'Albuquerque',
  birth: '1987-03-14',
} as const;

/** R$ per kWh and per m³, one version a year as tariffs are reviewed. */
export const TARIFFS = {
  branca: {
    type: 'eletric',
    group: 'B3',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Branca',
    versions: [
      { validFrom: '2025-04-29', inPoint: '1.3941200', interPoint: '0.9124800', outPoint: '0.6712900' },
      { validFrom: '2026-04-29', inPoint: '1.4527600', interPoint: '0.9508400', outPoint: '0.6995100' },
    ],
  },
  convencional: {
    type: 'eletric',
    group: 'B3',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Convencional',
    versions: [
      { validFrom: '2025-04-29', inPoint: '0.7941717', interPoint: '0.7941717', outPoint: '0.7941717' },
    ],
  },
  verde: {
    type: 'eletric',
    group: 'A4',
    distributor: 'neoenergia',
    comment: 'Comercial/Industrial',
    color: 'Verde',
    versions: [
      { validFrom: '2025-04-29', inPoint: '2.2647300', interPoint: '0.4768500', outPoint: '0.4768500' },
    ],
  },
  agua: {
    type: 'water',
    group: 'Comercial',
    distributor: 'compesa',
    comment: 'Água e esgoto',
    color: 'Comercial',
    versions: [
      { validFrom: '2025-08-01', inPoint: '22.1800000', interPoint: '22.1800000', outPoint: '22.1800000' },
    ],
  },
} as const;

const hours = (from: number, to: number) => ({
  open: true,
  openHour: { hour: Math.floor(from), minute: (from % 1) * 60 },
  closeHour: { hour: Math.floor(to), minute: (to % 1) * 60 },
});

const SHOP_DAY = hours(5.5, 20);
const SHOP_HOURS = {
  sunday: hours(5.5, 13),
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
  corporateName: 'Aurora Panificação Ltda',
  cnpj: '12345678000195',
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  consumerUnit: '7012458903',
  solarPanel: false,
  tariffGroup: 'B',
  contractedDemand: null,
  billReadDay: 5,
  billName: 'Aurora Panificação Ltda',
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
    {
      mac: '02:4E:41:00:00:01',
      name: 'Geral',
      comment: 'Quadro de entrada',
      isGeneral: true,
      equipment: 'emd3p',
      profile: 'bakery',
      tariff: 'branca',
    },
    {
      mac: '02:4E:41:00:00:02',
      name: 'Fornos',
      comment: 'Três fornos de lastro',
      isGeneral: false,
      equipment: 'emd3p',
      profile: 'bakery-ovens',
      tariff: 'branca',
    },
    {
      mac: '02:4E:41:00:00:03',
      name: 'Câmara fria',
      comment: '',
      isGeneral: false,
      equipment: 'emd',
      profile: 'bakery-cold-room',
      tariff: 'branca',
    },
    {
      mac: '02:4E:41:00:00:04',
      name: 'Água',
      comment: 'Hidrômetro da rua',
      isGeneral: false,
      equipment: 'emd',
      profile: 'bakery-water',
      tariff: 'agua',
    },
  ],
};

/** Still without a CNPJ: its registration can be finished. */
const OFFICE: DemonstrationEstablishment = {
  seed: 'escritorio-aurora',
  name: 'Escritório',
  fantasyName: null,
  corporateName: null,
  cnpj: null,
  activity: null,
  numberOfEmployees: null,
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
    {
      mac: '02:4E:41:00:00:05',
      name: 'Geral',
      comment: 'Com painéis no telhado',
      isGeneral: true,
      solarPanel: true,
      equipment: 'emd',
      profile: 'office',
      tariff: 'convencional',
    },
    {
      mac: '02:4E:41:00:00:06',
      name: 'Ar-condicionado',
      comment: '',
      isGeneral: false,
      equipment: 'emd',
      profile: 'office-air-conditioning',
      tariff: 'convencional',
      silent: true,
    },
  ],
};

/** Of Group A: where demand and reactive energy are billed. */
const FACTORY: DemonstrationEstablishment = {
  seed: 'fabrica-aurora',
  name: 'Fábrica de Massas',
  fantasyName: 'Aurora Massas',
  corporateName: 'Aurora Panificação Ltda',
  cnpj: '12345678000276',
  activity: 'Industria',
  numberOfEmployees: '20 a 99',
  consumerUnit: '7012461120',
  solarPanel: false,
  tariffGroup: 'A',
  contractedDemand: 60,
  billReadDay: 1,
  billName: 'Aurora Panificação Ltda',
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
    {
      mac: '02:4E:41:00:00:07',
      name: 'Cabine primária',
      comment: 'Média tensão, 112,5 kVA',
      isGeneral: true,
      equipment: 'emd3p',
      profile: 'dough-factory',
      tariff: 'verde',
    },
  ],
};

export const ESTABLISHMENTS: readonly DemonstrationEstablishment[] = [BAKERY, FACTORY, OFFICE];
