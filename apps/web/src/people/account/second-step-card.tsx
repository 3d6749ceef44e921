import { Button, TextInput } from '@mantine/core';
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
} from '@nascente/contract/people/second-step';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { labelOf } from '../../shared/forms/use-sending.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { QrCode } from '../../shared/ui/marks/qr-code.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './account-section.module.css';
import { OwnerDialog } from './second-step/owner-dialog.tsx';
import { RecoveryCodes } from './second-step/recovery-codes.tsx';
import secondStepClasses from './second-step/second-step.module.css';
import { secondStepQuery } from './second-step/second-step-query.ts';

interface FirstCodeProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

const FirstCode = ({ secret, uri, onConfirmed, onClose }: FirstCodeProps) => {
  const { register, submit, formState, isSending, failure } = useCallForm({
    schema: confirmSecondStep.body,
    defaultValues: { code: '' },
    send: async (body) => {
      const { msg, recoveryCodes } = await request(confirmSecondStep, { body });
      announce(msg, { tone: 'good' });
      await onConfirmed(recoveryCodes);
    },
  });
  return (
    <FormDialog
      title="Leia o código com o celular"
      label="Confirmar o aplicativo autenticador"
      action="Ativar"
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
      above={
        <>
          <div className={secondStepClasses.qr}>
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
        error={formState.errors.code?.message ?? (failure && labelOf(failure))}
      />
    </FormDialog>
  );
};

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'code'; readonly secret: string; readonly uri: string }
  | { readonly name: 'paper'; readonly codes: readonly string[] };

const AddSecondStep = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
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

/** Sign-in then requires passkeys, or the password alone. */
const EndSecondStep = (props: {
  hasPasskeys: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) => (
  <OwnerDialog
    title="Desativar o aplicativo autenticador?"
    action="Desativar"
    isDestructive
    onProved={async (body) => {
      const { msg } = await request(endSecondStep, { body });
      await props.onChanged();
      props.onClose();
      announce(msg);
    }}
    onClose={props.onClose}
  >
    <p>
      {props.hasPasskeys
        ? 'Entrar continua pedindo uma chave de acesso, e os códigos de reserva continuam valendo.'
        : 'Entrar passará a pedir só a senha, e os códigos de reserva deixam de valer.'}
    </p>
  </OwnerDialog>
);

const RenewCodes = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={props.onClose} />;
  return (
    <OwnerDialog
      title="Gerar outros códigos de reserva"
      action="Gerar códigos"
      onProved={async (body) => {
        const { recoveryCodes } = await request(renewRecoveryCodes, { body });
        await props.onChanged();
        setCodes(recoveryCodes);
      }}
      onClose={props.onClose}
    >
      <p>Os códigos de antes, usados ou não, deixam de valer.</p>
    </OwnerDialog>
  );
};

const FEW = 3;

const CodesLeft = ({ count }: { count: number }) => {
  if (count > FEW) return <p className={styles.text}>Você tem {count} códigos de reserva sem usar.</p>;
  const texts = count === 0 ? 'Não há códigos' : count === 1 ? 'Resta 1 código' : `Restam ${count} códigos`;
  return <Notice tone="warn">{texts} de reserva: gere outros e guarde-os fora do celular.</Notice>;
};

export const SecondStepCard = () => {
  const queryClient = useQueryClient();
  const query = useQuery(secondStepQuery);
  const { data } = query;
  const [open, setOpen] = useState<'add' | 'codes' | 'end' | null>(null);
  const reload = () => queryClient.invalidateQueries({ queryKey: secondStepQuery.queryKey });
  const close = () => setOpen(null);
  return (
    <Card tour="account-second-step" title="Verificação em duas etapas">
      <div className={styles.section}>
        <Answer query={query} />
        {data?.since === null && (
          <>
            {data.isRequired && data.passkeys === 0 && (
              <Notice tone="warn">
                Contas de administrador precisam dela: ative-a, ou adicione uma chave de acesso, para
                continuar.
              </Notice>
            )}
            <p className={styles.text}>
              Além da senha, entrar pede um código do seu celular. Quem descobrir a senha não entra sem ele.
            </p>
            <Button variant="default" onClick={() => setOpen('add')}>
              Ativar
            </Button>
          </>
        )}
        {data && data.since !== null && (
          <>
            <span className={styles.tags}>
              <Tag tone="good" dot>
                Ativada
              </Tag>
              <small>desde {deviceDateTime(data.since)}</small>
            </span>
            {(!data.isRequired || data.passkeys > 0) && (
              <Button variant="default" color="bad" onClick={() => setOpen('end')}>
                Desativar
              </Button>
            )}
          </>
        )}
        {data && (data.since !== null || data.passkeys > 0) && (
          <>
            <CodesLeft count={data.codesLeft} />
            <Button variant="default" onClick={() => setOpen('codes')}>
              Gerar outros códigos
            </Button>
          </>
        )}
      </div>
      {open === 'add' && <AddSecondStep onChanged={reload} onClose={close} />}
      {open === 'codes' && <RenewCodes onChanged={reload} onClose={close} />}
      {open === 'end' && (
        <EndSecondStep hasPasskeys={(data?.passkeys ?? 0) > 0} onChanged={reload} onClose={close} />
      )}
    </Card>
  );
};
