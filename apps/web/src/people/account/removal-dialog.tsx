import { readRemoval, removeAccount } from '@nascente/contract/operations/own-data';
import { useQuery } from '@tanstack/react-query';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { endSession } from '../../shared/session-state/session.ts';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
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
      <Answer
        query={removal}
        rest={
          <>
            <SkeletonLine width={32} />
            <SkeletonLine width={26} />
          </>
        }
      >
        {(answer) => (
          <ul className={styles.effects}>
            {answer.removal.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
      </Answer>
    </PasswordDialog>
  );
};
