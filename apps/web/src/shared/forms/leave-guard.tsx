import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before typed things are left behind, by a link or by closing the window. One on a screen. */
export const LeaveGuard = ({ isUnsaved }: { isUnsaved: boolean }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Sair sem salvar?"
      confirm="Sair sem salvar"
      cancel="Continuar editando"
      isDestructive
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      As alterações desta página ainda não foram salvas.
    </ConfirmDialog>
  );
};
