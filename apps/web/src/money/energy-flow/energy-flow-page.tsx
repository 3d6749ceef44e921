import { listEstablishments } from '@nascente/contract/sites/establishments';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { useUnit } from '../../shared/use-unit.ts';
import styles from './energy-flow.module.css';
import { FlowNow } from './flow-now.tsx';
import { FlowOfPeriod } from './flow-of-period.tsx';

const TYPES = [
  { value: 'eletric', text: 'Energia' },
  { value: 'water', text: 'Água' },
] as const;
const WHENS = [
  { value: 'period', text: 'No período' },
  { value: 'now', text: 'Agora' },
] as const;

/** What is shown; the address keeps it. Where only water is measured, nothing else is there to be shown. */
const useShown = (isOfWater: boolean) => {
  const [address, change] = useAddress();
  return {
    type: isOfWater || address.get('tipo') === 'agua' ? ('water' as const) : ('eletric' as const),
    when: address.get('quando') === 'agora' ? ('now' as const) : ('period' as const),
    setType: (type: 'eletric' | 'water') => change({ tipo: type === 'water' ? 'agua' : null }),
    setWhen: (when: 'period' | 'now') => change({ quando: when === 'now' ? 'agora' : null }),
  };
};

/** /flow/:id: where the energy, the water and the bill of an establishment go, in a period and now. */
export const EnergyFlowPage = () => {
  const { id = '' } = useParams();
  const [unit, setUnit] = useUnit();
  const establishments = useQuery(queryFor(listEstablishments, {}));
  const meters = useQuery(metersQuery);
  const establishment = establishments.data?.establishments.find(({ _id }) => _id === id);
  const boards = (meters.data?.installationsMeter ?? []).filter((board) => board.establishmentId === id);
  const hasBoth = new Set(boards.map((board) => board.type)).size > 1;
  const installed = establishment?.installations ?? [];
  const isOfWater = installed.length > 0 && installed.every((meter) => meter.type === 'water');
  const { type, when, setType, setWhen } = useShown(isOfWater);
  if (establishments.data && !establishments.isFetching && establishment === undefined)
    return <UnknownTarget />;
  return (
    <Page
      title="Para onde vai"
      overline={
        establishment === undefined
          ? establishments.isPending && <SkeletonLine width={14} />
          : nameOf(establishment)
      }
      action={
        when === 'period' && (
          <UnitToggle value={unit} onChange={setUnit} energyUnit={type === 'water' ? 'm³' : 'kWh'} />
        )
      }
    >
      <div className={styles.controls} data-tour="flow-choices">
        <Segmented label="Quando" value={when} options={WHENS} onChange={setWhen} />
        {(hasBoth || (type === 'water' && !isOfWater)) && (
          <Segmented label="O que é mostrado" value={type} options={TYPES} onChange={setType} />
        )}
      </div>
      {when === 'period' ? (
        <FlowOfPeriod
          id={id}
          zone={zoneOf(establishment)}
          type={type}
          unit={unit}
          isAwaited={establishments.isPending}
        />
      ) : (
        <FlowNow boards={boards.filter((board) => board.type === type)} isWater={type === 'water'} />
      )}
    </Page>
  );
};
