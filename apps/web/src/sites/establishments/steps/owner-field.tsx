import { may } from '@nascente/domain/people/permissions';
import { useController } from 'react-hook-form';
import { OwnerSelect } from '../../../shared/people/owner-select.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { OWN, type TypedEstablishment } from '../typed/typed-establishment.ts';

/** Whose a new establishment will be, where an Admin registers it. */
export const OwnerField = () => {
  const self = useUser();
  const { field } = useController<TypedEstablishment, 'owner'>({ name: 'owner' });
  const owner = field.value;
  if (owner === null || !may(self.profile, 'see-every-customer')) return null;
  const isOther = owner.id !== '';
  return (
    <OwnerSelect
      description="O estabelecimento será desta conta."
      value={isOther ? owner.id : self._id}
      {...(isOther && { label: owner.label })}
      onChange={(id, label) => field.onChange(id === self._id ? OWN : { id, label })}
    />
  );
};
