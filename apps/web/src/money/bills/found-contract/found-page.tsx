import { Textarea } from '@mantine/core';
import {
  type FoundContractAnswer,
  findContract,
  MAX_PDF_BYTES,
  NO_PDF,
  PDF_TOO_LARGE,
  readBillText,
} from '@nascente/contract/money/found-contract';
import { formatReais } from '@nascente/domain/base/units/format';
import { cents, fromReais, reais, sumCents } from '@nascente/domain/base/units/money';
import { readPrintedLines } from '@nascente/domain/money/printed-bill/printed-lines';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { useToday } from '../../../shared/consumption/use-now.ts';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import { FileInput, UploadProgress } from '../../../shared/forms/fields/file-input.tsx';
import { useFileReading } from '../../../shared/forms/fields/use-file-reading.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { useBillAddress, useUtility, useZone } from '../page-frame/bill-address.ts';
import { BillFrame } from '../page-frame/bill-frame.tsx';
import { FoundResult } from './found-result.tsx';

const EXAMPLE = 'Consumo ponta 1.774 kWh 2,689175 4.770,59\nDemanda 86 kW 27,70 2.382,20\nCOSIP 42,47';

interface Found {
  readonly day: string;
  readonly answer: FoundContractAnswer;
}

const refusalOf = (file: File): string | null => {
  if (file.size === 0 || !/\.pdf$/i.test(file.name)) return NO_PDF;
  return file.size > MAX_PDF_BYTES ? PDF_TOO_LARGE : null;
};

/** Extracts bill lines from a PDF into the form for review. */
const PdfField = ({ onRead }: { readonly onRead: (text: string, printedTotal: number | null) => void }) => {
  const { id } = useBillAddress();
  const { choose, refusal, share } = useFileReading(readBillText, {
    params: { id },
    refusalOf,
    onRead: ({ text, printedTotal }) => onRead(text, printedTotal),
  });
  return (
    <>
      <FileInput
        label="PDF da fatura (opcional)"
        accept={['application/pdf', '.pdf']}
        help="As linhas dele vêm para o campo abaixo. O arquivo não fica guardado."
        error={refusal}
        onChoose={choose}
      />
      {share !== null && <UploadProgress share={share} />}
    </>
  );
};

/** The difference between the lines and the printed total, before they are used. */
const TotalNotice = ({ text, printedTotal }: { text: string; printedTotal: number | null }) => {
  if (printedTotal === null) return null;
  const sum = sumCents(readPrintedLines(text).lines.map(({ amount }) => amount));
  const missing = fromReais(printedTotal) - sum;
  if (missing === 0) return null;
  const [lines, printed, difference] = [sum, fromReais(printedTotal), Math.abs(missing)].map((amount) =>
    formatReais(reais(cents(amount))),
  );
  return (
    <Notice tone="warn">
      As linhas somam {lines} e a fatura imprime {printed}: {missing > 0 ? 'faltam' : 'sobram'} {difference}.
      Confira as linhas antes de continuar.
    </Notice>
  );
};

const LinesForm = ({ onFound }: { readonly onFound: (found: Found | null) => void }) => {
  const { id } = useBillAddress();
  const type = useUtility();
  const today = useToday(useZone());
  const [day, setDay] = useState('');
  const [text, setText] = useState('');
  const [printedTotal, setPrintedTotal] = useState<number | null>(null);
  const { start, isSending, failure } = useSending(async () => {
    onFound(null);
    const { found } = await request(findContract, { params: { id }, body: { type, day, text } });
    onFound({ day, answer: found });
  });
  return (
    <Form label="Linhas da fatura" hasOptional onSubmit={() => start()}>
      <DateInput
        label="Último dia do ciclo da fatura"
        description="A leitura atual, como está impressa."
        value={day}
        max={today}
        onChange={setDay}
      />
      <PdfField
        onRead={(lines, total) => {
          setText(lines);
          setPrintedTotal(total);
        }}
      />
      <Textarea
        label="Linhas da fatura"
        description="Digite ou cole do PDF, uma por linha: nome, quantidade com a unidade, preço e valor. O que não tem quantidade leva só nome e valor."
        placeholder={EXAMPLE}
        rows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TotalNotice text={text} printedTotal={printedTotal} />
      <FormActions
        failure={failure}
        submit="Descobrir o contrato"
        loading={isSending}
        disabled={text.trim() === '' || day === ''}
      />
    </Form>
  );
};

/** Infers the contract from the lines of one bill, and saves it. */
export const FoundPage = () => {
  const [found, setFound] = useState<Found | null>(null);
  const mayEditEstablishment = useMay('edit-establishment');
  const { paths } = useBillAddress();
  if (!mayEditEstablishment) return <Navigate to={paths.contract} replace />;
  return (
    <BillFrame title="Descobrir pela fatura">
      <Card title="A fatura da distribuidora" span={found === null ? 8 : 5}>
        <LinesForm onFound={setFound} />
      </Card>
      {found !== null && <FoundResult day={found.day} found={found.answer} />}
    </BillFrame>
  );
};
