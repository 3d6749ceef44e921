import { type EstablishmentChange, newEstablishment } from '@nascente/contract/sites/establishment-steps';
import { InvalidInput } from '../../platform/errors.ts';
import type { Establishment } from './establishment.ts';

/** What the wizard asks for, as it would stand after the change. */
const afterChange = (establishment: Establishment, change: EstablishmentChange) => ({
  cnpj: change.cnpj,
  corporateName: change.corporateName ?? establishment.corporateName,
  fantasyName: change.fantasyName ?? establishment.fantasyName,
  activity: change.activity ?? establishment.activity,
  numberOfEmployees: change.numberOfEmployees ?? establishment.numberOfEmployees,
  location: {
    postalCode: change.location?.postalCode ?? establishment.postalCode,
    address: change.location?.address ?? establishment.address,
    neighborhood: change.location?.neighborhood ?? establishment.neighborhood,
    city: change.location?.city ?? establishment.city,
    state: change.location?.state ?? establishment.state,
  },
  businessHours: change.businessHours ?? establishment.businessHours,
  bill: { tariff: change.bill?.tariff ?? establishment.tariffGroup },
  voltage: change.voltage ?? establishment.voltage,
  consumerUnit: change.consumerUnit ?? establishment.consumerUnit,
});

/**
 * A location becomes an establishment when it is given a CNPJ ('Terminar cadastro'), and then nothing may be missing
 * that a new establishment needs: nobody would be asked for it again. Throws InvalidInput.
 */
export const requireCompletion = (establishment: Establishment, change: EstablishmentChange): void => {
  if (establishment.cnpj !== null || change.cnpj === undefined) return;
  const { error } = newEstablishment.safeParse(afterChange(establishment, change));
  const problems = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), msg: message }));
  if (problems[0] !== undefined) throw new InvalidInput(problems[0].msg, problems);
};
