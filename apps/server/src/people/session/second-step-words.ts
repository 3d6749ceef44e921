import { SecondStepNeeded } from '../../platform/errors.ts';
import type { GivenStep, SecondStepWays } from './second-step.ts';

const WITH_APP = 'Informe o código do seu aplicativo autenticador.';
const WITH_PASSKEY = 'Use sua chave de acesso, ou informe um código de reserva.';
const WITH_BOTH = 'Use sua chave de acesso, ou informe o código do seu aplicativo autenticador.';
const WRONG_OF_APP =
  'Código incorreto. Use o que o aplicativo mostra agora, ou um código de reserva que ainda não usou.';
const WRONG_OF_PAPER = 'Código incorreto. Use um código de reserva que ainda não usou.';
const WRONG_PASSKEY = 'Esta chave de acesso não entra nesta conta. Tente de novo, ou informe um código.';

/** The password was right, and nothing was given beside it. */
export const missingStep = (ways: SecondStepWays): SecondStepNeeded => {
  if (!ways.includes('passkey')) return new SecondStepNeeded(WITH_APP, ways);
  return new SecondStepNeeded(ways.includes('app') ? WITH_BOTH : WITH_PASSKEY, ways);
};

export const wrongStep = ({ passkey }: GivenStep, ways: SecondStepWays): SecondStepNeeded => {
  if (passkey !== undefined) return new SecondStepNeeded(WRONG_PASSKEY, ways);
  return new SecondStepNeeded(ways.includes('app') ? WRONG_OF_APP : WRONG_OF_PAPER, ways);
};
