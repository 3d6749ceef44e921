import { Button, Checkbox } from '@mantine/core';
import {
  listReportSubscriptions,
  type ReportFormat,
  readReport,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import {
  type BillAnswer,
  type BillLine,
  closeBill,
  type FrozenBill,
  listFrozenBills,
  readBill,
} from '@nascente/contract/money/bills';
import { civilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { queryFor, request, requestFile, useOutdate } from '../../../shared/api/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../../shared/api/api-failure.ts';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { ShareLink } from '../../../shared/links/share-link.tsx';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { DownloadButtons } from '../../../shared/ui/download-buttons.tsx';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { FrozenFigures } from '../frozen-bill/frozen-figures.tsx';
import {
  billName,
  perUnit,
  priceText,
  quantityText,
  reaisText,
  searchOf,
  signedReais,
  useBillAddress,
  useUtility,
} from '../page-frame/bill-address.ts';
import { Answered, BillFrame, CycleSteps, MissingNotice } from '../page-frame/bill-frame.tsx';
import { BillBasisCard, BillMeasuredCard } from './bill-facts.tsx';
import { type BillGroup, groupsOf, sumReais } from './bill-groups.ts';
import billLines from './bill-lines.module.css';
import classes from './bill-sheet.module.css';

const NAMES: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel' };

const fileName = ({ type, start, end }: BillAnswer, format: ReportFormat): string =>
  `relatorio-${type === 'water' ? 'agua' : 'energia'}-${start}-${end}.${format}`;

/** Report subscription; disabled until its state is known. */
const ReportByMail = ({ type }: Pick<BillAnswer, 'type'>) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const list = queryFor(listReportSubscriptions, {});
  const { data } = useQuery(list);
  const stored = data?.subscriptions.find(
    (one) =>
      one.kind === 'establishment' && one.period === 'month' && one.subject === id && one.type === type,
  );
  const outdate = useOutdate(listReportSubscriptions);
  const save = useMutation({
    mutationFn: async (isSubscribed: boolean) => {
      const about = { kind: 'establishment', subject: id, type, period: 'month' } as const;
      if (!isSubscribed) {
        if (stored) await request(unsubscribeFromReports, { params: { id: stored._id } });
        return [];
      }
      const body = { ...about, formats: stored?.formats ?? (['pdf'] as const), byMail: true };
      return [(await request(subscribeToReports, { body })).subscription];
    },
    onSuccess: async (saved, isSubscribed) => {
      // An answer from before the change must not replace it.
      await queryClient.cancelQueries(list);
      queryClient.setQueryData(
        list.queryKey,
        (before) =>
          before && {
            ...before,
            subscriptions: [...before.subscriptions.filter(({ _id }) => _id !== stored?._id), ...saved],
          },
      );
      announce(
        isSubscribed
          ? 'O relatório chegará por e-mail na manhã depois do fim de cada ciclo.'
          : 'O relatório não virá mais por e-mail.',
        { tone: 'good' },
      );
    },
    onError: (failure) => {
      void outdate();
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, { tone: 'bad' });
    },
  });
  return (
    <Checkbox
      label="Receber por e-mail quando cada ciclo fechar"
      checked={save.isPending ? save.variables : stored?.byMail === true}
      disabled={data === undefined || save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
};

const ReportFiles = ({ bill }: { readonly bill: BillAnswer }) => {
  const { id } = useBillAddress();
  return (
    <div className={billLines.report}>
      <p>Relatório deste ciclo, com os dias, a fatura e a parte de cada medidor.</p>
      <div className={billLines.formats}>
        <DownloadButtons
          formats={NAMES}
          fetchFile={(format) =>
            requestFile(readReport, {
              params: { id },
              query: { type: bill.type, start: bill.cycle.start, format },
            })
          }
          fileName={(format) => fileName(bill, format)}
          labelOf={(format) => `Baixar relatório em ${NAMES[format]}`}
          done="O relatório foi baixado."
        />
      </div>
      <ReportByMail type={bill.type} />
      <ShareLink kind="report" establishmentId={id} type={bill.type} query={{ inicio: bill.cycle.start }} />
    </div>
  );
};

const Line = ({ line }: { readonly line: BillLine }) => {
  const { label, note, price, unit, amount } = line;
  const quantity = quantityText(line);
  return (
    <tr className={billLines.line}>
      <th scope="row">
        {label}
        {quantity !== null && price !== null && (
          <small className={billLines.counted}>
            {quantity} × {priceText(price)}
          </small>
        )}
        {note !== null && <small>{note}</small>}
      </th>
      <td className={billLines.wide}>{quantity ?? ''}</td>
      <td className={billLines.wide}>
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
    <tr className={billLines.group}>
      <th scope="rowgroup">{group.name}</th>
      <td className={billLines.wide} />
      <td className={billLines.wide} />
      <td>{group.lines.length > 1 && reaisText(group.subtotal)}</td>
    </tr>
    {group.lines.map((line) => (
      <Line key={`${line.label} ${line.touPeriod} ${line.price} ${line.quantity}`} line={line} />
    ))}
  </tbody>
);

const BillLines = ({ bill }: { readonly bill: Pick<BillAnswer, 'lines' | 'total'> }) => (
  <div className={billLines.fit}>
    <table className={billLines.table} data-tour="bill-lines">
      <caption>Linhas da fatura</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className={billLines.wide}>
            Quantidade
          </th>
          <th scope="col" className={billLines.wide}>
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
          <td className={billLines.wide} />
          <td className={billLines.wide} />
          <td>{reaisText(bill.total)}</td>
        </tr>
      </tfoot>
    </table>
  </div>
);

/** Freezes a bill after its last day; for a frozen bill, compares with today's computation. */
const CloseBill = ({ bill }: { readonly bill: BillAnswer }) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { id } = useBillAddress();
  const { ask, question } = useQuestion();
  const { type, start, end } = bill;
  const { data } = useQuery(queryFor(listFrozenBills, { params: { id }, query: { type } }));
  const stored = data?.bills.find((one) => one.start === start && one.end === end);
  if (stored !== undefined) return <FrozenFigures frozenBill={stored} />;
  const mayClose = data !== undefined && !bill.isOpen && mayEditEstablishment;
  if (!mayClose) return null;
  const askClosing = () =>
    ask({
      title: `Fechar a fatura de ${formatDayRange(civilDate(start), civilDate(end))}?`,
      confirm: 'Fechar fatura',
      isDestructive: false,
      text: (
        <p>
          A fatura de {reaisText(bill.total)} fica guardada como está, com os preços e o contrato que a
          fizeram. Se preços ou medições mudarem depois, o valor recalculado aparece ao lado dela.
        </p>
      ),
      call: () => request(closeBill, { params: { id }, body: { type, start, end } }),
      outdates: [[listFrozenBills.name]],
      done: 'Fatura fechada e guardada.',
      tone: 'good',
    });
  return (
    <div className={classes.close}>
      <p>Conferiu? Fechada, a fatura fica guardada como está.</p>
      <Button variant="default" onClick={askClosing}>
        Fechar fatura
      </Button>
      {question}
    </div>
  );
};

const Row = ({ frozenBill }: { readonly frozenBill: FrozenBill }) => {
  const { paths } = useBillAddress();
  const isSame = Math.round(frozenBill.difference * 100) === 0;
  return (
    <li>
      <Link className={classes.row} to={`${paths.frozenBill(frozenBill.id)}${searchOf(frozenBill.type)}`}>
        <span className={classes.name}>
          {formatDayRange(civilDate(frozenBill.start), civilDate(frozenBill.end))}
        </span>
        <span className={classes.value}>{reaisText(frozenBill.total)}</span>
        <span className={classes.detail}>
          {isSame
            ? 'igual ao recalculado hoje'
            : `hoje ${reaisText(frozenBill.repricedTotal)} (${signedReais(frozenBill.difference)})`}
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
};

const FrozenBillsCard = ({ bills }: { readonly bills: readonly FrozenBill[] }) => (
  <Card title="Faturas fechadas" qualifier="como foram guardadas">
    <ul className={classes.rows}>
      {bills.map((stored) => (
        <Row key={stored.id} frozenBill={stored} />
      ))}
    </ul>
  </Card>
);

const totalLabel = ({ isOpen, end }: BillAnswer): string =>
  isOpen ? `Até agora, até ${formatShortDay(civilDate(end))}` : 'Total da fatura';

type NamedAmount = readonly [name: string, amount: number];
type Vat = NonNullable<BillAnswer['informedVat']>;

const vatAmounts = ({ cbs, ibsState, ibsMunicipal }: Vat): readonly NamedAmount[] => [
  ['CBS', cbs],
  ['IBS', sumReais([ibsState, ibsMunicipal])],
];

/** PIS and COFINS are left out of a bill that has CBS and IBS instead. */
const taxAmounts = ({ icms, pis, cofins, vat }: BillAnswer['taxes']): readonly NamedAmount[] => [
  ['ICMS', icms],
  ...(vat !== undefined && pis + cofins === 0
    ? []
    : ([
        ['PIS', pis],
        ['COFINS', cofins],
      ] as const)),
  ...(vat === undefined ? [] : vatAmounts(vat)),
];

const Amounts = ({
  title,
  amounts,
}: {
  readonly title: string;
  readonly amounts: readonly NamedAmount[];
}) => (
  <>
    <h3>{title}</h3>
    <dl>
      {amounts.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{reaisText(amount)}</dd>
        </div>
      ))}
    </dl>
  </>
);

/** The taxes within the bill, those that it only informs, and the rule it takes if a reader could expect another. */
const Taxes = ({ bill }: { readonly bill: BillAnswer }) => {
  const { taxes, informedVat, taxNotes = [], withoutTaxCredits } = bill;
  const amounts = taxAmounts(taxes);
  const isTaxed = amounts.some(([, amount]) => amount !== 0);
  if (!isTaxed && informedVat === undefined && taxNotes.length === 0) return null;
  return (
    <div className={classes.taxes}>
      {isTaxed && <Amounts title="Tributos, já incluídos nos valores" amounts={amounts} />}
      {informedVat !== undefined && (
        <Amounts title="Só para informação, sem cobrança" amounts={vatAmounts(informedVat)} />
      )}
      {withoutTaxCredits !== undefined && (
        <p className={classes.label}>
          Sem os tributos que a empresa recupera como crédito, a fatura custa {reaisText(withoutTaxCredits)}.
        </p>
      )}
      {taxes.vat !== undefined && withoutTaxCredits === undefined && (
        <p className={classes.label}>
          Empresas do regime regular recuperam CBS e IBS como crédito. Se é o caso desta, marque no contrato.
        </p>
      )}
      {taxNotes.map((note) => (
        <p key={note} className={classes.label}>
          {note}
        </p>
      ))}
    </div>
  );
};

/** Injected energy is compensated only with a generation contract. */
const lacksGeneration = ({ injected, contract }: BillAnswer): boolean =>
  injected.total > 0 && contract.terms.generation === null;

/** The total, or both its ends where it depends on a rule that is not written yet. */
const totalText = ({ total, range = { lowest: total, highest: total } }: BillAnswer): string =>
  [...new Set([range.lowest, range.highest])].map((amount) => formatNumber(amount, 2)).join(' a ');

const BillSheet = ({ bill }: { readonly bill: BillAnswer }) => (
  <Card
    title={billName[bill.type]}
    terms={
      bill.type === 'water'
        ? ['ciclo']
        : ['ponta', 'fora-ponta', 'tusd-te', 'bandeira', 'cosip', 'tributos', 'cbs-ibs']
    }
    qualifier={formatDayRange(civilDate(bill.cycle.start), civilDate(bill.cycle.end))}
    action={<CycleSteps bill={bill} />}
    span={8}
  >
    <div className={classes.sheet}>
      <div>
        <p className={classes.label}>{totalLabel(bill)}</p>
        <p className={classes.total}>
          <BigNumber currency="R$" value={totalText(bill)} size="page" />
          {bill.range && <Tag>estimativa</Tag>}
          <Tag>{completenessText(bill.completeness, bill.estimated)}</Tag>
        </p>
      </div>
      <MissingNotice missing={bill.missing} isContractShort={lacksGeneration(bill)} />
      {bill.lines.length === 0 ? (
        <EmptyState icon="coin">Nenhum valor a cobrar neste período.</EmptyState>
      ) : (
        <BillLines bill={bill} />
      )}
      <Taxes bill={bill} />
      <ReportFiles bill={bill} />
      <CloseBill bill={bill} />
    </div>
  </Card>
);

/** The cycle in the address (`?inicio=2026-10-05`); by default the current one. */
const useCycleStart = (): string | undefined => {
  const [search] = useSearchParams();
  const start = search.get('inicio') ?? '';
  return isCivilDate(start) ? start : undefined;
};

const Bill = ({ bill }: { readonly bill: BillAnswer }) => (
  <>
    <BillSheet bill={bill} />
    <CardColumn span={4}>
      <BillMeasuredCard bill={bill} />
      <BillBasisCard bill={bill} />
    </CardColumn>
  </>
);

export const BillPage = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const start = useCycleStart();
  const query = { type, ...(start !== undefined && { start }) };
  const bill = useQuery({
    ...queryFor(readBill, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
  const stored = useQuery(queryFor(listFrozenBills, { params: { id }, query: { type } }));
  return (
    <BillFrame title="Fatura">
      <Answered query={bill} title={billName[type]} span={8} rest={<SkeletonRows rows={6} />}>
        {(answer) => <Bill bill={answer.bill} />}
      </Answered>
      {!bill.isPending && stored.data && stored.data.bills.length > 0 && (
        <FrozenBillsCard bills={stored.data.bills} />
      )}
    </BillFrame>
  );
};
