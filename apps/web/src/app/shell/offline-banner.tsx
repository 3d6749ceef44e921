import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { signedInQuery } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './offline-banner.module.css';
import type { Reach } from './use-reachability.ts';

/** Answers that arrived within this time are shown with one time. */
const ONE_MOMENT_MS = 2 * 60_000;

/** Queries with data on the screen; the query of the session has none. */
const isShown = ({ queryKey, state }: Query) =>
  queryKey[0] !== signedInQuery.queryKey[0] && state.data !== undefined;

const momentText = (at: Instant, now: Instant): string => {
  const zone = deviceZone();
  const day = civilDateAt(at, zone);
  const clock = formatClock(at, zone);
  return day === civilDateAt(now, zone) ? clock : `${formatShortDay(day)}, ${clock}`;
};

/** The time of the figures on the screen; empty where there are none. */
const timeOfShown = (cache: QueryCache): string => {
  const times = cache
    .findAll({ type: 'active', predicate: isShown })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  if (times.length === 0) return '';
  const now = instant(Date.now());
  const oldest = momentText(instant(Math.min(...times)), now);
  const newest = momentText(instant(Math.max(...times)), now);
  return Math.max(...times) - Math.min(...times) <= ONE_MOMENT_MS
    ? ` Os dados na tela são de ${newest}.`
    : ` Os dados na tela são de ${oldest} a ${newest}.`;
};

const TEXTS = {
  offline: 'Sem conexão com a internet.',
  unreachable: 'O servidor não está respondendo.',
} as const;

const NotFresh = ({ reach }: { readonly reach: keyof typeof TEXTS }) => {
  const cache = useQueryClient().getQueryCache();
  const time = useSyncExternalStore(
    (redraw) => cache.subscribe(redraw),
    () => timeOfShown(cache),
  );
  const moment = useFiguresMoment();
  const zone = deviceZone();
  const today = useToday(zone);
  const day = moment === null ? today : civilDateAt(moment, zone);
  return (
    <p className={styles.banner}>
      <Icon name="cloud-off" />
      <span>
        {TEXTS[reach]}
        {time}
        {day !== today && ` Nesta tela, hoje é ${formatShortDay(day)}.`}
      </span>
    </p>
  );
};

/** States that the figures are not fresh, and their time. */
export const OfflineBanner = ({ reach }: { readonly reach: Reach }) => (
  <div role="status">{reach !== 'reached' && <NotFresh reach={reach} />}</div>
);
