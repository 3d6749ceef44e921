import { NativeSelect } from '@mantine/core';
import type { Establishment } from '@nascente/contract/establishments';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { nameOf } from '../../shared/establishment-name.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { NewPlaceFields } from './new-place-fields.tsx';
import styles from './register-meter.module.css';
import type { TypedMeter } from './register-schema.ts';

const OwnPlaceField = ({ places }: { places: readonly Establishment[] }) => {
  const { register, formState } = useFormContext<TypedMeter>();
  return (
    <NativeSelect
      {...register('placeId')}
      label="Estabelecimento"
      data={[
        { value: '', label: 'Selecione', disabled: true },
        ...places.map((place) => ({ value: place._id, label: nameOf(place) })),
      ]}
      error={formState.errors.placeId?.message}
    />
  );
};

/** Where the meter hangs: at an establishment that is there, or at a new place. */
export const PlaceFields = ({ places }: { places: readonly Establishment[] }) => {
  const { field } = useController<TypedMeter, 'where'>({ name: 'where' });
  const where = useWatch<TypedMeter, 'where'>({ name: 'where' });
  return (
    <fieldset className={styles.group} data-tour="register-place">
      <legend>Local</legend>
      {places.length > 0 && (
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
      {where === 'existing' && places.length > 0 ? <OwnPlaceField places={places} /> : <NewPlaceFields />}
    </fieldset>
  );
};
