import { newEstablishment } from '@nascente/contract/sites/establishment-steps';
import { expect, test } from 'vitest';
import { CITY } from './city.ts';
import { ESTABLISHMENTS } from './company.ts';

test('every demonstration establishment with a CNPJ passes the validation of the wizard', () => {
  const complete = ESTABLISHMENTS.filter(({ cnpj }) => cnpj !== null);
  expect(complete.length).toBeGreaterThan(0);
  for (const establishment of complete) {
    const { postalCode, address, number, neighborhood, tariffGroup, billReadDay, billName } = establishment;
    const { name, fantasyName, corporateName, cnpj, activity, numberOfEmployees, consumerUnit } =
      establishment;
    const read = newEstablishment.safeParse({
      name,
      fantasyName,
      corporateName,
      cnpj,
      activity,
      numberOfEmployees,
      consumerUnit,
      businessHours: establishment.businessHours,
      solarPanel: establishment.solarPanel,
      voltage: CITY.voltage,
      zone: CITY.zone,
      location: { postalCode, address, number, neighborhood, city: CITY.city, state: CITY.state },
      bill: { tariff: tariffGroup, readDate: billReadDay, name: billName },
      equipmentsMetaData: establishment.equipmentMetadata,
      equipments: establishment.equipments.map((equipment) => ({ name: equipment })),
    });
    expect(read.error?.issues ?? []).toEqual([]);
    expect(read.data?.location.postalCode).toBe(postalCode);
  }
});
