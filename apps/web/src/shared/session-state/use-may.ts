import { type Action, may } from '@nascente/domain/people/permissions';
import { useUser } from './signed-in.ts';

/** Whether the signed-in person may do something. */
export const useMay = (action: Action): boolean => may(useUser().profile, action);
