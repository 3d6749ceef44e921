import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { Notice } from '../../shared/ui/notice.tsx';
import { columnGroupsOf } from './frame-columns.ts';

interface HistoryWarningsProps {
  readonly board: Board;
  readonly frames: readonly AnsweredFrame[];
}

/** How many frames have a voltage beyond each limit. */
const countVoltageWarnings = ({ board, frames }: HistoryWarningsProps) => {
  const columns = columnGroupsOf(board)
    .flatMap((group) => group.columns)
    .filter(({ field }) => /^v[abc]$/.test(field));
  const isWarned = (frame: AnsweredFrame, warning: string): boolean =>
    columns.some(({ field, warns }) => {
      const value = frame[field];
      return typeof value === 'number' && warns?.(value, board) === warning;
    });
  return {
    over: frames.filter((frame) => isWarned(frame, 'Sobretensão')).length,
    under: frames.filter((frame) => isWarned(frame, 'Subtensão')).length,
  };
};

const counted = (count: number): string => `${count} ${count === 1 ? 'leitura' : 'leituras'}`;

/** Says what the marks of the table mean, where there are any. */
export const HistoryWarnings = (props: HistoryWarningsProps) => {
  const { over, under } = countVoltageWarnings(props);
  if (over + under === 0) return null;
  const said = [
    ...(over > 0 ? [`▲ sobretensão em ${counted(over)}`] : []),
    ...(under > 0 ? [`▼ subtensão em ${counted(under)}`] : []),
  ];
  return (
    <Notice tone="warn" title="Tensão fora dos limites nesta página:">
      {said.join(' e ')}.
    </Notice>
  );
};
