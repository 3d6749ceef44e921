import type { Group, GroupMeter } from '@nascente/contract/sites/groups';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatShortDay } from '@nascente/domain/base/units/format';
import { amountOf, amountText } from '../../shared/consumption/amount.ts';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import { completenessInShort } from './group-words.ts';
import { ShareRow } from './share-row.tsx';

interface GroupMetersProps {
  readonly group: Group;
  readonly meters: readonly GroupMeter[];
  readonly unit: Unit;
  readonly mayEdit: boolean;
}

/** Where it is, and on which days it counted where that was not the whole time. */
const aboutOf = (meter: GroupMeter, group: Group): string => {
  const days = [
    ...(meter.from > group.start ? [`desde ${formatShortDay(civilDate(meter.from))}`] : []),
    ...(meter.isMember ? [] : [`saiu, contou até ${formatShortDay(civilDate(meter.until))}`]),
  ];
  return [meter.establishmentName, ...days].join(' · ');
};

/** What each meter adds to the group, the largest first. */
export const GroupMeters = ({ group, meters, unit, mayEdit }: GroupMetersProps) => {
  if (group.boards.length === 0 && meters.length === 0)
    return (
      <EmptyState
        icon="meter"
        action={mayEdit && <TextLink to={`/groups/${group._id}/edit`}>Escolher medidores</TextLink>}
      >
        Este grupo ainda não tem medidores.
      </EmptyState>
    );
  if (meters.length === 0)
    return <EmptyState icon="meter">Nenhum medidor do grupo contou nestes dias.</EmptyState>;
  return (
    <ul className={rows.list} aria-label="Medidores do grupo" data-tour="group-meters">
      {meters
        .toSorted((a, b) => b.total - a.total)
        .map((meter) => (
          <ShareRow
            key={meter.id}
            name={meter.name}
            about={aboutOf(meter, group)}
            share={meter.share}
            value={amountText(amountOf(unit, group.type, meter))}
            note={completenessInShort(meter)}
            kind={group.type}
            to={meter.isMember ? `/meter/${meter.macAddress}` : undefined}
          />
        ))}
    </ul>
  );
};
