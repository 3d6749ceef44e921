import { formatPercent } from '@nascente/domain/base/units/format';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import styles from './share-list.module.css';

/** Link to the list of groups, shown if a group, or the establishment of an apportionment, is missing or not accessible. */
export const GROUPS_FALLBACK = {
  icon: 'grid',
  action: <TextLink to="/groups">Ver grupos</TextLink>,
} as const;

interface ShareRowProps {
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** 0 to 1 of the whole. */
  readonly share: number;
  readonly value: string;
  readonly note: string;
  readonly kind: 'eletric' | 'water' | 'rest';
  readonly to?: string | undefined;
}

/** A part of a whole: name, bar by share, figures. */
export const ShareRow = ({ name, about, share, value, note, kind, to }: ShareRowProps) => {
  const inside = (
    <>
      <span className={classNames(rows.about, styles.about)}>
        <b>{name}</b>
        <small>{about}</small>
      </span>
      <span className={styles.track} data-kind={kind} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.share}>{formatPercent(share, 1)}</span>
      <span className={styles.figures}>
        <b>{value}</b>
        <small>{note}</small>
      </span>
      {to !== undefined && <Icon name="chevron-right" size={18} />}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className={classNames(rows.row, styles.row)}>{inside}</div>
      ) : (
        <Link className={classNames(rows.row, styles.row)} to={to}>
          {inside}
        </Link>
      )}
    </li>
  );
};
