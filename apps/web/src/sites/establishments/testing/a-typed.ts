import { weekdayNames } from '@nascente/domain/base/time/business-hours';
import { newTyped, type TypedEstablishment, withTypedDays } from '../typed/typed-establishment.ts';

/** A wizard filled in to the end, for tests. */
export const aTyped = (overrides: Partial<TypedEstablishment> = {}): TypedEstablishment => {
  const empty = newTyped();
  return {
    ...empty,
    cnpj: '12.ABC.345/01DE-35',
    corporateName: 'Padaria Aurora Ltda',
    fantasyName: 'Padaria Aurora',
    activity: 'Comercio e Serviços',
    numberOfEmployees: '10 a 49',
    location: {
      postalCode: '50.030-230',
      address: 'Cais do Apolo',
      number: '925',
      description: '',
      neighborhood: 'Recife',
      city: 'Recife',
      state: 'PE',
    },
    businessHours: withTypedDays(empty.businessHours, weekdayNames, {
      open: true,
      openHour: '06:00',
      closeHour: '20:00',
    }),
    bill: { ...empty.bill, tariff: 'B', readDate: '5' },
    voltage: '220',
    consumerUnit: '7001234567',
    ...overrides,
  };
};
