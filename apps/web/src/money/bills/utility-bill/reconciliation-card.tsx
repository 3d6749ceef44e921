import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import type { ReactNode } from 'react';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText, signedReais } from '../page-frame/bill-words.ts';
import { MissingNotice } from '../page-frame/missing-notice.tsx';
import { ComparedLines } from './compared-lines.tsx';
import { Findings } from './findings.tsx';
import { averageWords, untoldWords } from './untold.ts';
import classes from './waterfall.module.css';
import { type Step, waterfall } from './waterfall.ts';

const percent = (share: number): string => `${share * 100}%`;

const toneOf = ({ isEnd, amount }: Step): 'end' | 'more' | 'less' =>
  isEnd ? 'end' : amount > 0 ? 'more' : 'less';

const StepRow = ({ step }: { readonly step: Step }) => (
  <li data-end={step.isEnd}>
    <span className={classes.name}>
      {step.name}
      {step.hint !== null && <small>{step.hint}</small>}
    </span>
    <span className={classes.track} aria-hidden="true">
      <i data-tone={toneOf(step)} style={{ marginLeft: percent(step.from), width: percent(step.length) }} />
    </span>
    <span className={classes.amount}>{step.isEnd ? reaisText(step.amount) : signedReais(step.amount)}</span>
  </li>
);

const differenceLabel = ({ difference }: Reconciliation): string => {
  if (Math.round(difference * 100) === 0) return 'A conta é igual à esperada';
  return difference > 0 ? 'Faturado a mais do que o esperado' : 'Faturado a menos do que o esperado';
};

/** What the utility billed against what was measured: the difference, and its causes that add up to it. */
export const ReconciliationCard = ({
  reconciliation,
  action,
}: {
  readonly reconciliation: Reconciliation;
  readonly action: ReactNode;
}) => {
  const { billed, expected, difference, missing, completeness } = reconciliation;
  const averagePrice = averageWords(reconciliation);
  const ours = formatDayRange(civilDate(expected.start), civilDate(expected.end));
  return (
    <Card
      title="Medido × faturado"
      qualifier={formatDayRange(civilDate(billed.start), civilDate(billed.end))}
      action={action}
    >
      <div className={sheet.sheet}>
        <div>
          <p className={sheet.label}>{differenceLabel(reconciliation)}</p>
          <p className={sheet.total}>
            <BigNumber currency="R$" value={formatNumber(Math.abs(difference), 2)} size="page" />
            <Tag>{completenessText(completeness)}</Tag>
          </p>
        </div>
        <ol className={classes.steps} aria-label="Do esperado ao faturado">
          {waterfall(reconciliation).map((step) => (
            <StepRow key={step.key} step={step} />
          ))}
        </ol>
        <ComparedLines lines={reconciliation.lines} />
        <Findings reconciliation={reconciliation} />
        <p className={sheet.label}>
          O esperado é a nossa fatura do ciclo {ours}. As partes somam exatamente a diferença de{' '}
          {signedReais(difference)}.
        </p>
        {averagePrice !== null && <p className={sheet.label}>{averagePrice}</p>}
        <p className={sheet.label}>{untoldWords(reconciliation)}</p>
        {billed.note !== '' && <p className={sheet.label}>Observação: {billed.note}</p>}
        <MissingNotice missing={missing} />
      </div>
    </Card>
  );
};
