import { readRemoval, removeAccount } from '@nascente/contract/operations/own-data';
import { useQuery } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './removal-dialog.module.css';

/** What goes with the account, and the password: both before anything is removed. */
export const RemovalDialog = ({ onClose }: { onClose: () => void }) => {
  const removal = useQuery({ ...queryFor(readRemoval, {}), staleTime: 0 });
  const remove = async (password: string) => {
    const { msg } = await request(removeAccount, { body: { password } });
    announce(msg);
    endSession('logout');
  };
  return (
    <PasswordDialog
      title="Remover conta?"
      action="Remover conta"
      isDestructive
      isReady={removal.isSuccess}
      onPassword={remove}
      onClose={onClose}
    >
      <p>Não há como desfazer. Com a conta:</p>
      {removal.isError && (
        <ErrorState failure={removal.error} onRetry={removal.refetch} retrying={removal.isFetching} />
      )}
      {removal.isPending && (
        <Loading>
          <SkeletonLine width={32} />
          <SkeletonLine width={26} />
        </Loading>
      )}
      {removal.data && (
        <ul className={styles.effects}>
          {removal.data.removal.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </PasswordDialog>
  );
};
