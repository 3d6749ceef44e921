import { Button } from '@mantine/core';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { billingCycleAt } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { notifiedSilentAfter } from '@nascente/domain/telemetry/quality/silence';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { seesBill } from '../../../shared/boards/sees-bill.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { useNow } from '../../../shared/consumption/use-now.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { Hinted } from '../../../shared/glossary/hinted.tsx';
import { sinceText } from '../../../shared/live/connection.ts';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { EmissionsCard } from '../beside/emissions-card.tsx';
import { MeterListCard } from '../beside/meter-list-card.tsx';
import { RestingSavings } from '../beside/resting-savings.tsx';
import classes from '../beside/side-column.module.css';
import { AfterCycle } from '../cycle/after-cycle.tsx';
import cycleCardClasses from '../cycle/cycle-card.module.css';
import { CycleCard } from '../cycle/cycle-card.tsx';
import { sourcesOf } from '../cycle/energy-sources.ts';
import { GroupATable } from '../cycle/group-a-table.tsx';
import { MonthsCard } from '../cycle/months-card.tsx';
import { LeaksFirst } from '../notices/leaks-first.tsx';
import noticesClasses from '../notices/notices.module.css';
import newEstablishmentLinkClasses from './new-establishment-link.module.css';

interface SilentMeter {
  readonly board: Board;
  /** Epoch ms of the last message. */
  readonly since: number;
}

/** Meters that stopped sending, for as long as alerts report them; longest silent first. */
export const silentMeters = (boards: readonly Board[], now: number): SilentMeter[] =>
  boards
    .flatMap((board): SilentMeter[] => {
      if (board.online || board.lastSeen === null) return [];
      const since = Date.parse(board.lastSeen);
      return now - since > notifiedSilentAfter(board.silentAfter * SECOND_MS) ? [{ board, since }] : [];
    })
    .sort((a, b) => a.since - b.since);

const MINUTE_MS = 60_000;
/** Further ones are counted; the meter list names them. */
const MAX_NAMED = 3;

const WHAT_TO_DO = 'Confira se a placa está ligada e se o Wi-Fi do estabelecimento funciona.';

const titleOf = (silent: readonly SilentMeter[]): string =>
  silent.length === 1
    ? `Medidor sem mensagem: ${silent[0]?.board.name}.`
    : `${silent.length} medidores sem mensagem.`;

const SilentNotice = ({ boards }: { readonly boards: readonly Board[] }) => {
  const now = useNow(MINUTE_MS);
  const silent = silentMeters(boards, now);
  const [first] = silent;
  if (first === undefined) return null;
  const since = ({ board, since: at }: SilentMeter): string =>
    sinceText(instant(at), instant(now), zoneOf(board)).trim();
  const named = silent.slice(0, MAX_NAMED).map((one) => `${one.board.name}, ${since(one)}`);
  const rest = silent.length - named.length;
  const list = [...named, ...(rest > 0 ? [`e mais ${rest}`] : [])].join('; ');
  return (
    <div className={noticesClasses.notices}>
      <Notice
        brief
        tone="warn"
        title={titleOf(silent)}
        action={
          silent.length === 1 ? (
            <TextLink to={`/meter/${first.board.macAddress}`}>Ver medidor</TextLink>
          ) : (
            <TextLink to="/dashboard">Ver medidores</TextLink>
          )
        }
      >
        {silent.length === 1 ? `Nada chega ${since(first)}.` : `${list}.`} {WHAT_TO_DO}
      </Notice>
    </div>
  );
};

/** A kind without meter is queried too: removed meters may have figures in this cycle or the previous one. */
const useIsMeasured = (id: string, type: MeterKind, isInUse: boolean): boolean => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentCycle, { params: { id }, query: { type } }),
    enabled: !isInUse,
  });
  return isInUse || (data !== undefined && data.consolidated !== null);
};

const useMeasuredKinds = (id: string, boards: readonly Board[]) => ({
  hasEnergy: useIsMeasured(
    id,
    'eletric',
    boards.some(({ type }) => type !== 'water'),
  ),
  hasWater: useIsMeasured(
    id,
    'water',
    boards.some(({ type }) => type === 'water'),
  ),
});

interface UnmeteredCardProps {
  readonly establishment: Establishment;
  readonly title: string;
  readonly today: CivilDate;
  readonly action: ReactNode;
}

/** The cycle of an establishment without meter or past figures. */
const UnmeteredCard = ({ establishment, title, today, action }: UnmeteredCardProps) => {
  const { first, last } = billingCycleAt(today, establishment.billReadDate);
  return (
    <Card title={title} span={12} action={action} qualifier={formatDayRange(first, last)}>
      <p className={cycleCardClasses.note}>
        Sem medidor: o consumo aparece aqui quando o primeiro for cadastrado.
      </p>
    </Card>
  );
};

/** The panel of refrigerated equipment is another system and opens in a new tab. */
export const RefrigerationLink = ({ establishment }: { readonly establishment: Establishment }) => {
  if (establishment.refrigerationPanelUrl === null) return null;
  return (
    <p className={newEstablishmentLinkClasses.line}>
      <Button
        component="a"
        href={establishment.refrigerationPanelUrl}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        rightSection={<Icon name="external-link" size={18} />}
      >
        Equipamentos refrigerados
      </Button>
    </p>
  );
};

const GroupAFigures = lazy(async () => ({
  default: (await import('../cycle/group-a-figures.tsx')).GroupAFigures,
}));

interface EstablishmentCardsProps {
  readonly establishment: Establishment;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly today: CivilDate;
}

export const EditLink = ({ establishment }: { readonly establishment: Establishment }) => {
  const path = `/edit/establishment/${establishment._id}`;
  const mayEditEstablishment = useMay('edit-establishment');
  const exists = useScreenExists(path);
  if (!exists || !mayEditEstablishment) return null;
  return <TextLink to={path}>{establishment.cnpj === null ? 'Terminar cadastro' : 'Editar'}</TextLink>;
};

/** Links to the bill; `search` selects water. */
const BillLink = ({ id, search = '' }: { readonly id: string; readonly search?: string }) => {
  const path = `/bill/${id}`;
  const exists = useScreenExists(path);
  return exists && <TextLink to={`${path}${search}`}>Ver fatura</TextLink>;
};

/** Links to the apportionment, which needs several meters. */
const ApportionmentLink = ({ id, boards }: { readonly id: string; readonly boards: readonly Board[] }) => {
  const path = `/apportionment/${id}`;
  const exists = useScreenExists(path);
  return (
    exists &&
    boards.length > 1 && (
      <Hinted of="ratear" terms={['ratear']}>
        <TextLink to={path}>Ratear</TextLink>
      </Hinted>
    )
  );
};

/** Links to the energy flow, which needs several meters. */
const FlowLink = ({ id, boards }: { readonly id: string; readonly boards: readonly Board[] }) => {
  const path = `/flow/${id}`;
  const exists = useScreenExists(path);
  return exists && boards.length > 1 && <TextLink to={path}>Para onde vai</TextLink>;
};

const CycleLinks = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.links}>{children}</div>
);

interface CycleCardsProps extends EstablishmentCardsProps {
  readonly isOther?: boolean;
}

export const CycleCards = ({ establishment, boards, unit, today, isOther = false }: CycleCardsProps) => {
  const { _id: id } = establishment;
  const { electric, water } = sourcesOf(boards);
  const { hasEnergy, hasWater } = useMeasuredKinds(id, boards);
  const user = useUser();
  const edit = <EditLink establishment={establishment} />;
  const hasBoth = hasEnergy && hasWater;
  // The cost of some meters is part of the bill, not the bill.
  const energyTitle = seesBill(user, electric) ? 'Fatura de energia' : 'Energia dos seus medidores';
  const titleOf = (title: string) => (isOther ? `${title} · ${nameOf(establishment)}` : title);
  return (
    <>
      {!hasEnergy && !hasWater && (
        <UnmeteredCard
          establishment={establishment}
          title={titleOf(energyTitle)}
          today={today}
          action={edit}
        />
      )}
      {hasEnergy && (
        <>
          <CycleCard
            establishmentId={id}
            title={titleOf(energyTitle)}
            kind="eletric"
            boards={electric}
            unit={unit}
            today={today}
            span={isOther ? 12 : 8}
            size={isOther ? 'card' : 'page'}
            seesBill={seesBill(user, electric)}
            action={
              <CycleLinks>
                {seesBill(user, electric) && (
                  <>
                    <BillLink id={id} />
                    <ApportionmentLink id={id} boards={boards.filter(({ type }) => type !== 'water')} />
                  </>
                )}
                {edit}
              </CycleLinks>
            }
          >
            {establishment.bill.tariff === 'A' && (
              <Suspense fallback={<GroupATable energy={null} />}>
                <GroupAFigures establishmentId={id} />
              </Suspense>
            )}
            {seesBill(user, electric) && (
              <CycleLinks>
                <FlowLink id={id} boards={boards.filter(({ type }) => type !== 'water')} />
              </CycleLinks>
            )}
          </CycleCard>
          {!isOther && (
            <div className={classes.column}>
              <MonthsCard establishmentId={id} unit={unit} today={today} />
              <EmissionsCard establishmentId={id} />
            </div>
          )}
        </>
      )}
      {hasWater && (
        <CycleCard
          establishmentId={id}
          title={titleOf('Água')}
          kind="water"
          boards={water}
          unit={unit}
          today={today}
          span={12}
          size={hasBoth || isOther ? 'card' : 'page'}
          seesBill={seesBill(user, water)}
          action={
            <CycleLinks>
              <BillLink id={id} search="?tipo=agua" />
              {!hasBoth && edit}
            </CycleLinks>
          }
        />
      )}
    </>
  );
};

/** Waits for the figures of the cycle. */
const OpportunitiesCard = lazy(async () => ({
  default: (await import('../beside/opportunities-card.tsx')).OpportunitiesCard,
}));

const Cards = (props: EstablishmentCardsProps) => {
  const { establishment, boards, unit } = props;
  return (
    <>
      <CycleCards {...props} />
      <AfterCycle establishmentId={establishment._id} boards={boards}>
        <Suspense fallback={<RestingSavings />}>
          <OpportunitiesCard />
        </Suspense>
        <MeterListCard establishmentId={establishment._id} boards={boards} unit={unit} />
        <RefrigerationLink establishment={establishment} />
      </AfterCycle>
    </>
  );
};

export const EstablishmentCards = (props: EstablishmentCardsProps) => {
  const { electric, water } = sourcesOf(props.boards);
  return (
    <>
      <SilentNotice boards={props.boards} />
      {water.length === 0 ? (
        <Cards {...props} />
      ) : (
        <LeaksFirst establishmentId={props.establishment._id} boards={water} hasEnergy={electric.length > 0}>
          <Cards {...props} />
        </LeaksFirst>
      )}
    </>
  );
};
