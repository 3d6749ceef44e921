import { NativeSelect } from '@mantine/core';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { nameOf } from '../../shared/establishment-name.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { NewEstablishmentFields } from './new-establishment-fields.tsx';
import styles from './register-meter.module.css';
import type { TypedMeter } from './register-schema.ts';

const OwnEstablishmentField = ({ establishments }: { establishments: readonly Establishment[] }) => {
  const { register, formState } = useFormContext<TypedMeter>();
  return (
    <NativeSelect
      {...register('establishmentId')}
      label="Estabelecimento"
      data={[
        { value: '', label: 'Selecione', disabled: true },
        ...establishments.map((establishment) => ({
          value: establishment._id,
          label: nameOf(establishment),
        })),
      ]}
      error={formState.errors.establishmentId?.message}
    />
  );
};

/** Where the meter hangs: at an establishment that is there, or at a new establishment. */
export const EstablishmentFields = ({ establishments }: { establishments: readonly Establishment[] }) => {
  const { field } = useController<TypedMeter, 'where'>({ name: 'where' });
  const where = useWatch<TypedMeter, 'where'>({ name: 'where' });
  return (
    <fieldset className={styles.group} data-tour="register-establishment">
      <legend>Local</legend>
      {establishments.length > 0 && (
        <Segmented
          label="Onde o medidor está"
          value={where}
          options={[
            { value: 'existing', text: 'Estabelecimento' },
            { value: 'new', text: 'Novo local' },
          ]}
          onChange={field.onChange}
        />
      )}
      {where === 'existing' && establishments.length > 0 ? (
        <OwnEstablishmentField establishments={establishments} />
      ) : (
        <NewEstablishmentFields />
      )}
    </fieldset>
  );
};
