import type { Group } from '@nascente/contract/sites/groups';
import { Link } from 'react-router';
import { amountOf, amountText } from '../../shared/consumption/amount.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import { completenessInShort, dueInWords, dueState, metersInWords, typeWords } from './group-words.ts';
import styles from './groups.module.css';

interface GroupRowProps {
  readonly group: Group;
  readonly unit: Unit;
  /** Keeps the period on the group's own page. */
  readonly search: string;
}

/** One group with its total; the whole row opens it. */
export const GroupRow = ({ group, unit, search }: GroupRowProps) => {
  const due = dueState(group);
  return (
    <li>
      <Link className={classNames(rows.row, styles.row)} to={{ pathname: `/groups/${group._id}`, search }}>
        <Icon name={group.type === 'water' ? 'drop' : 'bolt'} label={typeWords[group.type]} />
        <span className={classNames(rows.about, styles.about)}>
          <b>{group.name}</b>
          <small>
            {metersInWords(group.boards.length)}
            {due && ` · ${dueInWords(group)}`}
          </small>
        </span>
        <span className={styles.due}>{due && <Tag tone={due.tone}>{due.words}</Tag>}</span>
        <span className={styles.figures}>
          <b>{amountText(amountOf(unit, group.type, group))}</b>
          <small>{completenessInShort(group)}</small>
        </span>
        <Icon name="chevron-right" size={18} />
      </Link>
    </li>
  );
};
