import { Button } from '@mantine/core';
import {
  decideUpgrade,
  listPeople,
  listUpgrades,
  type Upgrade,
} from '@nascente/contract/people/admin-people';
import { useQuery } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { fullName } from './full-name.ts';
import styles from './people.module.css';

/** Queries that a decision changes. */
const DECIDED = [[listUpgrades.name], [listPeople.name]];

const Upgrades = () => {
  const upgrades = useQuery(queryFor(listUpgrades, {}));
  const { ask, question } = useQuestion();
  const askApproval = ({ id, user }: Upgrade) =>
    ask({
      title: `Tornar ${fullName(user)} gestor?`,
      confirm: 'Aprovar',
      isDestructive: false,
      text: <p>Poderá cadastrar clientes e dar acesso aos próprios medidores.</p>,
      call: () => request(decideUpgrade, { params: { id }, body: { approve: true } }),
      outdates: DECIDED,
      done: `${fullName(user)} agora é gestor.`,
      tone: 'good',
    });
  const askRefusal = ({ id, user }: Upgrade) =>
    ask({
      title: `Recusar o pedido de ${fullName(user)}?`,
      confirm: 'Recusar',
      text: <p>O perfil continua o mesmo; um novo pedido pode ser feito.</p>,
      call: () => request(decideUpgrade, { params: { id }, body: { approve: false } }),
      outdates: DECIDED,
      done: 'Pedido recusado.',
      tone: 'good',
    });
  return (
    <Card title="Pedidos de perfil de gestor" tour="upgrades-list">
      <Answer query={upgrades} />
      {upgrades.data?.upgrades.length === 0 && (
        <EmptyState icon="check">Nenhum pedido espera por uma decisão.</EmptyState>
      )}
      <ul className={rows.list} aria-label="Pedidos">
        {upgrades.data?.upgrades.map((upgrade) => (
          <li key={upgrade.id} className={styles.entry}>
            <span className={rows.about}>
              <b>{fullName(upgrade.user)}</b>
              <small>{upgrade.user.email}</small>
              <small>pedido em {deviceDateTime(upgrade.requestedAt)}</small>
            </span>
            <span className={styles.actions}>
              <Button variant="default" onClick={() => askRefusal(upgrade)}>
                Recusar
              </Button>
              <Button onClick={() => askApproval(upgrade)}>Aprovar</Button>
            </span>
          </li>
        ))}
      </ul>
      {question}
    </Card>
  );
};

export const UpgradesPage = () => (
  <AdminFrame title="Pedidos">
    <Upgrades />
  </AdminFrame>
);
