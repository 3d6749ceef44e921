import { Button } from '@mantine/core';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { textOfFailure } from './step-checks.ts';

const DONE = {
  create: 'Estabelecimento criado! Redirecionando...',
  complete: 'Cadastro concluído! Redirecionando...',
  edit: 'Estabelecimento atualizado! Redirecionando...',
} as const;

type Mode = keyof typeof DONE;

export const modeOf = (establishment: Establishment | null): Mode => {
  if (establishment === null) return 'create';
  return establishment.cnpj === null ? 'complete' : 'edit';
};

interface ConfirmRegistrationProps {
  mode: Mode;
  fantasyName: string;
  isSending: boolean;
  isDone: boolean;
  failure: Error | null;
  onConfirm: () => unknown;
  onCancel: () => void;
}

export const ConfirmRegistration = (props: ConfirmRegistrationProps) => {
  const { mode, fantasyName, isSending, isDone, failure, onConfirm, onCancel } = props;
  const isHeld = isSending || isDone;
  return (
    <Dialog
      title="Confirmar Cadastro"
      isHeld={isHeld}
      onDismiss={onCancel}
      actions={
        <>
          <Button variant="default" disabled={isHeld} onClick={onCancel}>
            Cancelar
          </Button>
          <Button
            loading={isSending}
            disabled={failure !== null || isDone}
            data-autofocus
            onClick={() => void onConfirm()}
          >
            Confirmar
          </Button>
        </>
      }
    >
      <p>
        {mode === 'edit'
          ? 'Confirmar as alterações do estabelecimento '
          : 'Confirmar o cadastro do estabelecimento '}
        <b>{fantasyName}</b>? Os dados podem ser editados depois.
      </p>
      <FailureNotice failure={failure} describe={(one) => textOfFailure(one).join(' ')} />
      <div role="status">{isDone && <Notice tone="good">{DONE[mode]}</Notice>}</div>
    </Dialog>
  );
};
