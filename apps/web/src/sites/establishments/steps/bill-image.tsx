import { useController, useFormContext } from 'react-hook-form';
import { StoredImageField } from '../../../shared/forms/fields/stored-image-field.tsx';
import type { TypedEstablishment } from '../typed/typed-establishment.ts';
import { useTellUploading } from '../typed/uploading.ts';

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 120);

/** The picture of the bill, which names the bill too while nothing else does. */
export const BillImage = () => {
  const { getValues, setValue } = useFormContext<TypedEstablishment>();
  const { field, fieldState } = useController<TypedEstablishment, 'bill.image'>({ name: 'bill.image' });
  const tellUploading = useTellUploading();
  return (
    <StoredImageField
      value={field.value}
      error={fieldState.error?.message}
      onUploading={tellUploading}
      onChange={(stored, file) => {
        // By now another step may be on screen.
        setValue('bill.image', stored, { shouldDirty: true });
        if (file !== undefined && getValues('bill.name').trim() === '')
          setValue('bill.name', withoutEnding(file.name), { shouldDirty: true });
      }}
    />
  );
};
