import type { AnswerOf } from '@nascente/contract/base/call';
import { type BillLine, readFrozenBill } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import classes from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import {
  billName,
  reaisText,
  searchOf,
  signedReais,
  useBillAddress,
  useUtility,
} from '../page-frame/bill-address.ts';
import { Answered, BillFrame } from '../page-frame/bill-frame.tsx';
import { FrozenFigures } from './frozen-figures.tsx';

/** A line of a frozen bill beside the same line computed today; null where one side lacks it. */
interface PairedLine {
  readonly label: string;
  readonly frozenBill: number | null;
  readonly today: number | null;
  /** R$: today less frozen. */
  readonly difference: number;
}

const amountsOf = (lines: readonly BillLine[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(lines, ({ label }) => label)].map(([label, sameLabel]) => [
      label,
      sumReais(sameLabel.map(({ amount }) => amount)),
    ]),
  );

/** Pairs lines by name; the differences add up to that of the totals. */
export const pairedLines = (stored: readonly BillLine[], today: readonly BillLine[]): PairedLine[] => {
  const [then, now] = [amountsOf(stored), amountsOf(today)];
  return [...new Set([...then.keys(), ...now.keys()])].map((label) => {
    const [before, after] = [then.get(label) ?? null, now.get(label) ?? null];
    return {
      label,
      frozenBill: before,
      today: after,
      difference: sumReais([after ?? 0, -(before ?? 0)]),
    };
  });
};

type Answer = AnswerOf<typeof readFrozenBill>;

const absent = '–';

const Row = ({ line: { label, frozenBill, today, difference } }: { readonly line: PairedLine }) => (
  <tr className={classes.line}>
    <th scope="row">{label}</th>
    <td>{frozenBill === null ? absent : reaisText(frozenBill)}</td>
    <td>{today === null ? absent : reaisText(today)}</td>
    <td>{signedReais(difference)}</td>
  </tr>
);

const FrozenSheet = ({ answer: { frozenBill, bill, repriced } }: { readonly answer: Answer }) => {
  const { paths } = useBillAddress();
  return (
    <Card
      title={`${billName[bill.type]} fechada`}
      qualifier={formatDayRange(civilDate(frozenBill.start), civilDate(frozenBill.end))}
      action={<TextLink to={`${paths.bill}${searchOf(bill.type)}`}>Ver faturas</TextLink>}
    >
      <div className={sheet.sheet}>
        <div>
          <p className={sheet.label}>Total como foi fechada</p>
          <BigNumber currency="R$" value={formatNumber(frozenBill.total, 2)} size="page" />
        </div>
        <FrozenFigures frozenBill={frozenBill} isAlone />
        <div className={classes.fit}>
          <table className={classNames(classes.table, classes.paired)}>
            <caption>Fatura fechada e recalculada, linha por linha</caption>
            <TableHead columns={['Item', 'Fechada', 'Hoje', 'Diferença']} />
            <tbody>
              {pairedLines(bill.lines, repriced.lines).map((line) => (
                <Row key={line.label} line={line} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td>{reaisText(bill.total)}</td>
                <td>{reaisText(repriced.total)}</td>
                <td>{signedReais(frozenBill.difference)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      </div>
    </Card>
  );
};

export const FrozenBillPage = () => {
  const { id, paths } = useBillAddress();
  const search = searchOf(useUtility());
  const { billId = '' } = useParams();
  const answer = useQuery(queryFor(readFrozenBill, { params: { id, billId } }));
  return (
    <BillFrame title="Fatura fechada">
      <Answered
        query={answer}
        title="Fatura fechada"
        rest={<SkeletonRows rows={5} />}
        action={<TextLink to={`${paths.bill}${search}`}>Ver faturas</TextLink>}
      >
        {(data) => <FrozenSheet answer={data} />}
      </Answered>
    </BillFrame>
  );
};
