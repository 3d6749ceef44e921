import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathOfSystem, systemsOf } from '../../../shared/boards/equipment-systems.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { metersText } from '../../../shared/counted-text.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import styles from './equipment-system.module.css';

const ONLINE_REFRESH_MS = 60_000;

/** Content made of the meters; they are refetched every minute. */
export const MetersOnScreen = ({ children }: { children: ReactNode }) => {
  const meters = useQuery({ ...metersQuery, refetchInterval: ONLINE_REFRESH_MS });
  return meters.data === undefined ? <Answer query={meters} rows={3} /> : children;
};

const Systems = () => {
  const { data } = useQuery(metersQuery);
  const systems = systemsOf(data?.installationsMeter ?? []);
  if (systems.length === 0)
    return (
      <EmptyState icon="grid" action={<TextLink to="/dashboard">Ver medidores</TextLink>}>
        Nenhum medidor está em um sistema. O sistema é escolhido na edição do medidor.
      </EmptyState>
    );
  return (
    <ul>
      {systems.map(({ name, boards }) => {
        const online = boards.filter((board) => board.online).length;
        return (
          <li key={name} className={styles.item}>
            <Link className={styles.system} to={pathOfSystem(name)}>
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>
                {metersText(boards.length)} · {online} ao vivo
              </span>
              <Icon name="chevron-right" size={18} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/** /system: every equipment system that a meter names. */
export const EquipmentSystemsPage = () => (
  <Page
    title="Sistemas"
    action={
      <TextLink to="/dashboard" tour="systems-meters">
        Ver medidores
      </TextLink>
    }
  >
    <Card tour="systems-list">
      <MetersOnScreen>
        <Systems />
      </MetersOnScreen>
    </Card>
  </Page>
);
