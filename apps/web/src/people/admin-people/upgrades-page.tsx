import { Button } from '@mantine/core';
import {
  decideUpgrade,
  listPeople,
  listUpgrades,
  type Upgrade,
} from '@nascente/contract/people/admin-people';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { deviceDateTime } from '../../shared/device-time.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { fullName } from './full-name.ts';
import styles from './people.module.css';

interface Decision {
  upgrade: Upgrade;
  approve: boolean;
}

const DecisionQuestion = ({ decision, onClose }: { decision: Decision; onClose: () => void }) => {
  const { upgrade, approve } = decision;
  const name = fullName(upgrade.user);
  const queryClient = useQueryClient();
  const decide = async () => {
    await request(decideUpgrade, { params: { id: upgrade.id }, body: { approve } });
    await Promise.all(
      [listUpgrades.name, listPeople.name].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
    onClose();
    announce(approve ? `${name} agora é gestor.` : 'Pedido recusado.', { tone: 'good' });
  };
  return (
    <ConfirmDialog
      title={approve ? `Tornar ${name} gestor?` : `Recusar o pedido de ${name}?`}
      confirm={approve ? 'Aprovar' : 'Recusar'}
      isDestructive={!approve}
      onConfirm={decide}
      onCancel={onClose}
    >
      <p>
        {approve
          ? 'Poderá cadastrar clientes e dar acesso aos próprios medidores.'
          : 'O perfil continua o mesmo; um novo pedido pode ser feito.'}
      </p>
    </ConfirmDialog>
  );
};

const Upgrades = () => {
  const upgrades = useQuery(queryFor(listUpgrades, {}));
  const [decision, setDecision] = useState<Decision | null>(null);
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
              <Button variant="default" onClick={() => setDecision({ upgrade, approve: false })}>
                Recusar
              </Button>
              <Button onClick={() => setDecision({ upgrade, approve: true })}>Aprovar</Button>
            </span>
          </li>
        ))}
      </ul>
      {decision !== null && <DecisionQuestion decision={decision} onClose={() => setDecision(null)} />}
    </Card>
  );
};

export const UpgradesPage = () => (
  <AdminFrame title="Pedidos">
    <Upgrades />
  </AdminFrame>
);
