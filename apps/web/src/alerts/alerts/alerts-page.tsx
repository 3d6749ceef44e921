import { ALERT_KINDS, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import { listAlerts, readAlert } from '@nascente/contract/alerts/alerts';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { alertGroups, othersText } from '../../shared/alerts/alert-groups.ts';
import { useAlertNews } from '../../shared/alerts/use-alert-news.ts';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { BY_PAGES, pageFrom } from '../../shared/api/pages.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Filter } from '../../shared/forms/fields/choice.tsx';
import { useRememberedHeight, useRememberHeight } from '../../shared/session-state/remembered-height.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { ShowMore } from '../../shared/ui/page/show-more.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AlertRow } from './alert-row.tsx';
import styles from './alerts.module.css';

const OneAlert = ({ id, now }: { readonly id: string; readonly now: Instant }) => {
  const alert = useQuery(queryFor(readAlert, { params: { id } }));
  return (
    <Card title="O aviso" action={<TextLink to="/alerts">Fechar</TextLink>}>
      <Answer query={alert} rows={1}>
        {(answer) => (
          <ul>
            <AlertRow alert={answer.alert} now={now} hasCurve />
          </ul>
        )}
      </Answer>
    </Card>
  );
};

const states = [
  { value: 'open', text: 'Abertos' },
  { value: 'past', text: 'Passados' },
] as const;
type State = (typeof states)[number]['value'];

type Sought = ReturnType<typeof useSought>['sought'];

const useSought = () => {
  const [address, change] = useAddress();
  const named = address.get('tipo');
  const state: State = address.get('situacao') === 'passados' ? 'past' : 'open';
  const sought = {
    state,
    kind: ALERT_KINDS.find((kind) => kind === named) ?? null,
    establishment: address.get('local'),
  };
  return { sought, change };
};

const useAlerts = ({ state, kind, establishment }: Sought) =>
  useInfiniteQuery({
    queryKey: [listAlerts.name, state, kind, establishment],
    ...BY_PAGES,
    refetchInterval: MINUTE_MS,
    queryFn: ({ pageParam, signal }) => {
      const filters = { ...(kind !== null && { kind }), ...(establishment !== null && { establishment }) };
      return request(listAlerts, { query: { state, ...pageFrom(pageParam), ...filters } }, signal);
    },
  });

const Filters = () => {
  const { sought, change } = useSought();
  const listed = useQuery(queryFor(listEstablishments, {}));
  const establishments = listed.data?.establishments ?? [];
  const height = useRememberedHeight('alert-filters');
  const filters = useRememberHeight('alert-filters', listed.data !== undefined);
  return (
    <div
      ref={filters}
      className={styles.filters}
      style={listed.data || !height ? undefined : { minHeight: height }}
    >
      <Segmented
        label="Situação"
        value={sought.state}
        options={states}
        onChange={(state) => change({ situacao: state === 'past' ? 'passados' : null })}
      />
      <Filter
        label="Tipo de aviso"
        all="Todos os tipos"
        value={sought.kind}
        options={ALERT_KINDS.map((kind) => ({ value: kind, label: KINDS_OF_ALERT[kind].label }))}
        onChange={(tipo) => change({ tipo })}
      />
      {(establishments.length > 1 || sought.establishment !== null) && (
        <Filter
          label="Estabelecimento"
          all="Todos os estabelecimentos"
          value={sought.establishment}
          options={establishments.map((one) => ({ value: one._id, label: nameOf(one) }))}
          onChange={(local) => change({ local })}
        />
      )}
    </div>
  );
};

const NoData = ({ sought: { state, kind, establishment } }: { readonly sought: Sought }) => {
  if (kind !== null || establishment !== null)
    return <EmptyState icon="search">Nenhum aviso com estes filtros.</EmptyState>;
  return state === 'open' ? (
    <EmptyState icon="check">Tudo em ordem: nenhum aviso aberto.</EmptyState>
  ) : (
    <EmptyState icon="history">Nenhum aviso passado.</EmptyState>
  );
};

const AlertList = () => {
  const { sought } = useSought();
  const alerts = useAlerts(sought);
  const now = instant(useNow(MINUTE_MS));
  const shown = alerts.data?.pages.flatMap((page) => page.alerts);
  // Closed alerts stay in order of time.
  const groups =
    sought.state === 'open' ? alertGroups(shown ?? []) : (shown ?? []).map((main) => ({ main, others: [] }));
  return (
    <Card tour="alerts-list">
      <Filters />
      <Answer query={alerts} rows={4} />
      {shown?.length === 0 && <NoData sought={sought} />}
      <ul aria-label={sought.state === 'open' ? 'Avisos abertos' : 'Avisos passados'}>
        {groups.map((group) => (
          <AlertRow key={group.main._id} alert={group.main} now={now}>
            {group.others.length > 0 && (
              <details className={styles.others}>
                <summary>{othersText(group)}</summary>
                <ul>
                  {group.others.map((alert) => (
                    <AlertRow key={alert._id} alert={alert} now={now} />
                  ))}
                </ul>
              </details>
            )}
          </AlertRow>
        ))}
      </ul>
      <ShowMore pages={alerts} />
    </Card>
  );
};

export const AlertsPage = () => {
  useAlertNews({ opens: true });
  const [address] = useAddress();
  const led = address.get('alerta');
  const now = instant(useNow(MINUTE_MS));
  return (
    <Page
      title="Avisos"
      action={
        <TextLink to="/alerts/notices" tour="alerts-settings">
          <Icon name="settings" /> Configurar avisos
        </TextLink>
      }
    >
      {led !== null && <OneAlert id={led} now={now} />}
      <AlertList />
    </Page>
  );
};
