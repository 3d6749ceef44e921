import { type Establishment, listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { civilHourAt } from '@nascente/domain/base/time/civil-day';
import { greetingAt } from '@nascente/domain/people/greeting';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { useNow, useTodayOfFigures } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Choice, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { useInView } from '../../shared/meter-list/use-in-view.ts';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useLastEstablishment } from '../../shared/session-state/last-establishment.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import { beginningsOf, NO_LATER_STEPS } from './beginnings/beginnings.ts';
import { BeginningsCard } from './beginnings/beginnings-card.tsx';
import { useBeginningsShown } from './beginnings/beginnings-over.ts';
import { RestingCards } from './beside/resting-cards.tsx';
import { AfterCycle } from './cycle/after-cycle.tsx';
import { EstablishmentCards } from './establishments/establishment-cards.tsx';
import {
  type EstablishmentOrder,
  foundEstablishments,
  orderedEstablishments,
} from './establishments/establishment-order.ts';
import establishmentSwitchClasses from './establishments/establishment-switch.module.css';
import { EstablishmentSwitch, MAX_SIDE_BY_SIDE } from './establishments/establishment-switch.tsx';
import classes from './establishments/new-establishment-link.module.css';
import { OtherEstablishments } from './establishments/other-establishments.tsx';
import { useEstablishmentAmounts } from './establishments/use-establishment-amounts.ts';
import { RestingNotices } from './notices/resting-notices.tsx';

interface EstablishmentsToolbarProps {
  readonly search: string;
  readonly order: EstablishmentOrder;
  readonly found: number;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: EstablishmentOrder) => void;
}

const ORDERS = optionsOf<EstablishmentOrder>({
  name: 'Por nome',
  soFar: 'Maior até agora',
  forecast: 'Maior previsão',
});

const EstablishmentsToolbar = ({ search, order, found, onSearch, onOrder }: EstablishmentsToolbarProps) => (
  <div className={classes.toolbar}>
    <SearchField
      className={classes.search ?? ''}
      label="Buscar estabelecimento"
      placeholder="Buscar estabelecimento"
      value={search}
      onSearch={onSearch}
    />
    <Choice
      aria-label="Ordenar estabelecimentos"
      size="md"
      options={ORDERS}
      value={order}
      onChoose={onOrder}
    />
    <p className={classes.found} role="status">
      {found === 0 ? 'Nenhum estabelecimento com este nome.' : ''}
    </p>
  </div>
);

const TOOLBAR_HEIGHT = 44;
/** No window shows more of a line. */
const MAX_RESTING = 12;
const nameFor = (account: string): string => `establishments.${account}`;

/** Stores the number of establishments on this device. */
const useRememberEstablishments = (count: number): void => {
  const { _id } = useUser();
  useEffect(() => writePreference(nameFor(_id), String(count)), [_id, count]);
};

/** The room of as many establishments as last time, so that nothing moves. */
const RestingSwitch = () => {
  const count = Number(readPreference(nameFor(useUser()._id)) ?? 0);
  if (!(count > 1)) return null;
  const isMany = count > MAX_SIDE_BY_SIDE;
  return (
    <Loading label="Carregando os estabelecimentos">
      {isMany && <SkeletonBlock height={TOOLBAR_HEIGHT} />}
      <div className={establishmentSwitchClasses.switch} data-many={isMany}>
        {Array.from({ length: Math.min(count, MAX_RESTING) }, (_, index) => String(index)).map((index) => (
          <div key={index} className={establishmentSwitchClasses.choice}>
            <SkeletonLine width={14} />
            <span className={establishmentSwitchClasses.figures}>
              <SkeletonLine width={12} size="small" />
            </span>
          </div>
        ))}
      </div>
    </Loading>
  );
};

/** Its code includes contracts and people, which the figures do not wait for. */
const LaterBeginnings = lazy(async () => ({
  default: (await import('./beginnings/later-beginnings.tsx')).LaterBeginnings,
}));

interface BeginningsBelowProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
  /** The end of the screen: later steps load only when scrolled to. */
  readonly children: ReactNode;
}

const BeginningsBelow = ({ establishments, boards, children }: BeginningsBelowProps) => {
  const [end, { wasInView }] = useInView<HTMLDivElement>();
  return (
    <>
      {wasInView && (
        <Suspense fallback={null}>
          <LaterBeginnings establishments={establishments} boards={boards} />
        </Suspense>
      )}
      <div ref={end}>{children}</div>
    </>
  );
};

const HomeSkeleton = () => {
  const { firstName } = useUser();
  const [unit, setUnit] = useUnit();
  return (
    <Page
      title={`Olá, ${firstName}`}
      overline={<SkeletonLine width={16} />}
      action={<UnitToggle value={unit} onChange={setUnit} />}
    >
      <RestingSwitch />
      <RestingNotices />
      <RestingCards />
    </Page>
  );
};

const PATH = '/new/establishment';

const NewEstablishmentLink = ({ text = 'Novo estabelecimento' }: { readonly text?: string }) => {
  const mayCreateEstablishment = useMay('create-establishment');
  const exists = useScreenExists(PATH);
  if (!exists || !mayCreateEstablishment) return null;
  return (
    <p className={classes.line} data-tour="new-establishment">
      <TextLink to={PATH}>{text}</TextLink>
    </p>
  );
};

interface FirstBeginningsProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
}

export const FirstBeginnings = ({ establishments, boards }: FirstBeginningsProps) => {
  const [isShown, end] = useBeginningsShown();
  return (
    isShown && <BeginningsCard steps={beginningsOf(establishments, boards, NO_LATER_STEPS)} onEnd={end} />
  );
};

/** Nothing on Home waits for it. */
const NoticesOffer = lazy(async () => ({
  default: (await import('./notices/notices-offer.tsx')).NoticesOffer,
}));
const MINUTE_MS = 60_000;

const useGreeting = (establishment: Establishment | undefined): string => {
  const { firstName } = useUser();
  const now = useNow(MINUTE_MS);
  return `${greetingAt(civilHourAt(now, zoneOf(establishment)))}, ${firstName}`;
};

const useChosen = (establishments: readonly Establishment[]) => {
  const [address, change] = useAddress();
  const requested = address.get('estabelecimento');
  const establishmentOf = (id: string | null) => establishments.find(({ _id }) => _id === id);
  const last = useLastEstablishment(establishmentOf(requested)?._id ?? null);
  const chosen = establishmentOf(requested) ?? establishmentOf(last) ?? establishments[0];
  const choose = (id: string) => change({ estabelecimento: id });
  return [chosen, choose] as const;
};

interface EstablishmentsProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
}

const Establishments = ({ establishments, boards }: EstablishmentsProps) => {
  const isMany = establishments.length > MAX_SIDE_BY_SIDE;
  const [chosen, choose] = useChosen(isMany ? orderedEstablishments(establishments, 'name') : establishments);
  const [unit, setUnit] = useUnit();
  const greeting = useGreeting(chosen);
  const today = useTodayOfFigures(zoneOf(chosen));
  useRememberEstablishments(establishments.length);
  const boardsOf = ({ _id }: Establishment) => boards.filter((board) => board.establishmentId === _id);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<EstablishmentOrder>('name');
  const amounts = useEstablishmentAmounts(establishments, boardsOf, unit, isMany && order !== 'name');
  const found = isMany
    ? orderedEstablishments(foundEstablishments(establishments, search), order, amounts)
    : establishments;
  if (chosen === undefined) {
    return (
      <Page title={greeting}>
        <FirstBeginnings establishments={establishments} boards={boards} />
        <Card>
          <EmptyState icon="home" action={<NewEstablishmentLink text="Cadastrar estabelecimento" />}>
            Nenhum estabelecimento encontrado na sua conta.
          </EmptyState>
        </Card>
        <Suspense fallback={null}>
          <NoticesOffer />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page title={nameOf(chosen)} overline={greeting} action={<UnitToggle value={unit} onChange={setUnit} />}>
      <FirstBeginnings establishments={establishments} boards={boards} />
      {isMany && (
        <EstablishmentsToolbar
          search={search}
          order={order}
          found={found.length}
          onSearch={setSearch}
          onOrder={setOrder}
        />
      )}
      {establishments.length > 1 && (
        <EstablishmentSwitch
          establishments={found}
          boardsOf={boardsOf}
          selected={chosen}
          unit={unit}
          onSelect={choose}
        />
      )}
      <EstablishmentCards
        key={chosen._id}
        establishment={chosen}
        boards={boardsOf(chosen)}
        unit={unit}
        today={today}
      />
      <AfterCycle establishmentId={chosen._id} boards={boardsOf(chosen)}>
        <Suspense fallback={null}>
          <NoticesOffer />
        </Suspense>
        <OtherEstablishments
          establishments={found.filter(({ _id }) => _id !== chosen._id)}
          boardsOf={boardsOf}
          unit={unit}
          onChoose={(id) => {
            choose(id);
            window.scrollTo({ top: 0 });
          }}
        />
        <BeginningsBelow establishments={establishments} boards={boards}>
          <NewEstablishmentLink />
        </BeginningsBelow>
      </AfterCycle>
    </Page>
  );
};

export const HomePage = () => {
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const meters = useQuery({ ...metersQuery, refetchInterval: MINUTE_MS });
  if (establishments.data !== undefined && meters.data !== undefined) {
    return (
      <Establishments
        establishments={establishments.data.establishments}
        boards={meters.data.installationsMeter}
      />
    );
  }
  const failed = [establishments, meters].find(({ error }) => error !== null);
  if (failed?.error == null) return <HomeSkeleton />;
  return (
    <Page title="Home">
      <Card>
        <ErrorState
          failure={failed.error}
          onRetry={() => Promise.all([establishments.refetch(), meters.refetch()])}
          retrying={establishments.isFetching || meters.isFetching}
        />
      </Card>
    </Page>
  );
};
