import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { isOfSystem, pathOfSystem, systemsOf } from '../../../shared/boards/equipment-systems.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { metersText } from '../../../shared/counted-text.ts';
import { nameOrder } from '../../../shared/fold-for-search.ts';
import { MeterRow } from '../../../shared/meter-list/meter-row.tsx';
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

/** /system: every equipment system to which a visible meter belongs. */
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

const useBoardsOf = (system: string) => {
  const { data } = useQuery(metersQuery);
  return (data?.installationsMeter ?? [])
    .filter((board) => isOfSystem(board, system))
    .sort((one, other) => nameOrder.compare(one.Alias, other.Alias));
};

const MetersOfSystem = ({ system }: { system: string }) => {
  const boards = useBoardsOf(system);
  if (boards.length === 0)
    return (
      <EmptyState icon="meter" action={<TextLink to="/system">Ver sistemas</TextLink>}>
        Nenhum medidor seu está neste sistema.
      </EmptyState>
    );
  return (
    <ul>
      {boards.map((board) => (
        <MeterRow key={board.id} board={board} />
      ))}
    </ul>
  );
};

/** /system/:system: the meters of one equipment system. Rows are live; the count in the header is refetched each minute. */
export const EquipmentSystemPage = () => {
  const system = useParams().system ?? '';
  const boards = useBoardsOf(system);
  const online = boards.filter((board) => board.online).length;
  return (
    <Page
      title={boards[0]?.system ?? system}
      overline="Sistema de equipamentos"
      action={
        <TextLink to="/system" tour="system-others">
          Todos os sistemas
        </TextLink>
      }
    >
      <Card
        tour="system-meters"
        title="Medidores"
        {...(boards.length > 0 && { qualifier: `${online} de ${boards.length} ao vivo` })}
      >
        <MetersOnScreen>
          <MetersOfSystem system={system} />
        </MetersOnScreen>
      </Card>
    </Page>
  );
};
