import type { User } from '@nascente/contract/people/session';
import { may } from '@nascente/domain/people/permissions';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PictureField } from '../../shared/forms/fields/picture-field.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { initialsOf } from '../../shared/ui/page/avatar.tsx';
import type { TypedAccount } from './account-schema.ts';
import styles from './account-section.module.css';

interface AccountPicturesProps {
  form: UseFormReturn<TypedAccount>;
  user: User;
}

/** The person's photo; for a Manager the company logo in the header, for a partner its logo in the drawer. */
export const AccountPictures = ({ form, user }: AccountPicturesProps) => {
  const [pictureUrl, labelManager, logoPartner] = useWatch({
    control: form.control,
    name: ['pictureUrl', 'labelManager', 'logoPartner'],
  });
  const { errors } = form.formState;
  return (
    <div className={styles.pictures}>
      <PictureField
        label="Foto do perfil"
        value={pictureUrl}
        placeholder={<span aria-hidden="true">{initialsOf(user)}</span>}
        error={errors.pictureUrl?.message}
        onChange={(picture) => form.setValue('pictureUrl', picture, { shouldDirty: true })}
      />
      {may(user.profile, 'upload-company-logo') && (
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
      {may(user.profile, 'upload-partner-logo') && (
        <PictureField
          label="Logotipo de parceiro"
          help="Aparece no menu, na sua conta e nas contas que você trouxe."
          value={logoPartner}
          shape="wide"
          placeholder={<Icon name="image" size={24} />}
          error={errors.logoPartner?.message}
          onChange={(picture) => form.setValue('logoPartner', picture, { shouldDirty: true })}
        />
      )}
    </div>
  );
};
