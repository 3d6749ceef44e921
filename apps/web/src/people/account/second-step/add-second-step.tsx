import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { beginSecondStep, confirmSecondStep } from '@nascente/contract/people/second-step';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../../../shared/api/api-client.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { CopiedText } from '../../../shared/ui/copied-text.tsx';
import { QrCode } from '../../../shared/ui/marks/qr-code.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { OwnerDialog } from './owner-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-step.module.css';

interface FirstCodeProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** What the phone is shown, and the code by which it shows that it has understood. */
const FirstCode = ({ secret, uri, onConfirmed, onClose }: FirstCodeProps) => {
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

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'code'; readonly secret: string; readonly uri: string }
  | { readonly name: 'paper'; readonly codes: readonly string[] };

/** Password, QR code and first code, codes on paper: one after the other. */
export const AddSecondStep = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
  const { onChanged, onClose } = props;
  const [step, setStep] = useState<Step>({ name: 'password' });
  switch (step.name) {
    case 'password':
      return (
        <OwnerDialog
          title="Ativar a verificação em duas etapas"
          action="Continuar"
          onProved={async (body) => {
            const { secret, uri } = await request(beginSecondStep, { body });
            setStep({ name: 'code', secret, uri });
          }}
          onClose={onClose}
        >
          <p>
            Você vai precisar do celular com um aplicativo autenticador: Google Authenticator, Microsoft
            Authenticator, Aegis ou outro.
          </p>
        </OwnerDialog>
      );
    case 'code':
      return (
        <FirstCode
          secret={step.secret}
          uri={step.uri}
          onConfirmed={async (codes) => {
            await onChanged();
            setStep({ name: 'paper', codes });
          }}
          onClose={onClose}
        />
      );
    case 'paper':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />;
  }
};
