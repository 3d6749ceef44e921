import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import styles from '../board.module.css';

/** By the clock of where the board stood. */
const momentText = (iso: string, zone: string): string =>
  formatDateTime(instant(Date.parse(iso)), zoneOf({ zone }));

export const InstallationsCard = ({ installations }: Pick<InventoryBoardDetail, 'installations'>) => (
  <Card title="Instalações" tour="board-installations">
    {installations.length === 0 ? (
      <EmptyState icon="history">Esta placa ainda não foi instalada.</EmptyState>
    ) : (
      <ol className={styles.entries} aria-label="Instalações">
        {installations.map(({ id, name, establishmentName, zone, owner, installedAt, removedAt }) => (
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
              {momentText(installedAt, zone)}{' '}
              {removedAt === null ? 'até agora' : `até ${momentText(removedAt, zone)}`}
            </small>
          </li>
        ))}
      </ol>
    )}
  </Card>
);
