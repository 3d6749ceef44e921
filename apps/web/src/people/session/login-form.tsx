import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import './login-form-styles.ts';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { passkeysWorkHere } from '../../shared/session-state/passkeys-here.ts';
import { isKeptLogged, lastSessionEnd } from '../../shared/session-state/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { CodeFields } from './code-fields.tsx';
import { endMessage, missingIn, type TypedCredentials } from './credentials.ts';
import styles from './login-form.module.css';
import { OtherWays } from './other-ways.tsx';
import { useKeyInField } from './use-key-in-field.ts';
import { useLoginWays } from './use-login-ways.ts';
import { useProviderAnswer } from './use-provider-answer.ts';
import { useSignIn } from './use-sign-in.ts';

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
  // What ended the last session is said until the first attempt at a new one.
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
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username webauthn"
          onFocus={offerKeys}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.email}
        />
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
            defaultChecked={isKeptLogged()}
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
