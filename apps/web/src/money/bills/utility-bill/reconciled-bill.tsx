import {
  type differenceCauses,
  listUtilityBills,
  type Reconciliation,
  readReconciliation,
  removeUtilityBill,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { listText } from '../../../shared/counted-text.ts';
import { usePictureAddress, useStoredImage } from '../../../shared/forms/fields/use-stored-image.ts';
import { CopiedLetter } from '../../../shared/ui/copied-letter.tsx';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import { RemoveButton } from '../../../shared/ui/marks/remove-button.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { lineKindNames } from '../contract/contract-texts.ts';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import billLines from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText, signedReais, useBillAddress } from '../page-frame/bill-address.ts';
import { Answered, MissingNotice } from '../page-frame/bill-frame.tsx';
import { Waterfall } from '../page-frame/waterfall.tsx';
import classes from './picture.module.css';

type Checked = Pick<Reconciliation, 'billed' | 'findings' | 'distributor'>;

/** The findings as a text for the sender, who adds the number of the unit. */
export const complaintText = ({ billed, findings, distributor }: Checked): string => {
  const days = `${formatDay(civilDate(billed.start))} a ${formatDay(civilDate(billed.end))}`;
  const what = billed.type === 'water' ? 'água' : 'energia';
  const items = findings.map(
    ({ text, amount }, index) => `${index + 1}. ${text} Valor: ${reaisText(amount)}.`,
  );
  const total = sumReais(findings.map(({ amount }) => amount));
  return [
    distributor === null ? 'Prezados,' : `À ${distributor},`,
    '',
    `Peço a revisão da fatura de ${what} de ${days}, no valor de ${reaisText(billed.total)}, da unidade consumidora nº ____________.`,
    '',
    ...items,
    '',
    findings.length > 1 ? `Os valores apontados somam ${reaisText(total)}. ` : '',
    'Solicito a verificação, a devolução do que foi cobrado a mais e uma resposta por escrito.',
  ]
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n');
};

type FindingKind = Reconciliation['findings'][number]['kind'];

const kindNames: Readonly<Record<FindingKind, string>> = {
  energy: 'Consumo que o medidor não viu',
  demand: 'Demanda acima da medida',
  period: 'Dias de outro período',
  overlap: 'Dias cobrados duas vezes',
  flag: 'Bandeira errada',
  'old-price': 'Preço de versão antiga',
  'old-taxes': 'Alíquotas antigas',
  'tax-base': 'Tributo sobre base errada',
  discount: 'Desconto esquecido',
  twice: 'Linha repetida',
  unexplained: 'Diferença sem explicação',
};

export const Findings = ({ reconciliation }: { readonly reconciliation: Checked }) => {
  const { findings } = reconciliation;
  if (findings.length === 0) return null;
  return (
    <section className={classes.findings} aria-label="Conferência da fatura">
      <h3 className={classes.heading}>
        {findings.length === 1 ? 'Um ponto a contestar' : `${findings.length} pontos a contestar`}
      </h3>
      <ul className={classes.list}>
        {findings.map(({ kind, amount, text }) => (
          <li key={kind + text}>
            <span>
              <strong>{kindNames[kind]}</strong>
              <small>{text}</small>
            </span>
            <span className={classes.amount}>{reaisText(amount)}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>Texto para a distribuidora</summary>
        <CopiedLetter label="Texto para a distribuidora" text={complaintText(reconciliation)} />
      </details>
    </section>
  );
};

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
    <tr className={billLines.line}>
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

/** Lines that no tariff prices, billed against expected. */
const ComparedLines = ({ lines }: Pick<Reconciliation, 'lines'>) => {
  if (lines.length === 0) return null;
  const sumOf = (of: (line: ComparedLine) => number) => sumReais(lines.map(of));
  return (
    <div className={billLines.fit}>
      <table className={`${billLines.table} ${billLines.paired}`}>
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

type Cause = (typeof differenceCauses)[number];

const causeTexts: Readonly<Record<Cause, { readonly name: string; readonly hint: string }>> = {
  period: { name: 'Período', hint: 'os dias da fatura não são os do nosso ciclo' },
  missingData: { name: 'Dados faltantes', hint: 'medições que faltaram e a fatura confirma' },
  consumption: { name: 'Consumo', hint: 'a fatura mediu outra quantidade' },
  demand: { name: 'Demanda', hint: 'a fatura cobrou outra demanda' },
  tariff: { name: 'Tarifa', hint: 'outros preços antes dos tributos' },
  taxes: { name: 'Tributos', hint: 'outro ICMS, PIS, COFINS, CBS ou IBS' },
  rest: { name: 'Resto', hint: 'COSIP, multas, devoluções, arredondamento e o que não se pôde separar' },
};

type ComparedBill = Pick<Reconciliation, 'billed'> & {
  readonly repriced: Pick<Reconciliation['repriced'], 'lines' | 'total'>;
};

export const missingOf = ({ billed, repriced }: ComparedBill): string[] => {
  const { consumed, demand, volume, taxes, others } = billed;
  const isWater = billed.type === 'water';
  const hasQuantity = isWater ? volume !== null : Object.keys(consumed).length > 0;
  const hasDemand = repriced.lines.some(({ kind }) => kind === 'demand' || kind === 'unused-demand');
  return [
    ...(others === null || (taxes === null && !isWater) ? ['os preços de cada item'] : []),
    ...(hasQuantity ? [] : [isWater ? 'o volume' : 'o consumo']),
    ...(hasDemand && Object.keys(demand).length === 0 ? ['a demanda'] : []),
    ...(taxes === null && !isWater ? ['os tributos'] : []),
  ];
};

export const missingText = (compared: ComparedBill): string => {
  const pending = missingOf(compared);
  return pending.length === 0
    ? 'A fatura lançada diz tudo o que separa as causas: no resto estão valores que a tarifa não cobre e arredondamentos.'
    : `A fatura lançada não diz ${listText(pending)}: o que houver de diferença nisso está no resto.`;
};

/** The total quantity of a bill over all time-of-use periods. */
const quantityOf = ({ type, consumed, volume }: ComparedBill['billed']): number | null => {
  if (type === 'water') return volume;
  const { inPoint, interPoint = 0, outPoint } = consumed;
  return outPoint === undefined ? null : (inPoint ?? 0) + interPoint + outPoint;
};

const PRICE_DECIMALS = 4;
const priceText = (price: number): string => `R$\u00a0${formatNumber(price, PRICE_DECIMALS)}`;

/** The average price billed and by the tariff, at equal quantity; null without a quantity. */
export const averageText = ({ billed, repriced }: ComparedBill): string | null => {
  const quantity = quantityOf(billed);
  if (quantity === null || quantity <= 0) return null;
  const unit = billed.type === 'water' ? 'm³' : 'kWh';
  const [billedPrice, ours] = [billed.total, repriced.total].map((total) => priceText(total / quantity));
  return `Em média, cada ${unit} saiu por ${billedPrice} na fatura e por ${ours} pela tarifa, com tudo o que a fatura soma.`;
};

const differenceLabel = ({ difference }: Reconciliation): string => {
  if (Math.round(difference * 100) === 0) return 'A fatura é igual à esperada';
  return difference > 0 ? 'Faturado a mais do que o esperado' : 'Faturado a menos do que o esperado';
};

interface ReconciliationCardProps {
  readonly reconciliation: Reconciliation;
  readonly action: ReactNode;
}

const ReconciliationCard = ({ reconciliation, action }: ReconciliationCardProps) => {
  const { billed, expected, difference, parts, missing, completeness, estimated } = reconciliation;
  const averagePrice = averageText(reconciliation);
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
            <Tag>{completenessText(completeness, estimated)}</Tag>
          </p>
        </div>
        <Waterfall
          label="Do esperado ao faturado"
          from={{ name: 'Esperado pelas medições', amount: expected.total }}
          parts={parts.map(({ cause, amount }) => ({ key: cause, amount, ...causeTexts[cause] }))}
          to={{ name: 'Faturado', amount: billed.total }}
        />
        <ComparedLines lines={reconciliation.lines} />
        <Findings reconciliation={reconciliation} />
        <p className={sheet.label}>
          O esperado é a nossa fatura do ciclo {ours}. As partes somam exatamente a diferença de{' '}
          {signedReais(difference)}.
        </p>
        {averagePrice !== null && <p className={sheet.label}>{averagePrice}</p>}
        <p className={sheet.label}>{missingText(reconciliation)}</p>
        {billed.nf3e !== null && (
          <p className={`${sheet.label} ${classes.key}`}>
            Lida do XML, NF3e de chave {billed.nf3e.accessKey}.
          </p>
        )}
        {billed.note !== '' && <p className={sheet.label}>Observação: {billed.note}</p>}
        <MissingNotice missing={missing} />
      </div>
    </Card>
  );
};

interface ReconciledBillProps {
  readonly bill: UtilityBillAnswer;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

const Picture = ({ id }: { readonly id: string }) => {
  const stored = useStoredImage(id);
  const address = usePictureAddress(stored.data ?? null);
  return (
    <Card title="Imagem da fatura">
      {stored.isError && <p>A imagem não pôde ser carregada.</p>}
      {address !== null && (
        <a href={address} target="_blank" rel="noreferrer" title="Abrir a imagem em tamanho inteiro">
          <img className={classes.picture} src={address} alt="Fatura da distribuidora" />
        </a>
      )}
    </Card>
  );
};

export const ReconciledBill = ({ bill, mayEdit, onEdit, onRemoved }: ReconciledBillProps) => {
  const { id } = useBillAddress();
  const { ask, question } = useQuestion();
  const reconciliation = useQuery(queryFor(readReconciliation, { params: { id, billId: bill.id } }));
  const askRemoval = () =>
    ask({
      title: 'Remover esta fatura?',
      confirm: 'Remover',
      text: (
        <p>
          A fatura de {formatDayRange(civilDate(bill.start), civilDate(bill.end))}, de {reaisText(bill.total)}
          , e a sua imagem serão removidas.
        </p>
      ),
      call: async () => {
        await request(removeUtilityBill, { params: { id, billId: bill.id } });
        onRemoved();
      },
      outdates: [[listUtilityBills.name]],
      done: 'Fatura removida.',
      tone: 'good',
    });
  const actions = mayEdit && (
    <div className={classes.acts}>
      <IconButton icon="edit" label="Alterar esta fatura" onClick={onEdit} />
      <RemoveButton label="Remover esta fatura" onClick={askRemoval} />
    </div>
  );
  return (
    <>
      <Answered query={reconciliation} title="Medido × faturado" rest={<SkeletonRows rows={8} />}>
        {(answer) => <ReconciliationCard reconciliation={answer.reconciliation} action={actions} />}
      </Answered>
      {bill.image !== null && <Picture id={bill.image} />}
      {question}
    </>
  );
};
