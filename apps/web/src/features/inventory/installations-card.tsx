import type { InventoryBoardDetail } from '@nascente/contract/inventory';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import styles from './board.module.css';
import { momentText } from './board-words.ts';

export const InstallationsCard = ({ installations }: Pick<InventoryBoardDetail, 'installations'>) => (
  <Card title="Instalações" tour="board-installations">
    {installations.length === 0 ? (
      <EmptyState icon="history">Esta placa ainda não foi instalada.</EmptyState>
    ) : (
      <ol className={styles.entries} aria-label="Instalações">
        {installations.map(({ id, name, establishmentName, owner, installedAt, removedAt }) => (
          <li key={id}>
            <span>
              <b>
                {establishmentName} · {name}
              </b>
              <small>
                {owner.name} · {owner.email}
              </small>
            </span>
            <small>
              {momentText(installedAt)} {removedAt === null ? 'até agora' : `até ${momentText(removedAt)}`}
            </small>
          </li>
        ))}
      </ol>
    )}
  </Card>
);
