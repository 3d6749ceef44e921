import { type AppError, SecondStepNeeded, WrongCredentials } from '../../../platform/errors.ts';
import type { Device } from '../../../platform/http/device.ts';
import type { Attempt, Throttle } from '../../../platform/limits/throttle.ts';
import type { AccountsService } from '../../accounts/index.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { IdentityProvider, NewSessions, SignedIn, SignInWitness } from '../new-sessions.ts';
import type { ProvidedStep, SecondStep, SecondStepWays } from '../second-step.ts';
import { countedTrustedDevice, countedUnknownDevice, unknownDevicesOf } from './counted-sign-ins.ts';
import { decodePassword, type Passwords } from './passwords.ts';
import type { PausedMail } from './paused-sign-in-mail.ts';

const WITH_APP = 'Informe o código do seu aplicativo autenticador.';
const WITH_PASSKEY = 'Use sua chave de acesso, ou informe um código de reserva.';
const WITH_BOTH = 'Use sua chave de acesso, ou informe o código do seu aplicativo autenticador.';
const WRONG_OF_APP =
  'Código incorreto. Use o que o aplicativo mostra agora, ou um código de reserva que ainda não usou.';
const WRONG_OF_PAPER = 'Código incorreto. Use um código de reserva que ainda não usou.';
const WRONG_PASSKEY = 'Esta chave de acesso não entra nesta conta. Tente de novo, ou informe um código.';

/** The error for a correct password without the required second step. */
const missingStep = (ways: SecondStepWays): SecondStepNeeded => {
  if (!ways.includes('passkey')) return new SecondStepNeeded(WITH_APP, ways);
  return new SecondStepNeeded(ways.includes('app') ? WITH_BOTH : WITH_PASSKEY, ways);
};

const wrongStep = ({ passkey }: ProvidedStep, ways: SecondStepWays): SecondStepNeeded => {
  if (passkey !== undefined) return new SecondStepNeeded(WRONG_PASSKEY, ways);
  return new SecondStepNeeded(ways.includes('app') ? WRONG_OF_APP : WRONG_OF_PAPER, ways);
};

const WRONG = 'E-mail ou senha incorretos.';
/** The same message is used for a correct password, so that a guess reveals nothing. */
const wrongWith = (label: string | null): string =>
  label === null ? WRONG : `${WRONG} Se a sua conta é da empresa, use o botão "Entrar com ${label}".`;

export interface SignIn extends ProvidedStep {
  readonly email: string;
  /** Base64 of UTF-8. */
  readonly password: string;
  readonly keep?: boolean | undefined;
}

interface Tried {
  readonly email: string;
  readonly device: Device;
  readonly attempt: Attempt;
}

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>;

export const createPasswordSignIn = (needs: {
  accounts: Pick<AccountsService, 'findForSignIn'>;
  passwords: Pick<Passwords, 'matches'>;
  throttle: Throttle;
  devices: Pick<KnownDevices, 'find'>;
  pausedSignInMail: PausedMail;
  secondStep: SecondStep;
  identityProvider: Pick<IdentityProvider, 'isOfSignIn' | 'label'>;
  newSessions: NewSessions;
  witness: Pick<SignInWitness, 'signedIn' | 'failed' | 'paused'>;
}) => {
  const {
    accounts,
    passwords,
    throttle,
    devices,
    pausedSignInMail,
    secondStep,
    identityProvider,
    newSessions,
    witness,
  } = needs;

  const beginSignIn = async (email: string, device: Device): Promise<Attempt> => {
    const deviceHash = await devices.find(email, device);
    return throttle.begin(
      deviceHash === null
        ? countedUnknownDevice(email, device.address)
        : countedTrustedDevice(email, deviceHash),
    );
  };

  /** Records a failed attempt and throws. Takes the same time for an e-mail without account. */
  const refuse = async (
    accountId: string | null,
    { email, device, attempt }: Tried,
    refusal: AppError = new WrongCredentials(wrongWith(identityProvider.label)),
  ): Promise<never> => {
    await witness.failed(accountId, email, device);
    if (attempt.beganPause(unknownDevicesOf(email))) {
      await witness.paused(accountId, email, device);
      await pausedSignInMail.sendPaused(email);
    }
    throw refusal;
  };

  /** A missing second step is no failed attempt. */
  const askForStep = async (accountId: string, step: ProvidedStep, tried: Tried): Promise<void> => {
    const { email, device, attempt } = tried;
    const { outcome, ways } = await secondStep.judge({ id: accountId, email }, step, device);
    if (outcome === 'proved') return;
    if (outcome === 'wrong') return refuse(accountId, tried, wrongStep(step, ways));
    await attempt.cameToNothing();
    throw missingStep(ways);
  };

  /** Throws WrongCredentials, SecondStepNeeded, LimitReached or InvalidInput. */
  return async (
    { email, password: encoded, keep = false, ...step }: SignIn,
    device: Device,
  ): Promise<SignedIn> => {
    const password = decodePassword(encoded);
    const attempt = await beginSignIn(email, device);
    const tried = { email, device, attempt };
    const account = await accounts.findForSignIn(email);
    const isExternal = await identityProvider.isOfSignIn(account?.id ?? null);
    const matches = await passwords.matches(password, isExternal ? null : (account?.passwordHash ?? null));
    if (!account || !matches) return refuse(account?.id ?? null, tried);
    await askForStep(account.id, step, tried);
    const token = await newSessions.insert(account, { isRemembered: keep }, device);
    if (token === null) return refuse(account.id, tried);
    await attempt.succeeded();
    await witness.signedIn(account.id, device);
    return newSessions.welcome(account.id, token, device);
  };
};
