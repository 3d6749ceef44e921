import type { Group, GroupMeter } from '@nascente/contract/groups';
import { TermHint } from '../../shared/glossary/term-hint.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import styles from './group-page.module.css';

interface ApportionLinksProps {
  readonly group: Group;
  readonly meters: readonly GroupMeter[];
}

/** To the sharing of the bill of each place that the group has meters at. */
export const ApportionLinks = ({ group, meters }: ApportionLinksProps) => {
  const exists = useScreenExists('/apportionment/x');
  const establishments = new Map(
    meters
      .filter(({ isMember }) => isMember)
      .map(({ establishmentId, establishmentName }) => [establishmentId, establishmentName]),
  );
  if (!exists || establishments.size === 0) return null;
  return (
    <div className={styles.links} data-tour="group-apportion">
      {[...establishments].map(([id, name], index) => (
        <span key={id}>
          <TextLink to={`/apportionment/${id}?por=grupos${group.type === 'water' ? '&tipo=agua' : ''}`}>
            Ratear a conta de {name}
          </TextLink>
          {index === establishments.size - 1 && (
            <>
              &nbsp;
              <TermHint of="ratear" terms={['ratear']} />
            </>
          )}
        </span>
      ))}
    </div>
  );
};
