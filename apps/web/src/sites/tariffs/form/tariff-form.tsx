import { NativeSelect, TextInput } from '@mantine/core';
import { saveTariff, type TariffDetail } from '@nascente/contract/sites/tariffs';
import { isOfGroup, MODALITIES, type Modality, SUBGROUPS } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { DateField } from '../../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { LeaveGuard } from '../../../shared/forms/leave-guard.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { modalityNames } from '../../../shared/tariffs/modality-texts.ts';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { readDraft, type TariffFields, useTariffForm } from './read-draft.ts';
import { RulesFields } from './rules-fields.tsx';
import { draftOf, emptyDraft, type TariffDraft } from './tariff-draft.ts';
import styles from './tariff-form.module.css';

const subgroupsOf = (modality: Modality) =>
  modality === 'simple'
    ? SUBGROUPS
    : SUBGROUPS.filter((name) => name.startsWith(isOfGroup('A', modality) ? 'A' : 'B'));

/** Identifies a new tariff. The modality limits the subgroups. */
const NamingFields = ({ form, modality }: { form: TariffFields; modality: Modality }) => {
  const { field, setValue, getValues } = form;
  const subgroups: readonly string[] = subgroupsOf(modality);
  const fit = (chosen: string) => {
    const next = MODALITIES.find((one) => one === chosen) ?? 'simple';
    if (next === 'water') {
      setValue('type', 'water');
      setValue('group', 'Comercial');
      return;
    }
    setValue('type', 'eletric');
    const fitting: readonly string[] = subgroupsOf(next);
    if (!fitting.includes(getValues('group'))) setValue('group', fitting.includes('B3') ? 'B3' : 'A4');
  };
  const modalityField = field('modality');
  return (
    <>
      <NativeSelect
        {...modalityField}
        label="Modalidade"
        data={MODALITIES.map((value) => ({ value, label: modalityNames[value] }))}
        onChange={(event) => {
          void modalityField.onChange(event);
          fit(event.currentTarget.value);
        }}
      />
      <TextInput
        {...field('distributor', modality === 'water' ? 'Companhia de água' : 'Distribuidora')}
        maxLength={120}
        autoComplete="off"
      />
      <div className={styles.columns}>
        {modality === 'water' ? (
          <TextInput {...field('group')} label="Grupo" maxLength={20} autoComplete="off" />
        ) : (
          // Remounted with its options: the browser would select the first of the previous ones.
          <NativeSelect key={modality} {...field('group')} label="Subgrupo" data={[...subgroups]} />
        )}
        <TextInput
          {...field('comment', 'Classe ou observação (opcional)')}
          maxLength={120}
          autoComplete="off"
        />
      </div>
    </>
  );
};

const namesOf = ({ type, group, distributor, comment }: TariffDraft) => ({
  type,
  group,
  distributor,
  comment,
});

const useSave = (tariff: TariffDetail | null) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const newest = tariff?.versions.at(-1)?.rules ?? null;
  return async (draft: TariffDraft, onSaved: () => void) => {
    const { rules } = readDraft(draft, newest);
    if (rules === null) return;
    const { validFrom, source } = draft;
    const prices = { validFrom, source, rules };
    const body = { tax: tariff ? { _id: tariff._id, ...prices } : { ...namesOf(draft), ...prices } };
    const { tax } = await request(saveTariff, { body });
    onSaved();
    announce(tariff ? 'Nova versão salva.' : 'Tarifa criada.', { tone: 'good' });
    await queryClient.invalidateQueries();
    void navigate(`/tariffs/${tax._id}`);
  };
};

export const TariffForm = ({ tariff }: { tariff: TariffDetail | null }) => {
  const form = useTariffForm(tariff ? draftOf(tariff) : emptyDraft(), tariff?.versions.at(-1)?.rules ?? null);
  const { control, field, handleSubmit, reset, formState } = form;
  const [modality, type] = useWatch({ control, name: ['modality', 'type'] });
  const save = useSave(tariff);
  const { start, isSending, failure } = useSending((draft: TariffDraft) => save(draft, () => reset(draft)));
  const { isDirty } = formState;
  return (
    <Form label={tariff ? 'Nova versão' : 'Nova tarifa'} hasOptional onSubmit={handleSubmit(start)}>
      {!tariff && <NamingFields form={form} modality={modality} />}
      <div className={styles.columns}>
        <DateField {...field('validFrom')} label="Válida a partir de" />
        <TextInput {...field('source', 'Resolução ou fonte (opcional)')} maxLength={200} autoComplete="off" />
      </div>
      <RulesFields form={form} draft={{ modality, type }} />
      <FormActions
        failure={failure}
        state={isDirty ? 'Há alterações não salvas.' : undefined}
        submit={tariff ? 'Salvar versão' : 'Criar tarifa'}
        loading={isSending}
      />
      <LeaveGuard isUnsaved={isDirty && !isSending} />
    </Form>
  );
};
