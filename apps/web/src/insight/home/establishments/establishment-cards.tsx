import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { lazy, type ReactNode, Suspense } from 'react';
import { seesBill } from '../../../shared/boards/sees-bill.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { Hinted } from '../../../shared/glossary/hinted.tsx';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { EmissionsCard } from '../beside/emissions-card.tsx';
import { MeterListCard } from '../beside/meter-list-card.tsx';
import { RefrigerationLink } from '../beside/refrigeration-link.tsx';
import classes from '../beside/side-column.module.css';
import { AfterCycle } from '../cycle/after-cycle.tsx';
import { CycleCard } from '../cycle/cycle-card.tsx';
import { sourcesOf } from '../cycle/energy-sources.ts';
import { GroupATable } from '../cycle/group-a-table.tsx';
import { MonthsCard } from '../cycle/months-card.tsx';
import { UnmeteredCard } from '../cycle/unmetered-card.tsx';
import { LeaksFirst } from '../notices/leaks-first.tsx';
import { SilentNotice } from '../notices/silent-notice.tsx';
import { useMeasuredKinds } from '../use-measured-kinds.ts';

/** Loaded for Group A only, since the calls about bills come with it. */
const GroupAFigures = lazy(async () => ({
  default: (await import('../cycle/group-a-figures.tsx')).GroupAFigures,
}));

interface EstablishmentCardsProps {
  readonly establishment: Establishment;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly today: CivilDate;
}

/** 'Editar', or 'Terminar cadastro' while there is no CNPJ; neither before the wizard has a screen. */
export const EditLink = ({ establishment }: { readonly establishment: Establishment }) => {
  const path = `/edit/establishment/${establishment._id}`;
  const mayEditEstablishment = useMay('edit-establishment');
  const exists = useScreenExists(path);
  if (!exists || !mayEditEstablishment) return null;
  return <TextLink to={path}>{establishment.cnpj === null ? 'Terminar cadastro' : 'Editar'}</TextLink>;
};

/** To the bill of this establishment, line by line; to that of water with `search`. */
const BillLink = ({ id, search = '' }: { readonly id: string; readonly search?: string }) => {
  const path = `/bill/${id}`;
  const exists = useScreenExists(path);
  return exists && <TextLink to={`${path}${search}`}>Ver fatura</TextLink>;
};

/** To the sharing of the bill among meters or groups; where one meter measures all, there is nothing to share. */
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

/** To where the energy goes, meter by meter; of a single meter there is nothing to be told. */
const FlowLink = ({ id, boards }: { readonly id: string; readonly boards: readonly Board[] }) => {
  const path = `/flow/${id}`;
  const exists = useScreenExists(path);
  return exists && boards.length > 1 && <TextLink to={path}>Para onde vai</TextLink>;
};

const CycleLinks = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.links}>{children}</div>
);

interface CycleCardsProps extends EstablishmentCardsProps {
  /** One among several: its name stands in the titles. */
  readonly isOther?: boolean;
}

/** The cycle of energy and that of water; beside the former, of the chosen establishment, its months and its carbon. */
export const CycleCards = ({ establishment, boards, unit, today, isOther = false }: CycleCardsProps) => {
  const { _id: id } = establishment;
  const { electric, water } = sourcesOf(boards);
  const { hasEnergy, hasWater } = useMeasuredKinds(id, boards);
  const user = useUser();
  const edit = <EditLink establishment={establishment} />;
  const hasBoth = hasEnergy && hasWater;
  // What some meters of an establishment cost is a part of its bill, not the bill.
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

const Cards = (props: EstablishmentCardsProps) => {
  const { establishment, boards, unit } = props;
  return (
    <>
      <CycleCards {...props} />
      <AfterCycle establishmentId={establishment._id} boards={boards}>
        <MeterListCard establishmentId={establishment._id} boards={boards} unit={unit} />
        <RefrigerationLink establishment={establishment} />
      </AfterCycle>
    </>
  );
};

/** Everything about one establishment: its warnings, its cycle, its history, its carbon, its water, its meters. */
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
