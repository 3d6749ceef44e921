import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import './login-form-styles.ts';
import { login } from '@nascente/contract/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { request } from '../../shared/api-client.ts';
import { isKeptLogged, lastSessionEnd, startSession } from '../../shared/session.ts';
import { signedInQuery } from '../../shared/signed-in.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { bodyOf, endMessage, missingIn, refusalMessage, type TypedCredentials } from './credentials.ts';
import styles from './login-form.module.css';

const read = (form: HTMLFormElement): TypedCredentials => {
  const typed = new FormData(form);
  return {
    email: String(typed.get('email') ?? ''),
    password: String(typed.get('password') ?? ''),
    keep: typed.get('keep') !== null,
  };
};

export const LoginForm = ({ onDone }: { onDone: () => void }) => {
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<ReturnType<typeof missingIn>>({});
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: (typed: TypedCredentials) => request(login, { body: bodyOf(typed) }),
    onSuccess: ({ token, user }, { keep }) => {
      startSession(token, keep);
      queries.setQueryData(signedInQuery.queryKey, user);
      onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = read(event.currentTarget);
    const lacking = missingIn(typed);
    setMissing(lacking);
    const [firstLacking] = Object.keys(lacking);
    if (firstLacking === undefined) signIn.mutate(typed);
    else form.current?.querySelector<HTMLInputElement>(`[name=${firstLacking}]`)?.focus();
  };
  const said = signIn.isError
    ? refusalMessage(signIn.error)
    : signIn.isIdle
      ? endMessage(lastSessionEnd())
      : null;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label="Entrar">
      {said !== null && (
        <Notice tone={signIn.isError ? 'bad' : 'warn'} live>
          {said}
        </Notice>
      )}
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
        <Link to="/recovery-password">Esqueceu a senha?</Link>
      </div>
      <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
        Entrar
      </Button>
      <p className={styles.signUp}>
        Ainda não tem conta? <Link to="/signup">registrar</Link>
      </p>
    </form>
  );
};
