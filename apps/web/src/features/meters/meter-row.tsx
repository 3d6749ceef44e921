import type { Board } from '@nascente/contract/meters';
import { memo } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Sparkline } from '../../shared/ui/sparkline.tsx';
import { StatusDot, Tag } from '../../shared/ui/tag.tsx';
import styles from './meter-row.module.css';
import { useInView } from './use-in-view.ts';
import { type MeterFace, unseenMeter, useMeterNow } from './use-meter-now.ts';

const MeterRowLink = ({ board, now, values }: MeterFace) => {
  const isWater = board.type === 'water';
  return (
    <Link className={styles.row} to={`/meter/${board.macAddress}`}>
      <Icon name={isWater ? 'drop' : 'bolt'} label={isWater ? 'Água' : 'Energia'} />
      <StatusDot tone={now.isLive ? 'good' : 'neutral'} label={now.isLive ? 'ao vivo' : 'sem mensagem'} />
      <span className={styles.names}>
        <span className={styles.name}>
          <span className={styles.clipped}>{board.name}</span>
          {board.isGeral && <Tag>Geral</Tag>}
          {board.solarPanel && (
            <span className={styles.spare}>
              <Tag>Solar</Tag>
            </span>
          )}
        </span>
        <span className={styles.place}>{board.establishmentName}</span>
      </span>
      <span className={classNames(styles.value, !now.isLive && styles.silent)}>
        {now.text}
        {now.since && <span className={styles.since}>{now.since}</span>}
      </span>
      <span className={styles.spark}>
        <Sparkline values={values} color={isWater ? 'var(--water)' : 'var(--off-peak)'} />
      </span>
      <Icon name="chevron-right" size={18} />
    </Link>
  );
};

const LiveMeterRowLink = ({ board, isInView }: { board: Board; isInView: boolean }) => (
  <MeterRowLink board={board} {...useMeterNow(board, isInView)} />
);

/** One meter in the list; the whole row is the link. */
export const MeterRow = memo(({ board }: { board: Board }) => {
  const [ref, { isInView, wasInView }] = useInView<HTMLLIElement>();
  return (
    <li ref={ref} className={styles.item}>
      {wasInView ? (
        <LiveMeterRowLink board={board} isInView={isInView} />
      ) : (
        <MeterRowLink board={board} {...unseenMeter(board)} />
      )}
    </li>
  );
});
