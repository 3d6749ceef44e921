import type { Group, GroupMeter } from '@nascente/contract/sites/groups';
import { useQuery } from '@tanstack/react-query';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { seesBill } from '../../shared/boards/sees-bill.ts';
import { Hinted } from '../../shared/glossary/hinted.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import styles from './group-page.module.css';

interface ApportionLinksProps {
  readonly group: Group;
  readonly meters: readonly GroupMeter[];
}

const ApportionLink = ({ id, name, type }: { id: string; name: string; type: Group['type'] }) => (
  <TextLink to={`/apportionment/${id}?por=grupos${type === 'water' ? '&tipo=agua' : ''}`}>
    Ratear a conta de {name}
  </TextLink>
);

/** To the sharing of the bill of each establishment that the group has meters at. */
export const ApportionLinks = ({ group, meters }: ApportionLinksProps) => {
  const exists = useScreenExists('/apportionment/x');
  const user = useUser();
  const { data } = useQuery(metersQuery);
  const boards = Map.groupBy(data?.installationsMeter ?? [], (board) => board.establishmentId);
  const establishments = new Map(
    meters
      .filter(
        ({ isMember, establishmentId }) => isMember && seesBill(user, boards.get(establishmentId) ?? []),
      )
      .map(({ establishmentId, establishmentName }) => [establishmentId, establishmentName]),
  );
  if (!exists || establishments.size === 0) return null;
  return (
    <div className={styles.links} data-tour="group-apportion">
      {[...establishments].map(([id, name], index) =>
        index < establishments.size - 1 ? (
          <ApportionLink key={id} id={id} name={name} type={group.type} />
        ) : (
          <Hinted key={id} of="ratear" terms={['ratear']}>
            <ApportionLink id={id} name={name} type={group.type} />
          </Hinted>
        ),
      )}
    </div>
  );
};
