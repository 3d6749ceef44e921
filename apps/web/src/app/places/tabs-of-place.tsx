import { listEstablishments } from '@nascente/contract/sites/establishments';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { lastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { PageTabs } from '../../shared/ui/page/page-tabs.tsx';
import { tabsAt } from './place-tabs.ts';
import styles from './places.module.css';
import { placeAt, placesFor } from './places.ts';

const { initialData: _cached, ...listed } = queryFor(listEstablishments, {});

/** The screens of the place on screen, above the screen itself. */
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
