import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { countedText } from '../../../shared/counted-text.ts';
import { deviceDateTime } from '../../../shared/device-time.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import styles from '../board.module.css';

type Refused = Pick<InventoryBoardDetail, 'refusals' | 'keptFrames'>;

const Counts = ({ refusals }: Pick<Refused, 'refusals'>) => (
  <div className={styles.scrolling}>
    <table className={classNames(styles.table, styles.refusals)} aria-label="Recusas por dia">
      <thead>
        <tr>
          <th scope="col">Dia</th>
          <th scope="col">Motivo</th>
          <th scope="col">Mensagens</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ day, reason, explanation, frames }) => (
          <tr key={`${day} ${reason}`}>
            <td>{formatDay(civilDate(day))}</td>
            <td>
              {explanation} <code>{reason}</code>
            </td>
            <td>{frames.toLocaleString('pt-BR')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Kept = ({ keptFrames }: Pick<Refused, 'keptFrames'>) => (
  <details className={styles.kept}>
    <summary>Conteúdo das últimas ({keptFrames.length})</summary>
    <ol>
      {keptFrames.map(({ id, receivedAt, reason, topic, text }) => (
        <li key={id} className={styles.frame}>
          <small>
            {deviceDateTime(receivedAt)} · {topic} · {reason}
          </small>
          <pre>{text === '' ? '(vazia)' : text}</pre>
        </li>
      ))}
    </ol>
  </details>
);

/** What the board sent and was not accepted, why, and what it looked like. */
export const RefusalsCard = ({ refusals, keptFrames }: Refused) => {
  const total = refusals.reduce((sum, { frames }) => sum + frames, 0);
  return (
    <Card
      tour="board-refusals"
      title="Mensagens recusadas"
      qualifier={total > 0 && `${countedText(total, 'mensagem', 'mensagens')} nos últimos 30 dias`}
    >
      {refusals.length === 0 ? (
        <EmptyState icon="check">Nada foi recusado nos últimos 30 dias.</EmptyState>
      ) : (
        <Counts refusals={refusals} />
      )}
      {keptFrames.length > 0 && <Kept keptFrames={keptFrames} />}
    </Card>
  );
};
