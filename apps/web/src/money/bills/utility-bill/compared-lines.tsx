import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { lineKindNames } from '../contract/line-words.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import classes from '../cycle-bill/bill-lines.module.css';
import { reaisText, signedReais } from '../page-frame/bill-words.ts';

type ComparedLine = Reconciliation['lines'][number];

const NONE = '–';
const amountText = (amount: number | null): string => (amount === null ? NONE : reaisText(amount));
const differenceOf = ({ billed, expected }: ComparedLine): number =>
  sumReais([billed ?? 0, -(expected ?? 0)]);

const hintOf = ({ kind, label, billed, expected }: ComparedLine): string => {
  const name = lineKindNames[kind];
  const hints = [
    ...(kind === 'other' || name === label ? [] : [name]),
    ...(expected === null ? ['não está no contrato'] : []),
    ...(billed === null ? ['não está na fatura'] : []),
  ];
  return hints.join(' · ');
};

/** A bill may print a line twice. */
const timesBefore = (lines: readonly ComparedLine[], index: number): number =>
  lines.slice(0, index).filter(({ label }) => label === lines[index]?.label).length;

const Row = ({ line }: { readonly line: ComparedLine }) => {
  const hint = hintOf(line);
  return (
    <tr className={classes.line}>
      <th scope="row">
        {line.label}
        {hint !== '' && <small>{hint}</small>}
      </th>
      <td>{amountText(line.billed)}</td>
      <td>{amountText(line.expected)}</td>
      <td>{signedReais(differenceOf(line))}</td>
    </tr>
  );
};

/** What no tariff prices, line by line: what the bill says beside what the contract expects. */
export const ComparedLines = ({ lines }: Pick<Reconciliation, 'lines'>) => {
  if (lines.length === 0) return null;
  const sumOf = (of: (line: ComparedLine) => number) => sumReais(lines.map(of));
  return (
    <div className={classes.fit}>
      <table className={`${classes.table} ${classes.paired}`}>
        <caption>Outras linhas da fatura</caption>
        <TableHead columns={['Outras linhas', 'Na fatura', 'Esperado', 'Diferença']} />
        <tbody>
          {lines.map((line, index) => (
            <Row key={`${line.label} ${timesBefore(lines, index)}`} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Outras linhas, somadas</th>
            <td>{reaisText(sumOf(({ billed }) => billed ?? 0))}</td>
            <td>{reaisText(sumOf(({ expected }) => expected ?? 0))}</td>
            <td>{signedReais(sumOf(differenceOf))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
