import type { Invitation } from '@nascente/contract/people/invitations';
import { useState } from 'react';
import { useNow } from '../../shared/consumption/use-now.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import styles from './client-user-list.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { type HandedLink, useInvitations } from './use-invitations.ts';

const MINUTE_MS = 60_000;

export const isOpenAt = (now: number, { expiresAt }: Invitation): boolean => Date.parse(expiresAt) > now;

const WithdrawalQuestion = ({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) => {
  const { withdraw } = useInvitations();
  const cancel = async () => {
    await withdraw(invitation);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Cancelar o convite de ${invitation.name}?`}
      confirm="Cancelar convite"
      cancel="Voltar"
      isDestructive
      onConfirm={cancel}
      onCancel={onClose}
    >
      <p>O link deixa de valer na mesma hora.</p>
    </ConfirmDialog>
  );
};

export const InvitationList = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const now = useNow(MINUTE_MS);
  const { renew } = useInvitations();
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const [handed, setHanded] = useState<HandedLink | null>(null);
  const { start, isSending, failure } = useSending(async (invitation: Invitation) =>
    setHanded(await renew(invitation)),
  );
  if (invitations.length === 0) return null;
  return (
    <Card title="Convites" qualifier={invitations.length}>
      <FailureNotice failure={failure} />
      <ul className={classNames(rows.list, rows.acts, styles.list)} aria-label="Convites">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className={classNames(rows.about, styles.about)}>
              <b>{invitation.name}</b>
              <small>{invitation.email ?? 'por link'}</small>
              {isOpenAt(now, invitation) ? (
                <small>vale até {deviceDay(invitation.expiresAt)}</small>
              ) : (
                <Tag tone="warn">Expirado</Tag>
              )}
            </div>
            <IconButton
              icon="refresh"
              label={
                invitation.email === null
                  ? `Novo link para ${invitation.name}`
                  : `Reenviar a ${invitation.name}`
              }
              disabled={isSending}
              onClick={() => void start(invitation)}
            />
            <IconButton
              icon="trash"
              label={`Cancelar o convite de ${invitation.name}`}
              onClick={() => setWithdrawing(invitation)}
            />
          </li>
        ))}
      </ul>
      {withdrawing !== null && (
        <WithdrawalQuestion invitation={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
      {handed !== null && <LinkDialog handed={handed} onClose={() => setHanded(null)} />}
    </Card>
  );
};
