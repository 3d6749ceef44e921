import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { billName, reaisText } from '../page-frame/bill-words.ts';
import { MissingNotice } from '../page-frame/missing-notice.tsx';
import { BillLines } from './bill-lines.tsx';
import classes from './bill-sheet.module.css';
import { CloseBill } from './close-bill.tsx';
import { CycleSteps } from './cycle-steps.tsx';
import { ReportFiles } from './report-files.tsx';

const totalLabel = ({ isOpen, end }: BillAnswer): string =>
  isOpen ? `Até agora, até ${formatShortDay(civilDate(end))}` : 'Total da fatura';

const Taxes = ({ taxes }: Pick<BillAnswer, 'taxes'>) => {
  const { icms, pis, cofins } = taxes;
  if (icms + pis + cofins === 0) return null;
  return (
    <div className={classes.taxes}>
      <h3>Tributos, já incluídos nos valores</h3>
      <dl>
        {(
          [
            ['ICMS', icms],
            ['PIS', pis],
            ['COFINS', cofins],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reaisText(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

/** Injected energy is compensated by a contract of generation only. */
const lacksGeneration = ({ injected, contract }: BillAnswer): boolean =>
  injected.total > 0 && contract.terms.generation === null;

/** A bill as a sheet: its total first, what it lacks, and the lines that add up to it. */
export const BillSheet = ({ bill }: { readonly bill: BillAnswer }) => (
  <Card
    title={billName[bill.type]}
    terms={
      bill.type === 'water' ? ['ciclo'] : ['ponta', 'fora-ponta', 'tusd-te', 'bandeira', 'cosip', 'tributos']
    }
    qualifier={formatDayRange(civilDate(bill.cycle.start), civilDate(bill.cycle.end))}
    action={<CycleSteps bill={bill} />}
    span={8}
  >
    <div className={classes.sheet}>
      <div>
        <p className={classes.label}>{totalLabel(bill)}</p>
        <p className={classes.total}>
          <BigNumber currency="R$" value={formatNumber(bill.total, 2)} size="page" />
          <Tag>{completenessText(bill.completeness, bill.estimated)}</Tag>
        </p>
      </div>
      <MissingNotice missing={bill.missing} isContractShort={lacksGeneration(bill)} />
      {bill.lines.length === 0 ? (
        <EmptyState icon="coin">Nenhum valor a cobrar neste período.</EmptyState>
      ) : (
        <BillLines bill={bill} />
      )}
      <Taxes taxes={bill.taxes} />
      <ReportFiles bill={bill} />
      <CloseBill bill={bill} />
    </div>
  </Card>
);
