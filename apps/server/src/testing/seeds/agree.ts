import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import type { TestApi } from '../test-api.ts';
import { aContract } from './a-contract.ts';
import type { SeededPerson } from './seed.ts';

/** Since when establishments of tests have their contracts. */
export const AGREED_FROM = '2020-01-01';

/** Gives an establishment a contract with this tariff, without taxes or a least supply but for the terms that are given. */
export const agreeAt = (
  api: TestApi,
  owner: SeededPerson,
  establishment: string,
  tax: string,
  terms: Partial<BillingContractJson> = {},
) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: AGREED_FROM, tax, terms: aContract({ taxes: [], supply: null, ...terms }) },
  });
