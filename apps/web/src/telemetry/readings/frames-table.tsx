import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredFrame } from '@nascente/contract/telemetry/readings';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClockSeconds, formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { memo } from 'react';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { type Column, type ColumnGroup, columnGroupsOf, type Warning } from './frame-columns.ts';
import classes from './frames-table.module.css';

interface FramesTableProps {
  readonly board: Board;
  readonly frames: readonly AnsweredFrame[];
  /** What stands here belongs to the search before. */
  readonly isStale: boolean;
}

/** The sign says it, and its words; the colour only repeats them. */
const SIGNS: Readonly<Record<Warning, string>> = {
  Sobretensão: '▲',
  Subtensão: '▼',
  'Fator de potência muito baixo': '▼',
};

const wideOnly = ({ isForWideScreens = false }: ColumnGroup): string | undefined =>
  isForWideScreens ? classes.wide : undefined;

const Instant = ({ date, zone }: { date: string; zone: Zone }) => {
  const at = instant(Date.parse(date));
  return (
    <>
      <span>{formatDay(civilDateAt(at, zone))}</span> <span>{formatClockSeconds(at, zone)}</span>
    </>
  );
};

const Cell = ({ frame, column, board }: { frame: AnsweredFrame; column: Column; board: Board }) => {
  const value = frame[column.field];
  if (typeof value !== 'number') return <span className={classes.missing}>–</span>;
  const text = formatNumber(value, column.decimals);
  const warning = column.warns?.(value, board) ?? null;
  if (warning === null) return text;
  return (
    <span className={classes.warning} title={warning}>
      <span aria-hidden="true">{SIGNS[warning]}</span>
      {text}
      <span className="visually-hidden"> {warning}</span>
    </span>
  );
};

const ColumnName = ({ column: { name, hint } }: { column: Column }) =>
  hint === undefined ? (
    name
  ) : (
    <abbr className={classes.hinted} title={hint}>
      {name}
      <span className="visually-hidden">, {hint}</span>
    </abbr>
  );

const Heading = ({ groups }: { groups: readonly ColumnGroup[] }) => {
  const isGrouped = groups.some(({ columns }) => columns.length > 1);
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={isGrouped ? 2 : 1} className={classes.instant}>
          Data
        </th>
        {groups.map((group) => (
          <th
            key={group.name}
            scope={isGrouped ? 'colgroup' : 'col'}
            colSpan={group.columns.length}
            className={wideOnly(group)}
          >
            {group.name}
          </th>
        ))}
      </tr>
      {isGrouped && (
        <tr>
          {groups.map((group) =>
            group.columns.map((column) => (
              <th key={column.field} scope="col" className={wideOnly(group)}>
                <ColumnName column={column} />
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
};

/** Frames, newest first. The instant stays in view while the rest scrolls sideways. */
export const FramesTable = memo(({ board, frames, isStale }: FramesTableProps) => {
  const groups = columnGroupsOf(board);
  const zone = zoneOf(board);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too (WCAG 2.1.1)
    <section className={classes.scroller} tabIndex={0} aria-label="Tabela de leituras" aria-busy={isStale}>
      <table className={classes.table}>
        <caption className="visually-hidden">
          Leituras de {board.name}, da mais nova para a mais antiga
        </caption>
        <Heading groups={groups} />
        <tbody>
          {frames.map((frame) => (
            <tr key={frame.date}>
              <th scope="row" className={classes.instant}>
                <Instant date={frame.date} zone={zone} />
              </th>
              {groups.map((group) =>
                group.columns.map((column) => (
                  <td key={column.field} className={wideOnly(group)}>
                    <Cell frame={frame} column={column} board={board} />
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});
