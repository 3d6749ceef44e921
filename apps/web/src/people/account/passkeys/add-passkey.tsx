import type { AnswerOf } from '@nascente/contract/base/call';
import { addPasskey, beginPasskey } from '@nascente/contract/people/passkeys';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { makeKey } from '../../../shared/session-state/passkeys.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { OwnerDialog } from '../second-step/owner-dialog.tsx';
import { RecoveryCodes } from '../second-step/recovery-codes.tsx';
import { nameOfThisDevice } from './name-of-this-device.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

type Step =
  | { readonly name: 'owner' }
  | { readonly name: 'key'; readonly options: AnswerOf<typeof beginPasskey>['options'] }
  | { readonly name: 'paper'; readonly codes: readonly string[] };

/** Password, name and device, codes on paper where it is the first: one after the other. */
export const AddPasskey = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
  const { onChanged, onClose } = props;
  const [step, setStep] = useState<Step>({ name: 'owner' });
  const make = async (options: AnswerOf<typeof beginPasskey>['options'], name: string) => {
    const passkey = await makeKey(options);
    const { msg, recoveryCodes } = await request(addPasskey, { body: { name, passkey } });
    announce(msg, { tone: 'good' });
    // Before the account is asked for what it has by now: its answer would change what stands behind.
    if (recoveryCodes === null) onClose();
    else setStep({ name: 'paper', codes: recoveryCodes });
    await onChanged();
  };
  switch (step.name) {
    case 'owner':
      return (
        <OwnerDialog
          title="Adicionar chave de acesso"
          action="Continuar"
          onProved={async (body) => {
            const { options } = await request(beginPasskey, { body });
            setStep({ name: 'key', options });
          }}
          onClose={onClose}
        >
          <p>
            A chave fica no aparelho, no gerenciador de senhas ou em um chaveiro de segurança. Ninguém pode
            copiá-la de um site falso.
          </p>
        </OwnerDialog>
      );
    case 'key':
      return (
        <PasskeyNameDialog
          title="Criar a chave"
          action="Criar chave"
          name={nameOfThisDevice()}
          onNamed={(name) => make(step.options, name)}
          onClose={onClose}
        >
          <p>O aparelho vai pedir a sua digital, o seu rosto ou o PIN.</p>
        </PasskeyNameDialog>
      );
    case 'paper':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />;
  }
};
