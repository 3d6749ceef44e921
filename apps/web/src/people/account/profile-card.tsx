import { Button } from '@mantine/core';
import {
  readUpgradeRequest,
  requestUpgrade,
  type UpgradeRequestState,
} from '@nascente/contract/people/account';
import { may } from '@nascente/domain/people/permissions';
import { profileName } from '@nascente/domain/people/profiles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './account-section.module.css';

/** Where somebody comes who has use for clients and is no Manager. */
const LED_HERE = '#gestor';
const stateQuery = queryFor(readUpgradeRequest, {});

/** What became of the last request; one that was granted and taken back since is none. */
const stateOf = (last: UpgradeRequestState): string | null => {
  if (last === null || last.approved === true) return null;
  const asked = `Pedido feito em ${deviceDay(last.requestedAt)}`;
  if (last.decidedAt === null) return `${asked}. O administrador do sistema ainda não decidiu.`;
  return `${asked} e recusado em ${deviceDay(last.decidedAt)}. Você pode pedir de novo.`;
};

const UpgradeRequest = () => {
  const queryClient = useQueryClient();
  const state = useQuery(stateQuery);
  const { start, isSending, failure } = useSending(async () => {
    const { msg } = await request(requestUpgrade, {});
    await queryClient.invalidateQueries({ queryKey: stateQuery.queryKey });
    announce(msg, { tone: 'good' });
  });
  const last = state.data?.request ?? null;
  const isWaiting = last !== null && last.decidedAt === null;
  const said = stateOf(last);
  const refused = failure ?? state.error;
  return (
    <>
      <p className={styles.text}>
        Um gestor convida clientes e escolhe os medidores que cada um vê. O pedido é decidido pelo
        administrador do sistema.
      </p>
      {said !== null && <p role="status">{said}</p>}
      {refused && (
        <p className={styles.failure} role="alert">
          {wordsOf(refused)}
        </p>
      )}
      <Button
        variant="default"
        disabled={isWaiting || state.isPending}
        loading={isSending}
        onClick={() => void start()}
      >
        {isWaiting ? 'Solicitado!!' : 'Solicitar perfil de gestor'}
      </Button>
    </>
  );
};

/** Whoever was led here to ask for it sees it. */
const useLedHere = () => {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== LED_HERE) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [hash]);
  return card;
};

/** What the person is to the system, and the way to become a Manager. */
export const ProfileCard = () => {
  const { profile, active } = useUser();
  const card = useLedHere();
  return (
    <Card tour="account-profile" title="Perfil">
      <div className={styles.section} ref={card} tabIndex={-1}>
        <p className={rows.tags}>
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
