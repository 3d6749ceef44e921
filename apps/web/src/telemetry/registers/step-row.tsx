import { Button } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import type { AnsweredStep } from '@nascente/contract/telemetry/registers';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { amountText, decisionText, registerName, verdictWords } from './register-words.ts';
import styles from './registers.module.css';

interface StepRowProps {
  readonly step: AnsweredStep;
  readonly board: Board;
  /** Null for those who only look. */
  readonly onChoose: ((step: AnsweredStep) => void) | null;
}

/** From what to what, what it was taken for, and what it counts. */
export const StepRow = ({ step, board, onChoose }: StepRowProps) => {
  const { register, date, raw, previous, verdict, increment } = step;
  const { name, meaning, tone } = verdictWords[verdict];
  const moment = formatDateTime(instant(Date.parse(date)), zoneOf(board));
  const decision = decisionText(step);
  return (
    <li className={styles.step}>
      <div className={styles.what}>
        <b>{registerName(register)}</b>
        <time dateTime={date}>{moment}</time>
      </div>
      <p className={styles.values}>
        <span>{previous === null ? '–' : amountText(register, previous.raw)}</span>
        <span aria-hidden="true"> → </span>
        <span className={styles.unseen}> passou a </span>
        <span>{amountText(register, raw)}</span>
      </p>
      <div className={styles.verdict}>
        <Tag tone={tone}>{name}</Tag>
        <small>{increment > 0 ? `Conta ${amountText(register, increment)}.` : meaning}</small>
        {decision !== null && <small>{decision}</small>}
      </div>
      {onChoose !== null && (
        <Button
          variant="default"
          aria-label={`Mudar veredito de ${registerName(register)}, ${moment}`}
          onClick={() => onChoose(step)}
        >
          Mudar
        </Button>
      )}
    </li>
  );
};
