import { describe, expect, it } from 'vitest';
import { aTyped } from '../testing/a-typed.ts';
import { newTyped, withTypedDays } from '../typed/typed-establishment.ts';
import { firstWrongStep, issuesOf } from './step-checks.ts';

const DEMAND = 'Use até 1.000.000 kW, como 75,5 ou 1.200, ou deixe em branco.';
const textOf = (step: number, typed = newTyped()) =>
  Object.fromEntries(issuesOf(step, typed).map(({ path, message }) => [path, message]));

it('requires the business and its place with the text of the specification', () => {
  expect(textOf(0)).toEqual({
    cnpj: 'O campo CNPJ é obrigatório',
    corporateName: 'Este campo é obrigatório',
    fantasyName: 'Este campo é obrigatório',
    activity: 'Selecione uma atividade.',
    numberOfEmployees: 'Selecione a qunantidade de funcionários.',
    'location.postalCode': 'O CEP é obrigatório.',
    'location.address': 'Logradouro é obrigatório.',
    'location.city': 'Cidade é obrigatório.',
    'location.state': 'Selecione seu estado.',
    'location.neighborhood': 'Barrio é obrigatório.',
  });
});

it.each([
  [{ cnpj: '12.ABC.345/01DE-36' }, { cnpj: 'CNPJ inválido.' }],
  [{ cnpj: '12.ABC.345' }, { cnpj: 'CNPJ inválido.' }],
  [{ location: { ...aTyped().location, postalCode: '50.030' } }, { 'location.postalCode': 'CEP inválido.' }],
  [{ numberOfEmployees: '20 a 99' }, { numberOfEmployees: 'Selecione a qunantidade de funcionários.' }],
])('refuses %j in the first step', (overrides, text) => {
  expect(textOf(0, { ...aTyped(), ...overrides })).toEqual(text);
});

describe('opening hours', () => {
  const text = { businessHours: 'Preencha corretamente o horário de funcionamento!' };
  it('opening hours require one open day, and the hours of every open day', () => {
    expect(textOf(1)).toEqual(text);
    const { businessHours } = newTyped();
    const withMonday = (openHour: string) => ({
      ...newTyped(),
      businessHours: withTypedDays(businessHours, ['monday'], { open: true, openHour, closeHour: '02:00' }),
    });
    expect(textOf(1, withMonday(''))).toEqual(text);
    expect(textOf(1, withMonday('18:00'))).toEqual({});
  });
});

it('requires tariff group, voltage and consumer unit', () => {
  expect(textOf(2)).toEqual({
    'bill.tariff': 'Escolha um grupo tarifário.',
    voltage: 'Escolha a tensão instalada.',
    consumerUnit: 'O campo unidade consumidora é obrigatório.',
  });
});

it('requires a valid contracted demand in group A, and none in group B', () => {
  const { bill } = aTyped();
  const withDemand = (tariff: string) => ({
    ...aTyped(),
    bill: { ...bill, tariff, contractedDemand: '0' },
  });
  expect(textOf(2, withDemand('A'))).toEqual({ 'bill.contractedDemand': DEMAND });
  expect(textOf(2, withDemand('B'))).toEqual({});
});

it.each(['1450.5', '-5', '1.45', '1,234.56', '50 m²', ','])(
  'refuses an area of %j at its field, without a change to another number',
  (area) => expect(Object.keys(textOf(0, aTyped({ area })))).toEqual(['area']),
);

it('refuses fractions of a person and of a BTU/h, and a negative demand', () => {
  expect(textOf(0, aTyped({ headcount: '12,5' }))).toEqual({
    headcount: 'Use um número inteiro de 1 a 100.000, ou deixe em branco.',
  });
  const bill = { ...aTyped().bill, tariff: 'A', contractedDemand: '-3' };
  expect(textOf(2, aTyped({ bill }))).toEqual({ 'bill.contractedDemand': DEMAND });
  const equipmentsMetaData = {
    airConditioning: { btu: '9.000,5', quantity: '1' },
    refrigeration: { btu: '', quantity: '' },
  };
  expect(textOf(3, aTyped({ equipmentsMetaData }))).toEqual({
    'equipmentsMetaData.airConditioning.btu': 'Use um número inteiro de 0 a 10.000.000.',
  });
});

it('accepts the last step without requirements', () => {
  expect(textOf(3)).toEqual({});
  const twice = { ...aTyped(), equipments: [{ name: 'Forno' }], newEquipment: ' forno ' };
  expect(textOf(3, twice)).toEqual({});
});

it('returns the first wrong step', () => {
  expect(firstWrongStep(aTyped(), 0, 4)).toBeNull();
  expect(firstWrongStep({ ...aTyped(), voltage: '' }, 0, 4)).toBe(2);
  expect(firstWrongStep({ ...aTyped(), voltage: '' }, 0, 2)).toBeNull();
  expect(firstWrongStep({ ...newTyped(), voltage: '' }, 1, 4)).toBe(1);
});
