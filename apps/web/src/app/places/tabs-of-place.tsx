import { listEstablishments } from '@nascente/contract/sites/establishments';
import { type Action, may } from '@nascente/domain/people/permissions';
import type { Profile } from '@nascente/domain/people/profiles';
import { useQuery } from '@tanstack/react-query';
import { generatePath, matchPath, useLocation } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { lastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { type PageTab, PageTabs } from '../../shared/ui/page/page-tabs.tsx';
import styles from './places.module.css';
import { type PlaceName, placeAt, placesFor } from './places.ts';

interface Tab {
  readonly text: string;
  /** Addresses of its screens; the tab opens the first one. */
  readonly paths: readonly [string, ...string[]];
  readonly permission?: Action;
  /** The query parameters that the tab keeps. */
  readonly keeps?: readonly string[];
  /** Shown for electricity only. */
  readonly isElectric?: true;
  /** Selects the list of a tab if two tabs share an address. */
  readonly list?: string;
}

const UTILITY = ['tipo'];
const LIST = 'lista';

const TABS: Readonly<Partial<Record<PlaceName, readonly Tab[]>>> = {
  bill: [
    { text: 'Agora', paths: ['/bill/:id', '/bill', '/bill/:id/kept/:billId'], keeps: UTILITY },
    { text: 'O que mudou', paths: ['/bill/:id/changes'], keeps: UTILITY },
    { text: 'Tarifa', paths: ['/bill/:id/tariffs'], isElectric: true },
    { text: 'Contrato', paths: ['/bill/:id/contract', '/bill/:id/found'], keeps: UTILITY },
    { text: 'Conferência', paths: ['/bill/:id/utility'], keeps: UTILITY },
    { text: 'Rateio', paths: ['/apportionment/:id'], keeps: UTILITY },
    { text: 'Metas', paths: ['/budgets'], permission: 'plan-budgets' },
    { text: 'Relatórios', paths: ['/reports'], permission: 'see-bills' },
  ],
  meters: [
    { text: 'Lista', paths: ['/dashboard'] },
    { text: 'Curvas', paths: ['/explore'] },
    { text: 'Histórico', paths: ['/history/:mac', '/history'] },
    { text: 'Para onde vai', paths: ['/flow/:id', '/flow'] },
    { text: 'Carbono', paths: ['/carbon/:id'], isElectric: true },
    { text: 'Grupos', paths: ['/groups'], permission: 'see-groups' },
    { text: 'Sistemas', paths: ['/system'] },
  ],
  savings: [
    { text: 'Oportunidades', paths: ['/opportunities'] },
    { text: 'Resultados', paths: ['/opportunities'], list: 'feitas' },
  ],
  operation: [
    { text: 'Placas', paths: ['/boards'] },
    { text: 'Tarifas', paths: ['/tariffs', '/tariffs/flags', '/tariffs/factors', '/tariffs/import'] },
    {
      text: 'Pessoas',
      paths: ['/people', '/people/upgrades', '/people/audit', '/people/privacy', '/people/mailbox'],
    },
    { text: 'Servidor', paths: ['/status'] },
  ],
};

interface TabsScope {
  readonly profile: Profile;
  readonly pathname: string;
  readonly search: string;
  /** The last opened establishment; the address may name another. */
  readonly establishmentId: string | null;
}

const isAt = (pathname: string, { paths }: Tab): boolean =>
  paths.some((path) => matchPath(path, pathname) !== null);

const paramsAt = (pathname: string, tabs: readonly Tab[]): Readonly<Record<string, string | undefined>> =>
  tabs.flatMap(({ paths }) => paths).reduce((found, path) => matchPath(path, pathname)?.params ?? found, {});

const searchOf = (search: URLSearchParams, { keeps = [], list }: Tab): string => {
  const params = [...search].filter(([name]) => keeps.includes(name));
  if (list !== undefined) params.push([LIST, list]);
  return params.length === 0 ? '' : `?${new URLSearchParams(params)}`;
};

/** A tab that needs an establishment or meter opens the address without one, which redirects to the current one. */
const addressOf = (
  { paths }: Tab,
  { id, mac }: { readonly id: string | null; readonly mac: string | undefined },
): string | null => {
  const [path] = paths;
  if (path.includes(':mac') && mac !== undefined) return generatePath(path, { mac });
  if (path.includes(':id') && id !== null) return generatePath(path, { id });
  return paths.find((address) => !address.includes(':')) ?? null;
};

export const tabsAt = ({ profile, pathname, search, establishmentId }: TabsScope): readonly PageTab[] => {
  const place = placeAt(pathname);
  const tabs = ((place === null ? undefined : TABS[place]) ?? []).filter(
    ({ permission }) => permission === undefined || may(profile, permission),
  );
  if (!tabs.some((tab) => isAt(pathname, tab))) return [];
  const { id = establishmentId, mac } = paramsAt(pathname, tabs);
  const query = new URLSearchParams(search);
  const isWater = query.get('tipo') === 'agua';
  const hasLists = tabs.some(({ list }) => list !== undefined);
  return tabs.flatMap((tab) => {
    const address = tab.isElectric && isWater ? null : addressOf(tab, { id, mac });
    if (address === null) return [];
    const isListed = !hasLists || (query.get(LIST) ?? undefined) === tab.list;
    return [
      {
        to: `${address}${searchOf(query, tab)}`,
        text: tab.text,
        isCurrent: isListed && isAt(pathname, tab),
      },
    ];
  });
};

const { initialData: _cached, ...listed } = queryFor(listEstablishments, {});

export const TabsOfPlace = () => {
  const { _id, profile } = useUser();
  const { pathname, search } = useLocation();
  const { data } = useQuery({ ...listed, enabled: false });
  const establishmentId = lastEstablishment(_id) ?? data?.establishments[0]?._id ?? null;
  const tabs = tabsAt({ profile, pathname, search, establishmentId });
  const place = placesFor(profile).find(({ name }) => name === placeAt(pathname));
  if (place === undefined || tabs.length === 0) return null;
  return (
    <div className={styles.tabs}>
      <PageTabs label={place.label} tabs={tabs} tour="place-tabs" />
    </div>
  );
};
