import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { confirmSecondStep } from '@nascente/contract/people/second-step';
import { useForm } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { CopiedText } from '../../../shared/ui/copied-text.tsx';
import { QrCode } from '../../../shared/ui/marks/qr-code.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from './second-step.module.css';

interface FirstCodeProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** What the phone is shown, and the code by which it shows that it has understood. */
export const FirstCode = ({ secret, uri, onConfirmed, onClose }: FirstCodeProps) => {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(confirmSecondStep.body),
    defaultValues: { code: '' },
  });
  const { start, isSending, failure } = useSending(async (body: { code: string }) => {
    const { msg, recoveryCodes } = await request(confirmSecondStep, { body });
    announce(msg, { tone: 'good' });
    await onConfirmed(recoveryCodes);
  });
  return (
    <FormDialog
      title="Leia o código com o celular"
      label="Confirmar o aplicativo autenticador"
      action="Ativar"
      isSending={isSending}
      onSubmit={handleSubmit((body) => start(body))}
      onClose={onClose}
      above={
        <>
          <div className={styles.qr}>
            <QrCode text={uri} label="Código QR para o aplicativo autenticador" />
          </div>
          <p>Está no próprio celular? Copie a chave e cole-a no aplicativo.</p>
          <CopiedText label="Chave do aplicativo autenticador" text={secret} action="Copiar chave" />
        </>
      }
    >
      <TextInput
        {...register('code')}
        label="Código que o aplicativo mostra"
        description="São 6 números, que mudam a cada 30 segundos."
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        error={formState.errors.code?.message ?? (failure && wordsOf(failure))}
      />
    </FormDialog>
  );
};
