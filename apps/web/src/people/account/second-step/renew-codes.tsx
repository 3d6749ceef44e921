import { renewRecoveryCodes } from '@nascente/contract/people/second-step';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { OwnerDialog } from './owner-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Ten new codes in place of those before. */
export const RenewCodes = (props: { onChanged: () => Promise<void>; onClose: () => void }) => {
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
