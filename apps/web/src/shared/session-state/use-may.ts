import { type Action, may } from '@nascente/domain/people/permissions';
import { useUser } from './signed-in.ts';

export const useMay = (action: Action): boolean => may(useUser().profile, action);
