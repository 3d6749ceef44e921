import { type MeterStay, readMeterPast } from '@nascente/contract/sites/meter-changes';
import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import styles from './past-card.module.css';

const dayIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: zone }).format(new Date(instant));

/** 'de 01/02/2026 a 20/11/2026', 'desde 20/11/2026'. */
const periodText = (from: string, until: string | null, { zone }: Pick<Board, 'zone'>): string => {
  const first = dayIn(from, zone);
  return until === null ? `desde ${first}` : `de ${first} a ${dayIn(until, zone)}`;
};

/** '1.234,5 kWh', of water '12,34 m³'. */
const quantityText = (total: number, type: Board['type']): string =>
  type === 'water' ? `${formatNumber(total, 2)}\u00a0m³` : `${formatNumber(total, 1)}\u00a0kWh`;

interface StayProps {
  readonly board: Board;
  readonly stay: MeterStay;
}

const Months = ({ board, stay }: StayProps) => (
  <details className={styles.months}>
    <summary>Ver por mês</summary>
    <table>
      <TableHead columns={['Mês', 'Consumo']} />
      <tbody>
        {stay.months.map(({ date, total }) => (
          <tr key={date}>
            <th scope="row">{date}</th>
            <td>{quantityText(total, board.type)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

const Boards = ({ board, stay }: StayProps) => (
  <ul className={styles.boards}>
    {stay.boards.map(({ mac, from, until }) => (
      <li key={from}>
        Placa {mac}, {periodText(from, until, board)}
      </li>
    ))}
  </ul>
);

const Stay = ({ board, stay }: StayProps) => (
  <li className={styles.stay}>
    <div className={styles.head}>
      <div>
        <b>{stay.establishmentName}</b>
        <small>{periodText(stay.from, stay.until, board)}</small>
      </div>
      <span className={styles.total}>{quantityText(stay.total, board.type)}</span>
    </div>
    {stay.boards.length > 1 && <Boards board={board} stay={stay} />}
    {stay.months.length > 0 && <Months board={board} stay={stay} />}
  </li>
);

/** Former places and boards of a moved meter, with their totals. */
export const PastCard = ({ board }: { readonly board: Board }) => {
  const query = useQuery(queryFor(readMeterPast, { params: { mac: board.macAddress } }));
  const { data } = query;
  return (
    <Card tour="meter-past" title="Locais e placas deste medidor">
      {data !== undefined && (
        <ol className={styles.stays}>
          {data.stays.map((stay) => (
            <Stay key={stay.id} board={board} stay={stay} />
          ))}
        </ol>
      )}
      {data === undefined && <Answer query={query} />}
    </Card>
  );
};
