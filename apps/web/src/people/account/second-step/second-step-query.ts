import { readSecondStep } from '@nascente/contract/people/second-step';
import { queryFor } from '../../../shared/api/api-client.ts';

/** What signing in asks for beside the password. */
export const secondStepQuery = queryFor(readSecondStep, {});
