import { Sparkline } from '@nascente/charts/sparkline';
import type { Board } from '@nascente/contract/sites/meters';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { markColorOf } from '../boards/mark-color.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { StatusDot, Tag } from '../ui/marks/tag.tsx';
import styles from './meter-row.module.css';
import { useInView } from './use-in-view.ts';
import { type MeterFace, unseenMeter, useMeterNow } from './use-meter-now.ts';

const MeterRowFace = ({ board, now, values }: MeterFace) => {
  const isWater = board.type === 'water';
  return (
    <>
      <Icon name={isWater ? 'drop' : 'bolt'} label={isWater ? 'Água' : 'Energia'} />
      <span className={styles.dot}>
        <StatusDot tone={now.isLive ? 'good' : 'neutral'} label={now.isLive ? 'ao vivo' : 'sem mensagem'} />
      </span>
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
        <Sparkline values={values} color={markColorOf(board)} />
      </span>
      <Icon name="chevron-right" size={18} />
    </>
  );
};

const LiveMeterRowFace = ({ board, isInView }: { board: Board; isInView: boolean }) => (
  <MeterRowFace board={board} {...useMeterNow(board, isInView)} />
);

interface MeterRowProps {
  board: Board;
  action?: ReactNode;
}

const Row = ({ board, action }: MeterRowProps) => {
  const [ref, { isInView, wasInView }] = useInView<HTMLLIElement>();
  return (
    <li ref={ref} className={styles.item}>
      {/* The link stays mounted when its content goes live, so that a press is not lost. */}
      <Link className={styles.row} to={`/meter/${board.macAddress}`}>
        {wasInView ? (
          <LiveMeterRowFace board={board} isInView={isInView} />
        ) : (
          <MeterRowFace board={board} {...unseenMeter(board)} />
        )}
      </Link>
      {action && <span className={styles.action}>{action}</span>}
    </li>
  );
};

const hasSame = (one: MeterRowProps, other: MeterRowProps): boolean =>
  one.board === other.board && Boolean(one.action) === Boolean(other.action);

export const MeterRow = memo(Row, hasSame);
