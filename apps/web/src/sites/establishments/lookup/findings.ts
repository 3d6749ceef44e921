import type { FoundAddress, FoundCompany } from '@nascente/contract/sites/lookups';
import { isStateCode } from '@nascente/domain/sites/registry/states';
import type { Findings } from '../typed/use-filling.ts';

/** What the register of postal codes says, by the fields of the form. */
export const findingsOfAddress = ({ street, neighborhood, city, state }: FoundAddress): Findings => ({
  'location.address': street,
  'location.neighborhood': neighborhood,
  'location.city': city,
  'location.state': state !== null && isStateCode(state) ? state : null,
});

/** What the company register says, by the fields of the form. */
export const findingsOfCompany = ({ corporateName, fantasyName, address }: FoundCompany): Findings => ({
  corporateName,
  fantasyName,
  'location.postalCode': address.postalCode,
  ...findingsOfAddress(address),
  'location.number': address.number,
  'location.description': address.complement,
});
