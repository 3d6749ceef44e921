import { NativeSelect, TextInput } from '@mantine/core';
import { isOfGroup, MODALITIES, type Modality, SUBGROUPS } from '@nascente/domain/sites/tariffs/tariff-rules';
import { modalityNames } from '../../../shared/tariffs/modality-texts.ts';
import styles from './tariff-form.module.css';
import type { TariffForm } from './use-tariff-form.ts';

const subgroupsOf = (modality: Modality) =>
  modality === 'simple'
    ? SUBGROUPS
    : SUBGROUPS.filter((name) => name.startsWith(isOfGroup('A', modality) ? 'A' : 'B'));

/** Identifies a new tariff. The modality limits the subgroups. */
export const NamingFields = ({ form, modality }: { form: TariffForm; modality: Modality }) => {
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
