import type { Establishment } from '@nascente/contract/sites/establishments';

const none = { btu: null, quantity: null };

/** A location that is no more than its name; a test says what it cares about. */
export const anEstablishment = (overrides: Partial<Establishment> = {}): Establishment => ({
  _id: 'e1',
  name: 'Padaria Aurora',
  fantasyName: null,
  corporateName: null,
  cnpj: null,
  activity: null,
  consumerUnit: null,
  numberOfEmployees: null,
  area: null,
  headcount: null,
  solarPanel: false,
  voltage: null,
  billReadDate: null,
  businessHours: null,
  bill: { tariff: null, contractedDemand: null, readDate: null, image: null, name: null },
  tax: null,
  equipmentsMetaData: { airConditioning: none, refrigeration: none },
  equipments: [],
  location: {
    postalCode: null,
    address: null,
    number: null,
    neighborhood: null,
    city: null,
    state: null,
    description: null,
  },
  zone: 'America/Sao_Paulo',
  owner: '1',
  refrigerationPanelUrl: null,
  installations: [],
  ...overrides,
});
