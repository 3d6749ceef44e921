import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import { perUnit, priceText, quantityText, reaisText } from '../page-frame/bill-words.ts';
import { type BillGroup, groupsOf } from './bill-groups.ts';
import classes from './bill-lines.module.css';

const Line = ({ line }: { readonly line: BillLine }) => {
  const { label, note, price, unit, amount } = line;
  const quantity = quantityText(line);
  return (
    <tr className={classes.line}>
      <th scope="row">
        {label}
        {quantity !== null && price !== null && (
          <small className={classes.counted}>
            {quantity} × {priceText(price)}
          </small>
        )}
        {note !== null && <small>{note}</small>}
      </th>
      <td className={classes.wide}>{quantity ?? ''}</td>
      <td className={classes.wide}>
        {price !== null && (
          <>
            {priceText(price)} <small>{perUnit(unit)}</small>
          </>
        )}
      </td>
      <td>{reaisText(amount)}</td>
    </tr>
  );
};

const Group = ({ group }: { readonly group: BillGroup }) => (
  <tbody>
    <tr className={classes.group}>
      <th scope="rowgroup">{group.name}</th>
      <td className={classes.wide} />
      <td className={classes.wide} />
      <td>{group.lines.length > 1 && reaisText(group.subtotal)}</td>
    </tr>
    {group.lines.map((line) => (
      <Line key={`${line.label} ${line.post} ${line.price} ${line.quantity}`} line={line} />
    ))}
  </tbody>
);

/** Every line of a bill, what it counts and what it costs; they add up to the last row. */
export const BillLines = ({ bill }: { readonly bill: Pick<BillAnswer, 'lines' | 'total'> }) => (
  <div className={classes.fit}>
    <table className={classes.table} data-tour="bill-lines">
      <caption>Linhas da fatura</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className={classes.wide}>
            Quantidade
          </th>
          <th scope="col" className={classes.wide}>
            Preço com tributos
          </th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      {groupsOf(bill.lines).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className={classes.wide} />
          <td className={classes.wide} />
          <td>{reaisText(bill.total)}</td>
        </tr>
      </tfoot>
    </table>
  </div>
);
