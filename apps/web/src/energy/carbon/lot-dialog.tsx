import { NativeSelect, TextInput } from '@mantine/core';
import { addIrecLot, readCarbon } from '@nascente/contract/energy/carbon';
import { civilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  civilMonth,
  lastMonths,
  monthOf,
  monthsBetween,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatMonthLong } from '@nascente/domain/base/units/format';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { createReader } from '../../shared/forms/draft-reader.ts';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useDraftForm } from '../../shared/forms/use-draft-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { announce } from '../../shared/ui/snackbar.tsx';

/** Months to choose from; more if the year on screen is older. */
const MIN_MONTHS = 24;

interface LotDraft {
  certificate: string;
  start: string;
  end: string;
  mwh: string;
}

const readDraft = ({ certificate, start, end, mwh }: LotDraft) => {
  const reader = createReader();
  const lot = {
    certificate: reader.text('certificate', certificate, 'Informe o número do certificado.'),
    start,
    end,
    mwh: reader.number('mwh', mwh, 'Informe os MWh do lote, como 12,5.'),
  };
  const monthKey = (text: string) => text.slice(3) + text.slice(0, 2);
  if (monthKey(end) < monthKey(start)) reader.read('end', null, 'O fim não pode ser antes do começo.', null);
  return { lot, errors: Object.keys(reader.errors).length === 0 ? null : reader.errors };
};

interface LotDialogProps {
  readonly id: string;
  readonly year: number;
  readonly onClose: () => void;
}

export const LotDialog = ({ id, year, onClose }: LotDialogProps) => {
  const outdate = useOutdate(readCarbon);
  const today = civilDateAt(instant(Date.now()), DEFAULT_ZONE);
  const now = monthOf(today);
  const count = Math.max(MIN_MONTHS, monthsBetween(civilMonth(`${year}-01`), now) + 1);
  const months = lastMonths(now, count).toReversed();
  const data = months.map((month) => ({ value: toMonthOfYear(month), label: formatMonthLong(month) }));
  const draft: LotDraft = {
    certificate: '',
    start: `01/${year}`,
    end: toMonthOfYear(monthOf(earlierDay(civilDate(`${year}-12-31`), today))),
    mwh: '',
  };
  const form = useDraftForm(draft, (typed: LotDraft) => readDraft(typed).errors);
  const { start, isSending, failure } = useSending(async (typed: LotDraft) => {
    await request(addIrecLot, { params: { id }, body: readDraft(typed).lot });
    announce('Certificado lançado.', { tone: 'good' });
    await outdate();
    onClose();
  });
  return (
    <FormDialog
      title="Lançar certificado I-REC"
      action="Lançar"
      isSending={isSending}
      failure={failure}
      onSubmit={form.handleSubmit(start)}
      onClose={onClose}
    >
      <TextInput
        {...form.field(
          'certificate',
          'Número do certificado',
          'Como está no registro ou na declaração de uso.',
        )}
        maxLength={60}
        data-autofocus
      />
      <NativeSelect {...form.field('start')} label="Abate o consumo desde" data={data} />
      <NativeSelect {...form.field('end')} label="até" data={data} />
      <DecimalField {...form.field('mwh')} label="Energia (MWh)" />
    </FormDialog>
  );
};
