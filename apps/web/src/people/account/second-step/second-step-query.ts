import { readSecondStep } from '@nascente/contract/people/second-step';
import { queryFor } from '../../../shared/api/api-client.ts';

export const secondStepQuery = queryFor(readSecondStep, {});
