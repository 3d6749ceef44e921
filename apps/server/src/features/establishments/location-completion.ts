import { type EstablishmentChange, newEstablishment } from '@nascente/contract/establishment-steps';
import { InvalidInput } from '../../platform/errors.ts';
import type { Establishment } from './establishment.ts';

/** What the wizard asks for, as it would stand after the change. */
const afterChange = (place: Establishment, given: EstablishmentChange) => ({
  cnpj: given.cnpj,
  corporateName: given.corporateName ?? place.corporateName,
  fantasyName: given.fantasyName ?? place.fantasyName,
  activity: given.activity ?? place.activity,
  numberOfEmployees: given.numberOfEmployees ?? place.numberOfEmployees,
  location: {
    postalCode: given.location?.postalCode ?? place.postalCode,
    address: given.location?.address ?? place.address,
    neighborhood: given.location?.neighborhood ?? place.neighborhood,
    city: given.location?.city ?? place.city,
    state: given.location?.state ?? place.state,
  },
  businessHours: given.businessHours ?? place.businessHours,
  bill: { tariff: given.bill?.tariff ?? place.tariffGroup },
  voltage: given.voltage ?? place.voltage,
  consumerUnit: given.consumerUnit ?? place.consumerUnit,
});

/**
 * A location becomes an establishment when it is given a CNPJ ('Terminar cadastro'), and then nothing may be missing
 * that a new establishment needs: nobody would be asked for it again. Throws InvalidInput.
 */
export const requireCompletion = (place: Establishment, given: EstablishmentChange): void => {
  if (place.cnpj !== null || given.cnpj === undefined) return;
  const { error } = newEstablishment.safeParse(afterChange(place, given));
  const problems = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  if (problems[0] !== undefined) throw new InvalidInput(problems[0].msg, problems);
};
