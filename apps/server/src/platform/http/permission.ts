import { keyMay, keyReachOf, scopeText } from '@nascente/domain/people/key-scopes';
import { type Action, may } from '@nascente/domain/people/permissions';
import { NotAllowed, ProofNeeded } from '../errors.ts';
import type { Caller } from './caller.ts';

/** Actions allowed to an Admin who must set up a second step first. */
const WHILE_HELD: readonly Action[] = ['see-own-account', 'hold-session', 'edit-second-step'];
const HELD = 'Ative a verificação em duas etapas na página Conta para continuar.';

const FOR_THE_PERSON = 'Uma chave de API não faz esta operação: entre com o e-mail e a senha.';

const keyRefusal = (action: Action): string => {
  const reach = keyReachOf(action);
  if (reach === 'no-key' || reach === 'every-key') return FOR_THE_PERSON;
  return `Falta a esta chave de API a permissão "${scopeText(reach).name}" (${reach}). Crie em Conta uma chave que a tenha.`;
};

/** Whether the caller's profile and, if one is used, the API key allow an action. */
export const hasPermission = (
  { profile, apiKey }: Pick<Caller, 'profile' | 'apiKey'>,
  action: Action,
): boolean => may(profile, action) && (apiKey === undefined || keyMay(apiKey, action));

/** Throws NotAllowed unless the caller's profile and, if one is used, the API key allow the action. */
export const requirePermission = (
  caller: Pick<Caller, 'profile' | 'apiKey' | 'isHeld'>,
  action: Action,
): void => {
  if (!may(caller.profile, action)) throw new NotAllowed('Seu perfil não permite esta operação.');
  if (caller.isHeld && !WHILE_HELD.includes(action)) throw new NotAllowed(HELD);
  if (caller.apiKey !== undefined && !keyMay(caller.apiKey, action)) throw new NotAllowed(keyRefusal(action));
};

/** Throws ProofNeeded if the session's last proof of identity is older than ten minutes. An API key has no proof, and passes. */
export const requireRecentProof = ({ proof }: Pick<Caller, 'proof'>): void => {
  if (proof !== undefined && !proof.isRecent) throw new ProofNeeded(proof.ways);
};
