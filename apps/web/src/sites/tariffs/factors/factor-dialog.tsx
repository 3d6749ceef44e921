import { NativeSelect, TextInput } from '@mantine/core';
import { type EmissionFactorJson, saveEmissionFactor } from '@nascente/contract/energy/emission-factors';
import { request, useOutdate } from '../../../shared/api/api-client.ts';
import { createReader } from '../../../shared/forms/draft-reader.ts';
import { DecimalField } from '../../../shared/forms/fields/decimal-field.tsx';
import { typedOf } from '../../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useDraftForm } from '../../../shared/forms/use-draft-form.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { MONTH_OPTIONS, timeText } from './factor-texts.ts';

/** A stored factor, the time of a missing one, or nothing for a new one. */
export type EditedFactor = Partial<EmissionFactorJson>;

const draftOf = ({ year, month, kgPerKwh, source }: EditedFactor) => ({
  year: year === undefined ? '' : String(year),
  month: month == null ? '' : String(month),
  factor: kgPerKwh === undefined ? '' : typedOf(String(kgPerKwh)),
  source: source ?? 'MCTI/SIRENE',
});
type FactorDraft = ReturnType<typeof draftOf>;

const readDraft = ({ year, month, factor, source }: FactorDraft) => {
  const reader = createReader();
  const read: EmissionFactorJson = {
    year: Number(
      reader.read('year', /^20\d\d$/.test(year) ? year : null, 'Informe o ano, como 2026.', '2000'),
    ),
    month: month === '' ? null : Number(month),
    kgPerKwh: reader.number('factor', factor, 'Informe o fator em kg por kWh, como 0,0545.'),
    source: reader.text('source', source, 'Diga de onde vem o fator.'),
  };
  return { read, errors: Object.keys(reader.errors).length === 0 ? null : reader.errors };
};

interface FactorDialogProps {
  readonly edited: EditedFactor;
  readonly onClose: () => void;
}

export const FactorDialog = ({ edited, onClose }: FactorDialogProps) => {
  const outdate = useOutdate();
  const { year, month } = edited;
  const isFixed = year !== undefined;
  const form = useDraftForm(draftOf(edited), (draft: FactorDraft) => readDraft(draft).errors);
  const { start, isSending, failure } = useSending(async (draft: FactorDraft) => {
    const replaces = edited.kgPerKwh !== undefined;
    await request(saveEmissionFactor, { body: { ...readDraft(draft).read, replaces } });
    announce('Fator de emissão salvo.', { tone: 'good' });
    // Emissions of all establishments follow from it.
    await outdate();
    onClose();
  });
  return (
    <FormDialog
      title={isFixed ? `Fator: ${timeText({ year, month: month ?? null })}` : 'Novo fator de emissão'}
      label="Fator de emissão"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={form.handleSubmit(start)}
      onClose={onClose}
    >
      {!isFixed && <TextInput {...form.field('year')} label="Ano" inputMode="numeric" maxLength={4} />}
      {!isFixed && <NativeSelect {...form.field('month')} label="Mês" data={MONTH_OPTIONS} />}
      <DecimalField
        {...form.field('factor', 'Fator (kg CO₂/kWh)', 'Igual a t CO₂/MWh, a unidade do MCTI.')}
        data-autofocus
      />
      <TextInput {...form.field('source')} label="Fonte" maxLength={200} />
    </FormDialog>
  );
};
