import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Called on Escape and other dismissals. */
  onDismiss: () => void;
  /** The dialog stays during a request. */
  isHeld?: boolean;
  size?: 'narrow' | 'wide';
  children?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
}

/**
 * A modal <dialog>, open while mounted: the focus starts at the first field or button marked `data-autofocus` (else at
 * the first one), stays inside, and returns afterwards.
 */
export const Dialog = (props: DialogProps) => {
  const { title, onDismiss, isHeld = false, size = 'narrow', children, actions } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onDismiss();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
};
