import { useQuery } from '@tanstack/react-query';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import styles from './meters-browser.module.css';
import { MetersBrowser } from './meters-browser.tsx';
import { MetersSkeleton } from './meters-skeleton.tsx';
import { RegisterLink } from './register-link.tsx';

const ONLINE_REFRESH_MS = 60_000;

const Meters = () => {
  const meters = useQuery({ ...metersQuery, refetchInterval: ONLINE_REFRESH_MS });
  if (meters.data === undefined) {
    return (
      <Card>
        {meters.isError ? (
          <ErrorState failure={meters.error} onRetry={meters.refetch} retrying={meters.isFetching} />
        ) : (
          <MetersSkeleton />
        )}
      </Card>
    );
  }
  const boards = meters.data.installationsMeter;
  if (boards.length > 0) return <MetersBrowser boards={boards} />;
  return (
    <Card>
      <EmptyState
        icon="meter"
        action={
          <>
            <RegisterLink />
            <TextLink to="/help#comecar">Como começar</TextLink>
          </>
        }
      >
        Não foram encontrados equipamentos monitorados
      </EmptyState>
    </Card>
  );
};

/** Systems only where a meter names one. */
const MetersActions = () => {
  const { data } = useQuery(metersQuery);
  const boards = data?.installationsMeter ?? [];
  const hasSystems = boards.some(({ system }) => system !== null);
  return (
    <div className={styles.actions}>
      {hasSystems && <TextLink to="/system">Sistemas de equipamentos</TextLink>}
      {boards.length > 0 && <RegisterLink />}
    </div>
  );
};

/** The meters list (/dashboard). */
export const MetersPage = () => (
  <Page title="Medidores" action={<MetersActions />}>
    <Meters />
  </Page>
);
