import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import type { BodyInput } from '@nascente/contract/base/call';
import { typedPassword } from '@nascente/contract/base/person-fields';
import { type renewRecoveryCodes, typedCode } from '@nascente/contract/people/second-step';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { FormDialog, type FormDialogProps } from '../../../shared/forms/form-dialog.tsx';
import { OwnPasswordField } from '../../../shared/forms/own-password-field.tsx';
import { showRefusals } from '../../../shared/forms/show-refusals.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { signWithKey } from '../../../shared/session-state/passkeys.ts';
import { passkeysWorkHere } from '../../../shared/session-state/passkeys-here.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { PasswordDialog } from '../password-dialog.tsx';
import { secondStepQuery } from './second-step-query.ts';

/** The password, and the second factor where the account has one. */
type Proved = BodyInput<typeof renewRecoveryCodes>;

interface OwnerDialogProps
  extends Pick<FormDialogProps, 'title' | 'action' | 'isDestructive' | 'onClose' | 'children'> {
  onProved: (proved: Proved) => Promise<void>;
}

const confirmedForm = z.object({ password: typedPassword, code: typedCode });
type Confirmed = z.output<typeof confirmedForm>;

interface ConfirmedDialogProps extends OwnerDialogProps {
  hasApp: boolean;
  hasPasskeys: boolean;
}

/** An action that requires password and second factor together. */
const ConfirmedDialog = (props: ConfirmedDialogProps) => {
  const { hasApp, hasPasskeys, onProved, children, ...dialog } = props;
  const { email } = useUser();
  const { register, handleSubmit, formState, setError, trigger, getValues } = useForm({
    resolver: zodResolver(confirmedForm),
    defaultValues: { password: '', code: '' },
  });
  const { start, isSending, failure } = useSending(async (prove: () => Promise<Proved>) => {
    try {
      await onProved(await prove());
    } catch (refused) {
      if (!showRefusals<Confirmed>(refused, ['password', 'code'], setError)) throw refused;
    }
  });
  const proveByKey = async () => {
    if (!(await trigger('password', { shouldFocus: true }))) return;
    const { password } = getValues();
    await start(async () => ({ password, passkey: await signWithKey(email) }));
  };
  return (
    <FormDialog
      {...dialog}
      isSending={isSending}
      onSubmit={handleSubmit((typed) => start(async () => typed))}
      failure={failure}
      above={children}
    >
      <OwnPasswordField {...register('password')} error={formState.errors.password?.message} />
      <TextInput
        {...register('code')}
        label={hasApp ? 'Código de verificação' : 'Código de reserva'}
        description={
          hasApp ? 'Do aplicativo autenticador, ou um código de reserva.' : 'Um dos que você guardou.'
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.code?.message}
      />
      {hasPasskeys && passkeysWorkHere(window.location.origin) && (
        <Button variant="subtle" disabled={isSending} onClick={() => void proveByKey()}>
          Usar chave de acesso no lugar do código
        </Button>
      )}
    </FormDialog>
  );
};

/** An owner's action: requires the same proof as a sign-in. */
export const OwnerDialog = ({ onProved, ...rest }: OwnerDialogProps) => {
  // The cards below keep this query fresh.
  const { data } = useQuery({ ...secondStepQuery, staleTime: Number.POSITIVE_INFINITY });
  const hasApp = data !== undefined && data.since !== null;
  const hasPasskeys = (data?.passkeys ?? 0) > 0;
  if (hasApp || hasPasskeys)
    return <ConfirmedDialog {...rest} hasApp={hasApp} hasPasskeys={hasPasskeys} onProved={onProved} />;
  return <PasswordDialog {...rest} onPassword={(password) => onProved({ password })} />;
};
