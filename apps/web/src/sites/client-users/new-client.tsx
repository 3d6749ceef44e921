import type { Board } from '@nascente/contract/sites/meters';
import { useAddress } from '../../shared/api/use-address.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { ClientUserForm } from './client-user-form.tsx';
import styles from './client-user-list.module.css';
import { InviteForm } from './invite-form.tsx';

const ways = [
  { value: 'invite', text: 'Convidar' },
  { value: 'create', text: 'Definir a senha' },
] as const;

interface NewClientProps {
  boards: readonly Board[];
  /** What is said instead of the form where there is no room for another. */
  full: { invite: string | null; create: string | null };
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** A client is invited and sets the password; or the account is created, password and all, for somebody else to use. */
export const NewClient = ({ boards, full, onDirty, onDone }: NewClientProps) => {
  const [address, change] = useAddress();
  const way = address.get('como') === 'senha' ? 'create' : 'invite';
  const said = full[way];
  return (
    <div className={styles.new}>
      <Segmented
        label="Como o cliente entra"
        value={way}
        options={ways}
        onChange={(chosen) => change({ como: chosen === 'create' ? 'senha' : null })}
      />
      {said !== null && <Notice>{said}</Notice>}
      {said === null && way === 'invite' && <InviteForm boards={boards} onDirty={onDirty} />}
      {said === null && way === 'create' && (
        <ClientUserForm editing={null} boards={boards} onDirty={onDirty} onDone={onDone} />
      )}
    </div>
  );
};
