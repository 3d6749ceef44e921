import { type EstablishmentChange, newEstablishment } from '@nascente/contract/establishment-steps';
import { InvalidInput } from '../../platform/errors.ts';
import type { Establishment } from './establishment.ts';

/** What the wizard asks for, as it would stand after the change. */
const afterChange = (establishment: Establishment, given: EstablishmentChange) => ({
  cnpj: given.cnpj,
  corporateName: given.corporateName ?? establishment.corporateName,
  fantasyName: given.fantasyName ?? establishment.fantasyName,
  activity: given.activity ?? establishment.activity,
  numberOfEmployees: given.numberOfEmployees ?? establishment.numberOfEmployees,
  location: {
    postalCode: given.location?.postalCode ?? establishment.postalCode,
    address: given.location?.address ?? establishment.address,
    neighborhood: given.location?.neighborhood ?? establishment.neighborhood,
    city: given.location?.city ?? establishment.city,
    state: given.location?.state ?? establishment.state,
  },
  businessHours: given.businessHours ?? establishment.businessHours,
  bill: { tariff: given.bill?.tariff ?? establishment.tariffGroup },
  voltage: given.voltage ?? establishment.voltage,
  consumerUnit: given.consumerUnit ?? establishment.consumerUnit,
});

/**
 * A location becomes an establishment when it is given a CNPJ ('Terminar cadastro'), and then nothing may be missing
 * that a new establishment needs: nobody would be asked for it again. Throws InvalidInput.
 */
export const requireCompletion = (establishment: Establishment, given: EstablishmentChange): void => {
  if (establishment.cnpj !== null || given.cnpj === undefined) return;
  const { error } = newEstablishment.safeParse(afterChange(establishment, given));
  const problems = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  if (problems[0] !== undefined) throw new InvalidInput(problems[0].msg, problems);
};
