import { cnpjCheckDigits } from '@nascente/domain/sites/registry/cnpj';

let companies = 0;

/** Another valid CNPJ each time. */
const newCnpj = (): string => {
  companies += 1;
  const base = `7A${String(companies).padStart(10, '0')}`;
  return `${base}${cnpjCheckDigits(base)}`;
};
const day = { open: true, openHour: { hour: 7, minute: 30 }, closeHour: { hour: 22, minute: 0 } };
const closed = { ...day, open: false };
const businessHours = {
  sunday: closed,
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: closed,
};
/** What creates an establishment, whole; a test names only the fields that it cares about. */
export const aCompany = (overrides: object = {}) => ({
  cnpj: newCnpj(),
  corporateName: 'Padaria Aurora LTDA',
  fantasyName: 'Padaria Aurora',
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  location: {
    postalCode: '50030230',
    address: 'Rua do Bom Jesus',
    number: '100',
    neighborhood: 'Recife',
    city: 'Recife',
    state: 'PE',
  },
  businessHours,
  bill: { tariff: 'A', contractedDemand: 75.5, readDate: 12, name: 'Padaria Aurora LTDA' },
  voltage: 220,
  consumerUnit: '7001234',
  solarPanel: true,
  equipmentsMetaData: {
    airConditioning: { btu: 12_000, quantity: 3 },
    refrigeration: { btu: null, quantity: 2 },
  },
  equipments: [{ name: 'Forno' }],
  ...overrides,
});
