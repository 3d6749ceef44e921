import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { readLoginWays } from '@nascente/contract/people/session';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NETWORK_MESSAGE } from '../../shared/api/api-failure.ts';
import { takeProviderAnswer } from '../../shared/api/provider-answer.ts';
import { EmailField } from '../../shared/forms/fields/email-field.tsx';
import { passkeysWorkHere } from '../../shared/session-state/passkeys-here.ts';
import { isRemembered, lastSessionEnd } from '../../shared/session-state/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { endMessage, missingIn, type TypedCredentials } from './credentials.ts';
import styles from './login-form.module.css';
import type { Refusal } from './sign-in.ts';

/** Calls and schemas load after the form. */
const loadSignIn = () => import('./sign-in.ts');
type SigningIn = Awaited<ReturnType<typeof loadSignIn>>;

type Way = 'typed' | 'key' | 'provider';

/** Sign-in and its failure. Server state begins with the shell, so this is plain state. */
const useSignIn = (onDone: () => void) => {
  const [pending, setPending] = useState<Way | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asks, setAsks] = useState<Refusal['asks']>(null);
  const attempt = useCallback(
    async (by: Way, signingIn: (loaded: SigningIn) => Promise<Refusal | null>, isLeaving = false) => {
      setPending(by);
      setRefusal(null);
      const refused = await loadSignIn().then(signingIn, () => ({ text: NETWORK_MESSAGE, asks: null }));
      if (refused === null) return isLeaving ? undefined : onDone();
      setPending(null);
      setRefusal(refused.text);
      // A cancelled passkey prompt or a lost request keeps the step.
      if (by === 'typed' || refused.asks !== null) setAsks(refused.asks);
    },
    [onDone],
  );
  return {
    signIn: (typed: TypedCredentials) => attempt('typed', (loaded) => loaded.signIn(typed)),
    signInWithBoth: (typed: TypedCredentials) => attempt('key', (loaded) => loaded.signInWithBoth(typed)),
    signInByKey: (keep: boolean) => attempt('key', (loaded) => loaded.signInByKey(keep)),
    signInByFoundKey: useCallback(
      (passkey: PasskeyAnswer, keep: boolean) =>
        void attempt('key', (loaded) => loaded.signInByFoundKey(passkey, keep)),
      [attempt],
    ),
    goToProvider: (wanted: string) => attempt('provider', (loaded) => loaded.goToProvider(wanted), true),
    signInByProvider: useCallback(
      (answer: string) => void attempt('provider', (loaded) => loaded.signInByProvider(answer)),
      [attempt],
    ),
    startAgain: () => {
      setRefusal(null);
      setAsks(null);
    },
    pending,
    refusal,
    asks,
  };
};

const WITH_APP =
  'Abra o aplicativo autenticador no celular e digite os 6 números. Sem o celular, use um código de reserva.';
const ON_PAPER = 'Sem o aparelho da chave, use um dos códigos que você guardou.';

interface CodeFieldsProps {
  asks: NonNullable<Refusal['asks']>;
  isPending: boolean;
  /** Undefined without passkey support. */
  onKey: (() => void) | undefined;
  onStartAgain: () => void;
}

const CodeFields = ({ asks, isPending, onKey, onStartAgain }: CodeFieldsProps) => {
  const hasApp = asks.includes('app') || !asks.includes('passkey');
  const takesKey = asks.includes('passkey') && onKey !== undefined;
  return (
    <div className={styles.credentials}>
      {takesKey && (
        <Button size="md" fullWidth loading={isPending} onClick={onKey}>
          Usar chave de acesso
        </Button>
      )}
      <TextInput
        name="code"
        label={hasApp ? 'Código de verificação' : 'Código de reserva'}
        description={hasApp ? WITH_APP : ON_PAPER}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!takesKey}
        maxLength={30}
      />
      <Button variant="subtle" size="sm" className={styles.again ?? ''} onClick={onStartAgain}>
        Entrar com outra conta
      </Button>
    </div>
  );
};

interface OtherWaysProps {
  /** Name of the identity provider, or null. */
  provider: string | null;
  hasKeys: boolean;
  pending: 'typed' | 'key' | 'provider' | null;
  onProvider: () => void;
  onKey: () => void;
}

const OtherWays = ({ provider, hasKeys, pending, onProvider, onKey }: OtherWaysProps) => (
  <>
    {provider !== null && (
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={pending === 'provider'}
        disabled={pending !== null}
        onClick={onProvider}
      >
        Entrar com {provider}
      </Button>
    )}
    {hasKeys && (
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={pending === 'key'}
        disabled={pending !== null}
        onClick={onKey}
      >
        Entrar com chave de acesso
      </Button>
    )}
  </>
);

/** Proceeds on a page that is never idle. */
const MAX_WAIT_MS = 2_000;

/** Calls back when the page is painted and idle; at once without `requestIdleCallback` (Safari). */
const whenIdle = (callback: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else callback();
};

type LoginWays = AnswerOf<typeof readLoginWays>;

/** Other ways to sign in; null while unknown or without an answer. The form renders first, and its scripts load later. */
const useLoginWays = (): LoginWays | null => {
  const [ways, setWays] = useState<LoginWays | null>(null);
  useEffect(() => {
    let isWanted = true;
    whenIdle(() => {
      if (!isWanted) return;
      import('./sign-in.ts')
        .then(({ readWays }) => readWays())
        .then(
          (read) => isWanted && setWays(read),
          () => undefined,
        );
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return ways;
};

/**
 * Offers passkeys by autofill in the e-mail field while wanted.
 * @returns restarts the offer, which browsers end after some minutes
 */
const useKeyInField = (isWanted: boolean, onKey: (passkey: PasskeyAnswer) => void): (() => void) => {
  const [isOver, setIsOver] = useState(false);
  const isLooking = isWanted && !isOver;
  useEffect(() => {
    if (!isLooking) return undefined;
    const looking = new AbortController();
    void import('../../shared/session-state/passkeys.ts')
      .then(({ keyFromField }) => keyFromField(looking.signal))
      .catch(() => null)
      .then((passkey) => {
        if (looking.signal.aborted) return;
        setIsOver(true);
        if (passkey !== null) onKey(passkey);
      });
    return () => looking.abort();
  }, [isLooking, onKey]);
  return () => setIsOver(false);
};

/**
 * Calls once with the identity provider's answer in the address.
 * @returns whether there was one.
 */
const useProviderAnswer = (onAnswer: (answer: string) => void): boolean => {
  const [answer] = useState(takeProviderAnswer);
  const isNotified = useRef(false);
  useEffect(() => {
    if (answer === null || isNotified.current) return;
    isNotified.current = true;
    onAnswer(answer);
  }, [answer, onAnswer]);
  return answer !== null;
};

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '');

const read = (form: HTMLFormElement): TypedCredentials => {
  const typed = new FormData(form);
  return {
    email: textOf(typed.get('email')),
    password: textOf(typed.get('password')),
    code: textOf(typed.get('code')),
    keep: typed.has('keep'),
  };
};

export const LoginForm = ({ wanted, onDone }: { wanted: string; onDone: () => void }) => {
  const { state } = useLocation();
  const [missing, setMissing] = useState<ReturnType<typeof missingIn>>({});
  // The reason for the last session's end shows until the first attempt.
  const [ended, setEnded] = useState(() => endMessage(lastSessionEnd()));
  const form = useRef<HTMLFormElement>(null);
  const signing = useSignIn(onDone);
  const { signIn, signInByFoundKey, startAgain, pending, refusal, asks } = signing;
  useProviderAnswer(signing.signInByProvider);
  const ways = useLoginWays();
  const hasKeys = passkeysWorkHere(ways?.passkeyOrigin);
  const offerKeys = useKeyInField(
    hasKeys && pending === null && asks === null,
    useCallback(
      (passkey: PasskeyAnswer) => {
        setEnded(null);
        signInByFoundKey(passkey, form.current !== null && read(form.current).keep);
      },
      [signInByFoundKey],
    ),
  );
  const enterByKey = () => {
    if (form.current === null) return;
    const typed = read(form.current);
    setEnded(null);
    void (asks === null ? signing.signInByKey(typed.keep) : signing.signInWithBoth(typed));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = read(event.currentTarget);
    const lacking = missingIn(typed);
    const [firstLacking] = Object.keys(lacking);
    setMissing(lacking);
    setEnded(null);
    if (firstLacking === undefined) void signIn(typed);
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstLacking}]`)?.focus();
  };
  const said = refusal ?? ended;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label="Entrar">
      {said !== null && (
        <Notice tone={refusal === null ? 'warn' : 'bad'} live>
          {said}
        </Notice>
      )}
      {asks !== null && (
        <CodeFields
          asks={asks}
          isPending={pending === 'key'}
          onKey={hasKeys ? enterByKey : undefined}
          onStartAgain={startAgain}
        />
      )}
      <div className={styles.credentials} hidden={asks !== null}>
        <EmailField name="email" autoComplete="username webauthn" onFocus={offerKeys} error={missing.email} />
        <PasswordInput
          name="password"
          label="Senha"
          autoComplete="current-password"
          error={missing.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha', tabIndex: 0 }}
        />
        <div className={styles.options}>
          <Checkbox
            name="keep"
            label="Manter conectado"
            defaultChecked={isRemembered()}
            className={styles.keep}
          />
          <Link to="/recovery-password" state={state}>
            Esqueceu a senha?
          </Link>
        </div>
      </div>
      <Button type="submit" size="md" fullWidth loading={pending === 'typed'}>
        Entrar
      </Button>
      <p className={styles.signUp} hidden={asks !== null}>
        Ainda não tem conta?{' '}
        <Link to="/signup" state={state}>
          registrar
        </Link>
      </p>
      {asks === null && (
        <OtherWays
          provider={ways?.singleSignOn ?? null}
          hasKeys={hasKeys}
          pending={pending}
          onProvider={() => void signing.goToProvider(wanted)}
          onKey={enterByKey}
        />
      )}
    </form>
  );
};
