import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import './login-form-styles.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isKeptLogged, lastSessionEnd } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { CodeFields } from './code-fields.tsx';
import { endMessage, missingIn, type TypedCredentials } from './credentials.ts';
import styles from './login-form.module.css';
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

export const LoginForm = ({ onDone }: { onDone: () => void }) => {
  const { state } = useLocation();
  const [missing, setMissing] = useState<ReturnType<typeof missingIn>>({});
  // What ended the last session is said until the first attempt at a new one.
  const [ended, setEnded] = useState(() => endMessage(lastSessionEnd()));
  const { signIn, prepare, startAgain, isPending, refusal, asksForCode } = useSignIn(onDone);
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
    <form className={styles.form} onSubmit={submit} onFocus={prepare} noValidate aria-label="Entrar">
      {said !== null && (
        <Notice tone={refusal === null ? 'warn' : 'bad'} live>
          {said}
        </Notice>
      )}
      {asksForCode && <CodeFields onStartAgain={startAgain} />}
      <div className={styles.credentials} hidden={asksForCode}>
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
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
      <Button type="submit" size="md" fullWidth loading={isPending}>
        Entrar
      </Button>
      <p className={styles.signUp} hidden={asksForCode}>
        Ainda não tem conta?{' '}
        <Link to="/signup" state={state}>
          registrar
        </Link>
      </p>
    </form>
  );
};
