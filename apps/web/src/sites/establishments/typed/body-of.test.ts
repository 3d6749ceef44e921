import { expect, it } from 'vitest';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { zoneChoices } from '../steps/zones-of.ts';
import { aTyped } from '../testing/a-typed.ts';
import { changeOf, creationOf } from './body-of.ts';
import { typedOf } from './typed-establishment.ts';

it('creates an establishment with every field in the format of the contract', () => {
  const typed = aTyped({
    equipments: [{ name: 'Forno' }],
    newEquipment: ' Masseira ',
    equipmentsMetaData: {
      airConditioning: { btu: '12.000', quantity: '2' },
      refrigeration: { btu: '', quantity: '' },
    },
  });
  expect(creationOf(typed)).toMatchObject({
    cnpj: '12ABC34501DE35',
    zone: 'America/Recife',
    location: { postalCode: '50.030-230', number: '925', description: null },
    bill: { tariff: 'B', contractedDemand: null, readDate: 5, image: null, name: null },
    voltage: 220,
    equipmentsMetaData: {
      airConditioning: { btu: 12_000, quantity: 2 },
      refrigeration: { btu: null, quantity: null },
    },
    equipments: [{ name: 'Forno' }, { name: 'Masseira' }],
  });
});

it('creates for another account when an Admin chose one', () => {
  expect(creationOf(aTyped())).not.toHaveProperty('owner');
  expect(creationOf(aTyped({ owner: { id: 'rita', label: 'Rita' } }))).toMatchObject({ owner: 'rita' });
});

it('sends the demand of group A and a second zone of the state', () => {
  const typed = aTyped({
    bill: { ...aTyped().bill, tariff: 'A', contractedDemand: '75,5' },
    zone: 'America/Noronha',
  });
  const creation = creationOf(typed);
  expect(creation.bill).toMatchObject({ tariff: 'A', contractedDemand: 75.5 });
  expect(creation.zone).toBe('America/Noronha');
  expect(zoneChoices('PE').map(({ value }) => value)).toEqual(['America/Recife', 'America/Noronha']);
  expect(zoneChoices('SP')).toEqual([]);
});

const { bill, location: place, equipmentsMetaData: _, owner: _owner, ...made } = creationOf(aTyped());
const total = anEstablishment({
  ...made,
  name: 'Padaria Aurora',
  area: null,
  headcount: null,
  solarPanel: false,
  tax: null,
  zone: 'America/Recife',
  equipments: [],
  bill: { ...anEstablishment().bill, tariff: bill.tariff, readDate: 5 },
  location: { ...anEstablishment().location, ...place, number: '925', description: null },
});

it('sends only the changed fields', () => {
  const typed = typedOf(total);
  expect(changeOf(total, typed)).toEqual({});
  expect(
    changeOf(total, {
      ...typed,
      fantasyName: 'Aurora',
      location: { ...typed.location, number: '' },
      bill: { ...typed.bill, readDate: '' },
    }),
  ).toEqual({ fantasyName: 'Aurora', location: { number: null }, bill: { readDate: null } });
});

it('sends the size as numbers, and null when it is emptied', () => {
  const sized = anEstablishment({ ...total, area: 320.5, headcount: 1200 });
  expect(typedOf(sized)).toMatchObject({ area: '320,5', headcount: '1.200' });
  expect(changeOf(sized, typedOf(sized))).toEqual({});
  expect(changeOf(sized, { ...typedOf(sized), area: '', headcount: '18' })).toEqual({
    area: null,
    headcount: 18,
  });
});

it('reads a point before three digits as thousands, and a comma as decimals', () => {
  const typed = aTyped({ area: '1.234,56', headcount: '1.450' });
  expect(creationOf(typed)).toMatchObject({ area: 1234.56, headcount: 1450 });
  expect(creationOf({ ...typed, area: '1.450' }).area).toBe(1450);
  const bill = { ...typed.bill, tariff: 'A', contractedDemand: '1.000,5' };
  expect(creationOf({ ...typed, bill }).bill.contractedDemand).toBe(1000.5);
});

it('shows a stored number in the notation that it reads', () => {
  const typed = typedOf(anEstablishment({ ...total, area: 1450.25, headcount: 1200 }));
  expect(typed).toMatchObject({ area: '1.450,25', headcount: '1.200' });
});

it('changes to the zone of another state', () => {
  const typed = typedOf(total);
  const moved = { ...typed, location: { ...typed.location, state: 'AM' } };
  expect(changeOf(total, moved)).toEqual({ zone: 'America/Manaus', location: { state: 'AM' } });
});

it('completes a location with every field, and its name as fantasy name', () => {
  const location = anEstablishment({ name: 'Galpão', voltage: 380 });
  const typed = typedOf(location);
  expect(typed).toMatchObject({ fantasyName: 'Galpão', cnpj: '', voltage: '', activity: '' });
  const completed = { ...aTyped(), fantasyName: typed.fantasyName, zone: typed.zone };
  expect(changeOf(location, completed)).toMatchObject({
    cnpj: '12ABC34501DE35',
    fantasyName: 'Galpão',
    zone: 'America/Recife',
    voltage: 220,
  });
});
