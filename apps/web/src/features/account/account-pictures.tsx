import type { User } from '@nascente/contract/session';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PictureField } from '../../shared/forms/picture-field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { TypedAccount } from './account-schema.ts';
import styles from './account-section.module.css';

interface AccountPicturesProps {
  form: UseFormReturn<TypedAccount>;
  user: User;
  mayHaveLogo: boolean;
}

/** The person's photo and, for a Manager, the company logo in the header. */
export const AccountPictures = ({ form, user, mayHaveLogo }: AccountPicturesProps) => {
  const [pictureUrl, labelManager] = useWatch({
    control: form.control,
    name: ['pictureUrl', 'labelManager'],
  });
  const { errors } = form.formState;
  return (
    <div className={styles.pictures}>
      <PictureField
        label="Foto do perfil"
        value={pictureUrl}
        placeholder={<span aria-hidden="true">{user.firstName.slice(0, 1).toUpperCase()}</span>}
        error={errors.pictureUrl?.message}
        onChange={(picture) => form.setValue('pictureUrl', picture, { shouldDirty: true })}
      />
      {mayHaveLogo && (
        <PictureField
          label="Logotipo da empresa"
          help="Aparece no topo das telas."
          value={labelManager}
          shape="wide"
          placeholder={<Icon name="image" size={24} />}
          error={errors.labelManager?.message}
          onChange={(picture) => form.setValue('labelManager', picture, { shouldDirty: true })}
        />
      )}
    </div>
  );
};
