import {
  type DemonstrationEstablishment,
  type DemonstrationMeter,
  openHours,
} from './demonstration-establishment.ts';
import { MENDED } from './mended-leak.ts';

const DAY = openHours(7, 22);

const shop = (
  values: Pick<DemonstrationMeter, 'mac' | 'name' | 'comment' | 'profile'>,
): DemonstrationMeter => ({
  ...values,
  isGeneral: false,
  equipment: 'emd',
  tariff: 'convencional',
});

/** Shops of others behind one bill: it is shared among them. */
export const GALLERY: DemonstrationEstablishment = {
  seed: 'galeria-boa-vista',
  name: 'Galeria Boa Vista',
  fantasyName: 'Galeria Boa Vista',
  corporateName: 'Aurora Panificação Ltda',
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
  billName: 'Aurora Panificação Ltda',
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
    {
      mac: '02:4E:41:00:00:09',
      name: 'Geral',
      comment: 'Entrada da galeria',
      isGeneral: true,
      equipment: 'emd3p',
      profile: 'gallery',
      tariff: 'convencional',
    },
    shop({ mac: '02:4E:41:00:00:0A', name: 'Café Central', comment: 'Loja 1', profile: 'gallery-cafe' }),
    shop({ mac: '02:4E:41:00:00:0B', name: 'Farmácia', comment: 'Loja 2', profile: 'gallery-pharmacy' }),
    shop({ mac: '02:4E:41:00:00:0C', name: 'Estúdio', comment: 'Sobreloja', profile: 'gallery-studio' }),
    {
      mac: MENDED.mac,
      name: MENDED.name,
      comment: 'Banheiros e café',
      isGeneral: false,
      equipment: 'emd',
      profile: 'bakery-water',
      tariff: 'agua',
      measuredForDays: MENDED.measuredForDays,
    },
  ],
};
