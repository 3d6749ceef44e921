import { typedPassword } from '@nascente/contract/base/person-fields';
import { z } from 'zod/mini';
import { FormDialog, type FormDialogProps } from '../../shared/forms/form-dialog.tsx';
import { OwnPasswordField } from '../../shared/forms/own-password-field.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { labelOf } from '../../shared/forms/use-sending.ts';

const passwordForm = z.object({ password: typedPassword });

interface PasswordDialogProps
  extends Pick<FormDialogProps, 'title' | 'action' | 'isDestructive' | 'isReady' | 'onClose' | 'children'> {
  onPassword: (password: string) => Promise<void>;
}

/** A critical action that requires the password again. */
export const PasswordDialog = ({ onPassword, children, ...dialog }: PasswordDialogProps) => {
  const { register, submit, formState, isSending, failure } = useCallForm({
    schema: passwordForm,
    defaultValues: { password: '' },
    send: ({ password }) => onPassword(password),
  });
  return (
    <FormDialog {...dialog} isSending={isSending} onSubmit={submit} above={children}>
      <OwnPasswordField
        {...register('password')}
        error={formState.errors.password?.message ?? (failure && labelOf(failure))}
      />
    </FormDialog>
  );
};
