import { describe, expect, it } from 'vitest';
import {
  billStep,
  businessStep,
  equipmentStep,
  establishmentChange,
  hoursStep,
  newEstablishment,
} from './establishment-steps.ts';

const day = { open: true, openHour: { hour: 8, minute: 0 }, closeHour: { hour: 18, minute: 30 } };
const closed = { ...day, open: false };
const week = (monday: unknown = day) => ({
  businessHours: {
    sunday: closed,
    monday,
    tuesday: closed,
    wednesday: closed,
    thursday: closed,
    friday: closed,
    saturday: closed,
  },
});
const location = {
  postalCode: '50.030-230',
  address: 'Rua do Bom Jesus',
  city: 'Recife',
  state: 'PE',
  neighborhood: 'Recife',
};
const business = {
  cnpj: '12.abc.345/01de-35',
  corporateName: 'Padaria Aurora LTDA',
  fantasyName: 'Padaria Aurora',
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  location,
};
const bill = { bill: { tariff: 'B' }, voltage: 220, consumerUnit: '7001234' };

type Schema = { safeParse(input: unknown): { success: boolean; error?: { issues: readonly Issue[] } } };
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const problems = (schema: Schema, input: unknown) =>
  (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
const without = (fields: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

describe('step 0, the business', () => {
  const text: [string, string][] = [
    ['cnpj', 'O campo CNPJ é obrigatório'],
    ['corporateName', 'Este campo é obrigatório'],
    ['fantasyName', 'Este campo é obrigatório'],
    ['activity', 'Selecione uma atividade.'],
    ['numberOfEmployees', 'Selecione a qunantidade de funcionários.'],
  ];
  const establishments: [string, string][] = [
    ['postalCode', 'O CEP é obrigatório.'],
    ['address', 'Logradouro é obrigatório.'],
    ['city', 'Cidade é obrigatório.'],
    ['state', 'Selecione seu estado.'],
    ['neighborhood', 'Barrio é obrigatório.'],
  ];

  it('stores the CNPJ without punctuation and the CEP with its mask', () => {
    const read = businessStep.parse({ ...business, location: { ...location, postalCode: '50030230' } });
    expect(read).toMatchObject({ cnpj: '12ABC34501DE35', location: { postalCode: '50.030-230' } });
  });

  it.each(text)('reports for a missing %s: %s', (name, msg) => {
    const expected = [[name, msg]];
    expect(problems(businessStep, { ...business, [name]: '' })).toEqual(expected);
    expect(problems(businessStep, { ...business, [name]: null })).toEqual(expected);
    expect(problems(businessStep, without(business, name))).toEqual(expected);
  });

  it.each(establishments)('reports for a missing location.%s: %s', (name, msg) => {
    const candidates = [{ ...location, [name]: '' }, { ...location, [name]: null }, without(location, name)];
    for (const wrong of candidates)
      expect(problems(businessStep, { ...business, location: wrong })).toEqual([[`location.${name}`, msg]]);
  });

  it('reports an invalid CNPJ and an invalid CEP differently from missing values', () => {
    expect(problems(businessStep, { ...business, cnpj: '19.131.243/0001-98' })).toEqual([
      ['cnpj', 'CNPJ inválido.'],
    ]);
    const wrong = { ...location, postalCode: '5003-230' };
    expect(problems(businessStep, { ...business, location: wrong })).toEqual([
      ['location.postalCode', 'CEP inválido.'],
    ]);
  });

  it('accepts only a number of employees that belongs to the activity', () => {
    const wrong = { ...business, activity: 'Industria' };
    const expected = [['numberOfEmployees', 'Selecione a qunantidade de funcionários.']];
    expect(problems(businessStep, wrong)).toEqual(expected);
    expect(problems(newEstablishment, { ...wrong, ...week(), ...bill })).toEqual(expected);
    expect(problems(establishmentChange, { activity: 'Industria', numberOfEmployees: '10 a 49' })).toEqual(
      expected,
    );
    expect(problems(businessStep, { ...wrong, numberOfEmployees: '20 a 99' })).toEqual([]);
  });

  it('accepts single-line texts of limited length, and a description with several lines', () => {
    const msg = 'O texto tem caracteres inválidos.';
    expect(problems(businessStep, { ...business, fantasyName: 'Padaria\nAurora' })).toEqual([
      ['fantasyName', msg],
    ]);
    expect(problems(businessStep, { ...business, fantasyName: 'A'.repeat(201) })).toEqual([
      ['fantasyName', 'Use no máximo 200 caracteres.'],
    ]);
    const described = { ...location, description: 'Portão azul\nTocar a campainha', number: null };
    expect(problems(businessStep, { ...business, location: described })).toEqual([]);
  });

  it('accepts only time zones that exist', () => {
    expect(businessStep.parse({ ...business, zone: 'America/Noronha' }).zone).toBe('America/Noronha');
    expect(problems(businessStep, { ...business, zone: 'America/Olinda' })).toEqual([
      ['zone', 'Fuso horário inválido.'],
    ]);
  });
});

describe('step 1, the opening hours', () => {
  const msg = 'Preencha corretamente o horário de funcionamento!';

  it('requires at least one open day', () => {
    expect(problems(hoursStep, week())).toEqual([]);
    expect(problems(hoursStep, week(closed))).toEqual([['businessHours', msg]]);
    expect(problems(hoursStep, {})).toEqual([['businessHours', msg]]);
  });

  it.each([
    { ...day, openHour: { hour: 24, minute: 0 } },
    { ...day, closeHour: { hour: 8, minute: 60 } },
    { ...day, openHour: { hour: -1, minute: 0 } },
    { ...day, openHour: { hour: 7.5, minute: 0 } },
    { ...day, openHour: null },
    { open: true },
    'fechado',
  ])('refuses an invalid clock time: %j', (monday) => {
    for (const [path, said] of problems(hoursStep, week(monday))) {
      expect(path).toContain('businessHours.monday');
      expect(said).toBe(msg);
    }
    expect(hoursStep.safeParse(week(monday)).success).toBe(false);
  });

  it('accepts hours past midnight', () => {
    expect(problems(hoursStep, week({ ...day, closeHour: { hour: 2, minute: 0 } }))).toEqual([]);
  });
});

describe('step 2, the bill', () => {
  it.each([
    [{ ...bill, bill: {} }, 'bill.tariff', 'Escolha um grupo tarifário.'],
    [{ ...bill, bill: { tariff: 'C' } }, 'bill.tariff', 'Escolha um grupo tarifário.'],
    [without(bill, 'bill'), 'bill', 'Escolha um grupo tarifário.'],
    [{ ...bill, voltage: 0 }, 'voltage', 'Escolha a tensão instalada.'],
    [without(bill, 'voltage'), 'voltage', 'Escolha a tensão instalada.'],
    [{ ...bill, consumerUnit: ' ' }, 'consumerUnit', 'O campo unidade consumidora é obrigatório.'],
    [without(bill, 'consumerUnit'), 'consumerUnit', 'O campo unidade consumidora é obrigatório.'],
    [{ ...bill, bill: { tariff: 'A', readDate: 32 } }, 'bill.readDate', 'Escolha um dia de 1 a 31.'],
    [{ ...bill, bill: { tariff: 'A', readDate: 0 } }, 'bill.readDate', 'Escolha um dia de 1 a 31.'],
    ...[0, -5, 0.0001, 2_000_000].map((contractedDemand): [object, string, string] => [
      { ...bill, bill: { tariff: 'A', contractedDemand } },
      'bill.contractedDemand',
      'Use até 1.000.000 kW, como 75,5 ou 1.200, ou deixe em branco.',
    ]),
  ])('reports for the input %j at %s: %s', (input, path, msg) => {
    expect(problems(billStep, input)).toEqual([[path, msg]]);
  });

  it('accepts optional fields that are missing or empty', () => {
    const full = { tariff: 'A', contractedDemand: 75.5, readDate: 31, image: null, name: null };
    expect(problems(billStep, { ...bill, bill: full, solarPanel: true, tax: null })).toEqual([]);
    expect(problems(billStep, bill)).toEqual([]);
  });
});

describe('step 3, the equipment', () => {
  it('accepts the step when no equipment name is wrong', () => {
    const cooling = { btu: null, quantity: null };
    expect(problems(equipmentStep, {})).toEqual([]);
    const metadata = { airConditioning: { btu: 12_000, quantity: 3 }, refrigeration: cooling };
    expect(
      problems(equipmentStep, { equipmentsMetaData: metadata, equipments: [{ name: 'Forno' }] }),
    ).toEqual([]);
  });

  it('accepts only whole numbers within the limits', () => {
    const cooling = { btu: 1.5, quantity: -1 };
    const metadata = { airConditioning: cooling, refrigeration: { btu: null, quantity: 100_001 } };
    expect(problems(equipmentStep, { equipmentsMetaData: metadata })).toEqual([
      ['equipmentsMetaData.airConditioning.btu', 'Use um número inteiro de 0 a 10.000.000.'],
      ['equipmentsMetaData.airConditioning.quantity', 'Use um número inteiro de 0 a 100.000.'],
      ['equipmentsMetaData.refrigeration.quantity', 'Use um número inteiro de 0 a 100.000.'],
    ]);
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `Forno ${index}` }));
    expect(problems(equipmentStep, { equipments: many })).toEqual([
      ['equipments', 'São no máximo 100 equipamentos.'],
    ]);
  });

  it('requires a name for each equipment, and refuses a repeated name', () => {
    expect(problems(equipmentStep, { equipments: [{ name: ' ' }] })).toEqual([
      ['equipments.0.name', 'O equipamento precisa ter um nome'],
    ]);
    expect(problems(equipmentStep, { equipments: [{ name: 'Forno' }, { name: ' FORNO' }] })).toEqual([
      ['equipments.1.name', 'Já existe um equipamento com esse nome!'],
    ]);
  });
});

describe('a complete establishment', () => {
  it('requires all steps for a new establishment, and accepts any part of them as a change', () => {
    expect(problems(newEstablishment, { ...business, ...week(), ...bill })).toEqual([]);
    expect(problems(newEstablishment, business).map(([path]) => path)).toEqual([
      'businessHours',
      'bill',
      'voltage',
      'consumerUnit',
    ]);
    expect(establishmentChange.parse({})).toEqual({});
    expect(establishmentChange.parse({ location: { number: '10' }, bill: { readDate: 5 } })).toEqual({
      location: { number: '10' },
      bill: { readDate: 5 },
    });
    expect(problems(establishmentChange, { cnpj: null })).toEqual([['cnpj', 'O campo CNPJ é obrigatório']]);
  });

  it.each([{ _id: 'x' }, { ownerId: 'x' }, { bill: { total: 1 } }])(
    'refuses an unknown field or value: %j',
    (input) => {
      expect(establishmentChange.safeParse(input).success).toBe(false);
    },
  );
});
