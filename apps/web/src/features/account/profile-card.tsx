import { Button } from '@mantine/core';
import { requestUpgrade } from '@nascente/contract/account';
import { may } from '@nascente/domain/people/permissions';
import { profileName } from '@nascente/domain/people/profiles';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/signed-in.ts';
import { Card } from '../../shared/ui/card.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import styles from './account-section.module.css';

const UpgradeRequest = () => {
  const [isRequested, setRequested] = useState(false);
  const { start, isSending, failure } = useSending(async () => {
    const { msg } = await request(requestUpgrade, {});
    setRequested(true);
    announce(msg, { tone: 'good' });
  });
  return (
    <>
      <p className={styles.text}>
        Um gestor cadastra clientes e escolhe os medidores que cada um vê. O pedido é decidido pelo
        administrador do sistema.
      </p>
      {failure && (
        <p className={styles.failure} role="alert">
          {wordsOf(failure)}
        </p>
      )}
      <Button variant="default" disabled={isRequested} loading={isSending} onClick={() => void start()}>
        {isRequested ? 'Solicitado!!' : 'Solicitar perfil de gestor'}
      </Button>
    </>
  );
};

/** What the person is to the system, and the way to become a Manager. */
export const ProfileCard = () => {
  const { profile, active } = useUser();
  return (
    <Card tour="account-profile" title="Perfil">
      <div className={styles.section}>
        <p className={styles.tags}>
          <b>{profileName(profile)}</b>
          {active && (
            <Tag tone="good" dot>
              E-mail confirmado
            </Tag>
          )}
        </p>
        {may(profile, 'request-upgrade') && <UpgradeRequest />}
      </div>
    </Card>
  );
};
