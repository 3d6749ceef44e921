import { Sparkline } from '@nascente/charts/sparkline';
import type { Board } from '@nascente/contract/sites/meters';
import { memo } from 'react';
import { Link } from 'react-router';
import { markColorOf } from '../../../shared/boards/mark-color.ts';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { type MeterFace, unseenMeter, useMeterNow } from '../../../shared/meter-list/use-meter-now.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import styles from './meter-tile.module.css';

const MeterTileFace = ({ board, now, values }: MeterFace) => {
  const isWater = board.type === 'water';
  return (
    <>
      <span className={styles.head}>
        <Icon name={isWater ? 'drop' : 'bolt'} label={isWater ? 'Água' : 'Energia'} />
        <span className={styles.name}>{board.name}</span>
        {board.isGeral && <Tag>Geral</Tag>}
      </span>
      <span className={styles.place}>{board.establishmentName}</span>
      <span className={classNames(styles.value, !now.isLive && styles.silent)}>{now.text || '\u00a0'}</span>
      <span className={styles.spark}>
        <Sparkline values={values} color={markColorOf(board)} height={32} filled />
      </span>
      <span className={styles.state}>
        <Tag tone={now.isLive ? 'good' : 'neutral'} dot>
          {now.isLive ? 'Ao vivo' : (now.since ?? 'Desconectado')}
        </Tag>
      </span>
    </>
  );
};

const LiveMeterTileFace = ({ board, isInView }: { board: Board; isInView: boolean }) => (
  <MeterTileFace board={board} {...useMeterNow(board, isInView)} />
);

/** One meter in the grid; the whole tile is the link. */
export const MeterTile = memo(({ board }: { board: Board }) => {
  const [ref, { isInView, wasInView }] = useInView<HTMLLIElement>();
  return (
    <li ref={ref} className={styles.item}>
      {/* The link stays the same when its face comes to life: a press that has begun on it goes on. */}
      <Link className={styles.tile} to={`/meter/${board.macAddress}`}>
        {wasInView ? (
          <LiveMeterTileFace board={board} isInView={isInView} />
        ) : (
          <MeterTileFace board={board} {...unseenMeter(board)} />
        )}
      </Link>
    </li>
  );
});
