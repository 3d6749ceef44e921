import { beginSecondStep } from '@nascente/contract/people/second-step';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { FirstCode } from './first-code.tsx';
import { OwnerDialog } from './owner-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

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
