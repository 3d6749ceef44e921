import { type Action, keyMay, may } from '@nascente/domain/people/permissions';
import { NotAllowed } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Throws NotAllowed unless the caller's profile, and the key where one is used, allow it. */
export const requirePermission = (caller: Pick<Caller, 'profile' | 'apiKey'>, action: Action): void => {
  if (!may(caller.profile, action)) throw new NotAllowed('Seu perfil não permite esta operação.');
  if (caller.apiKey !== undefined && !keyMay(caller.apiKey, action))
    throw new NotAllowed('Esta chave de acesso não permite esta operação.');
};
