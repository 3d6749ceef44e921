import { Button, Checkbox } from '@mantine/core';
import {
  type ElectronicBillAnswer,
  MAX_NOTE_BYTES,
  NO_NOTE,
  NOTE_TOO_LARGE,
  readElectronicBill,
} from '@nascente/contract/money/electronic-bills';
import {
  editUtilityBill,
  enterUtilityBill,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import { formatNumber } from '@nascente/domain/base/units/format';
import { type DragEvent, useState } from 'react';
import { request, useOutdate } from '../../../shared/api/api-client.ts';
import { FileInput, UploadProgress } from '../../../shared/forms/fields/file-input.tsx';
import { useFileReading } from '../../../shared/forms/fields/use-file-reading.ts';
import { FormActions } from '../../../shared/forms/form.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { FactList } from '../cycle-bill/fact-list.tsx';
import found from '../found-contract/found-result.module.css';
import { reaisText, useBillAddress } from '../page-frame/bill-address.ts';
import { daysText, holderText, lineDetail, lineMeaning, noteFacts } from './electronic-bill-texts.ts';
import classes from './picture.module.css';
import { type UtilityDraft, utilityDraftOf } from './utility-draft.ts';

/** A note that the user reviews in the form, and the entered bill that it replaces. */
export interface Reviewed {
  readonly draft: UtilityDraft;
  readonly replaced: string | null;
}

const refusalOf = (file: File): string | null => {
  if (file.size === 0) return NO_NOTE;
  return file.size > MAX_NOTE_BYTES ? NOTE_TOO_LARGE : null;
};

/** Gives a file that is dropped beside the field to it; the browser would open the file instead of the screen. */
const dropIntoField = (event: DragEvent<HTMLElement>) => {
  const field = event.currentTarget.querySelector('input');
  if (field === null || event.target === field) return;
  event.preventDefault();
  field.files = event.dataTransfer.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};

const NoteField = ({ onRead }: { readonly onRead: (bill: ElectronicBillAnswer | null) => void }) => {
  const { id } = useBillAddress();
  const { choose, refusal, share } = useFileReading(readElectronicBill, {
    params: { id },
    refusalOf,
    onRead: ({ bill }) => onRead(bill),
  });
  return (
    <section
      className={found.result}
      aria-label="Arquivo da fatura"
      onDragOver={(event) => event.preventDefault()}
      onDrop={dropIntoField}
    >
      <FileInput
        label="XML da fatura (NF3e)"
        accept={readElectronicBill.upload.types}
        help="Escolha ou arraste até aqui o arquivo .xml, ou o e-mail salvo (.eml) que o traz em anexo. Só as linhas ficam guardadas."
        error={refusal}
        onChoose={(file) => {
          onRead(null);
          choose(file);
        }}
      />
      {share !== null && <UploadProgress share={share} />}
    </section>
  );
};

const bodyOf = ({ entered, total, accessKey, unitCode }: ElectronicBillAnswer) => ({
  ...entered,
  total,
  nf3e: { accessKey, unitCode },
});

/** The form of a note; image and note of the replaced bill stay. */
const draftOf = (bill: ElectronicBillAnswer, replaced: UtilityBillAnswer | undefined): UtilityDraft =>
  utilityDraftOf({
    ...bodyOf(bill),
    start: bill.period?.start ?? '',
    end: bill.period?.end ?? '',
    volume: null,
    image: replaced?.image ?? null,
    note: replaced?.note ?? '',
  });

const Notices = ({ bill }: { readonly bill: ElectronicBillAnswer }) => {
  const { stored, sameDays, signature, warnings, period, cycle } = bill;
  const isOfCycle = period === null || (period.start === cycle?.start && period.end === cycle.end);
  return (
    <>
      {stored !== null && (
        <Notice tone="good" live title="Esta fatura já está guardada.">
          Enviar o mesmo arquivo de novo não muda nada.
        </Notice>
      )}
      {sameDays !== null && (
        <Notice tone="info" live title="Já há uma fatura lançada com este período.">
          Ao guardar, os valores dela passam a ser os desta nota.
        </Notice>
      )}
      {signature === 'broken' && (
        <Notice tone="warn" live title="A assinatura digital não confere.">
          O arquivo foi alterado depois de assinado, ou está danificado. Baixe-o de novo do site da
          distribuidora.
        </Notice>
      )}
      {period === null && (
        <Notice tone="warn" live title="A fatura não diz os dias das leituras.">
          Complete o período no formulário.
        </Notice>
      )}
      {!isOfCycle && cycle !== null && (
        <Notice tone="info">
          O período da fatura não é o do ciclo que calculamos, {daysText(cycle)}: a comparação separa essa
          diferença.
        </Notice>
      )}
      {warnings.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
    </>
  );
};

const Lines = ({ lines }: Pick<ElectronicBillAnswer, 'lines'>) => (
  <ul className={found.lines} aria-label="Linhas da nota">
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change their order
      <li key={index}>
        <span className={found.label}>
          {line.label}
          <small className={classes.detail}>{lineDetail(line)}</small>
        </span>
        <span className={found.amount}>{reaisText(line.amount)}</span>
        <span className={found.verdict} data-missed={line.kind === 'other'}>
          {lineMeaning(line)}
        </span>
      </li>
    ))}
  </ul>
);

/** Asks for the establishment of the bill. A stored unit code answers for later bills. A bill without a unit code asks each time. */
const UnitQuestion = (props: {
  readonly bill: ElectronicBillAnswer;
  readonly isConfirmed: boolean;
  readonly onChange: (isConfirmed: boolean) => void;
}) => {
  const unit = props.bill.unitCode === '' ? 'sem código de unidade' : `da unidade ${props.bill.unitCode}`;
  const holder = holderText(props.bill);
  return (
    <Notice tone="info" title="É desta unidade?">
      <p className={classes.question}>
        A fatura é {unit}
        {holder === '' ? '' : ` (${holder})`}, e o cadastro deste estabelecimento não tem o código para
        comparar.
      </p>
      <Checkbox
        label="Sim, a fatura é deste estabelecimento"
        checked={props.isConfirmed}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </Notice>
  );
};

const useStore = (bill: ElectronicBillAnswer, onDone: (id: string | null) => void) => {
  const { id } = useBillAddress();
  const outdate = useOutdate();
  return useSending(async () => {
    if (bill.period === null) return;
    const body = { ...bodyOf(bill), ...bill.period };
    const answer =
      bill.sameDays === null
        ? await request(enterUtilityBill, { params: { id }, body: { ...body, type: 'eletric' } })
        : await request(editUtilityBill, { params: { id, billId: bill.sameDays }, body });
    announce('Fatura guardada.', { tone: 'good' });
    await outdate();
    onDone(answer.bill.id);
  });
};

interface ElectronicBillProps {
  readonly bill: ElectronicBillAnswer;
  /** The entered bills of the establishment. */
  readonly bills: readonly UtilityBillAnswer[];
  readonly onReview: (reviewed: Reviewed) => void;
  readonly onDone: (id: string | null) => void;
}

const ElectronicBill = ({ bill, bills, onReview, onDone }: ElectronicBillProps) => {
  const { stored, sameDays, period, isOfUnit } = bill;
  const [isConfirmed, setConfirmed] = useState(false);
  const { start, isSending, failure } = useStore(bill, onDone);
  const mayStore = isOfUnit || isConfirmed;
  const review = () => {
    const replaced = bills.find(({ id }) => id === sameDays);
    onReview({ draft: draftOf(bill, replaced), replaced: sameDays });
  };
  return (
    <div className={found.result}>
      <Notices bill={bill} />
      <div>
        <p className={sheet.label}>Total a pagar</p>
        <BigNumber currency="R$" value={formatNumber(bill.total, 2)} size="page" />
      </div>
      <FactList facts={noteFacts(bill)} />
      <Lines lines={bill.lines} />
      {stored === null && !isOfUnit && (
        <UnitQuestion bill={bill} isConfirmed={isConfirmed} onChange={setConfirmed} />
      )}
      <FormActions failure={failure}>
        {stored === null ? (
          <>
            <Button variant={period === null ? 'filled' : 'default'} disabled={!mayStore} onClick={review}>
              {period === null ? 'Completar no formulário' : 'Revisar no formulário'}
            </Button>
            {period !== null && (
              <Button disabled={!mayStore} loading={isSending} onClick={() => void start()}>
                {sameDays === null ? 'Guardar fatura' : 'Substituir a fatura lançada'}
              </Button>
            )}
          </>
        ) : (
          <Button onClick={() => onDone(stored)}>Ver a comparação</Button>
        )}
      </FormActions>
    </div>
  );
};

/** Reads the XML of a bill, shows its values, and stores it as the utility's bill. */
export const ElectronicBillCard = ({ bills, onReview, onDone }: Omit<ElectronicBillProps, 'bill'>) => {
  const [bill, setBill] = useState<ElectronicBillAnswer | null>(null);
  return (
    <Card title="XML da fatura" qualifier={bill === null ? undefined : `NF3e nº ${bill.number}`}>
      <div className={found.result}>
        <NoteField onRead={setBill} />
        {bill === null ? (
          <FormActions>
            <Button variant="default" onClick={() => onDone(null)}>
              Cancelar
            </Button>
          </FormActions>
        ) : (
          <ElectronicBill
            key={bill.accessKey}
            bill={bill}
            bills={bills}
            onReview={onReview}
            onDone={onDone}
          />
        )}
      </div>
    </Card>
  );
};
