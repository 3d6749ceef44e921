import type { KeptBill } from '@nascente/contract/money/bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { Link } from 'react-router';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { reaisText, signedReais } from '../page-frame/bill-words.ts';
import { searchOf } from '../page-frame/use-utility.ts';
import classes from './rows.module.css';

const Row = ({ kept }: { readonly kept: KeptBill }) => {
  const { paths } = useBillAddress();
  const isSame = Math.round(kept.difference * 100) === 0;
  return (
    <li>
      <Link className={classes.row} to={`${paths.kept(kept.id)}${searchOf(kept.type)}`}>
        <span className={classes.name}>{formatDayRange(civilDate(kept.start), civilDate(kept.end))}</span>
        <span className={classes.value}>{reaisText(kept.total)}</span>
        <span className={classes.detail}>
          {isSame
            ? 'igual ao recalculado hoje'
            : `hoje ${reaisText(kept.repricedTotal)} (${signedReais(kept.difference)})`}
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
};

/** The bills that were closed, each with what its days come to today. */
export const KeptBillsCard = ({ bills }: { readonly bills: readonly KeptBill[] }) => (
  <Card title="Faturas fechadas" qualifier="como foram guardadas">
    <ul className={classes.rows}>
      {bills.map((kept) => (
        <Row key={kept.id} kept={kept} />
      ))}
    </ul>
  </Card>
);
