import { Button } from '@mantine/core';
import { listApiKeys } from '@nascente/contract/connections/api-keys';
import {
  listCredentials,
  type RemovableCredential,
  removeCredentials,
} from '@nascente/contract/people/credentials';
import { credentialLabel } from '@nascente/domain/people/credential-kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { countedText } from '../../shared/counted-text.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { CredentialsUntil } from '../../shared/session-state/credentials-until.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './account-section.module.css';

const credentialsQuery = queryFor(listCredentials, {});
/** Number of entries shown at first. The newest come first, so that those of an intruder are visible. */
const SHOWN_AT_FIRST = 4;
const MAX_PER_CALL = 200;

const CredentialRow = ({ credential }: { credential: RemovableCredential }) => {
  const { kind, name, createdAt, lastUsedAt } = credential;
  return (
    <li>
      <div className={rows.about}>
        <b>{name}</b>
        <small>
          {credentialLabel(kind)} · de {deviceDay(createdAt)}
          {lastUsedAt !== null && ` · usado em ${deviceDay(lastUsedAt)}`}
        </small>
      </div>
    </li>
  );
};

export const CredentialsCard = () => {
  const credentials = useQuery(credentialsQuery);
  const { ask, question } = useQuestion();
  const [showsAll, setShowsAll] = useState(false);
  const all = credentials.data?.credentials;
  const shown = showsAll ? all : all?.slice(0, SHOWN_AT_FIRST);
  const askRemoval = (removable: readonly RemovableCredential[]) =>
    ask({
      title: `Remover ${countedText(removable.length, 'item', 'itens')}?`,
      confirm: 'Remover todos',
      text: (
        <p>
          Chaves e links deixam de valer na mesma hora, e ninguém mais é avisado. Integrações e gateways param
          até receberem uma chave nova.
        </p>
      ),
      call: () => {
        const credentials = removable.slice(0, MAX_PER_CALL).map(({ kind, id }) => ({ kind, id }));
        return request(removeCredentials, { body: { credentials } });
      },
      outdates: [credentialsQuery.queryKey, queryFor(listApiKeys, {}).queryKey],
      done: ({ removed }) => `${countedText(removed, 'item removido', 'itens removidos')}.`,
    });
  return (
    <Card tour="account-credentials" title="O que funciona sem a sua senha">
      <div className={styles.section}>
        <p className={styles.text}>
          Chaves, integrações, links e avisos desta conta. Se alguém entrou nela, remova todos e crie os seus
          de novo.
        </p>
        <CredentialsUntil className={styles.text} />
        <Answer query={credentials} />
        {all?.length === 0 && <p>Não há nenhum.</p>}
        {shown && shown.length > 0 && (
          <ul className={classNames(rows.list, rows.acts)} aria-label="Chaves, links e avisos">
            {shown.map((credential) => (
              <CredentialRow key={`${credential.kind} ${credential.id}`} credential={credential} />
            ))}
          </ul>
        )}
        {all && shown && all.length > 0 && (
          <div className={styles.acts}>
            <Button variant="default" color="bad" onClick={() => askRemoval(all)}>
              Remover todos
            </Button>
            {shown.length < all.length && (
              <Button variant="subtle" onClick={() => setShowsAll(true)}>
                Mostrar todos ({all.length})
              </Button>
            )}
          </div>
        )}
      </div>
      {question}
    </Card>
  );
};
