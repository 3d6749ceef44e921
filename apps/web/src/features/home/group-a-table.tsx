import type { AnswerOf } from '@nascente/contract/call';
import { readPeriod } from '@nascente/contract/consumption';
import type { Board } from '@nascente/contract/meters';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { formatNumber } from '@nascente/domain/units/format';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { groupAEnergy, type PostEnergy } from './group-a.ts';
import classes from './group-a-table.module.css';
import { loadedTogether } from './loaded.ts';

interface GroupATableProps {
  readonly boards: readonly Board[];
  readonly start: string;
  readonly today: CivilDate;
}

const together = (answers: UseQueryResult<AnswerOf<typeof readPeriod>>[]) =>
  loadedTogether(answers, (parts) => groupAEnergy(parts.map(({ consolidated }) => consolidated)));

const Row = ({ name, energy }: { readonly name: string; readonly energy: PostEnergy | undefined }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{energy === undefined ? '–' : formatNumber(energy.active, 1)}</td>
    <td>{energy === undefined ? '–' : formatNumber(energy.excessReactive, 1)}</td>
  </tr>
);

/** Group A pays peak and off-peak apart, and reactive energy beyond the reference power factor. */
export const GroupATable = ({ boards, start, today }: GroupATableProps) => {
  const { data } = useQueries({
    queries: boards.map((board) =>
      queryFor(readPeriod, { body: { meter: board.macAddress, dateStart: start, dateEnd: today } }),
    ),
    combine: together,
  });
  return (
    <table className={classes.table}>
      <caption>Energia do ciclo por posto</caption>
      <thead>
        <tr>
          <th scope="col">Posto</th>
          <th scope="col">Energia ativa (kWh)</th>
          <th scope="col">Energia reativa (UFER)</th>
        </tr>
      </thead>
      <tbody>
        <Row name="Ponta" energy={data?.peak} />
        <Row name="Fora de ponta" energy={data?.offPeak} />
      </tbody>
    </table>
  );
};
