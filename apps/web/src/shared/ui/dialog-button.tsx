import { Button, type ButtonProps } from '@mantine/core';
import { type AriaAttributes, type ReactNode, useState } from 'react';

interface DialogButtonProps extends ButtonProps, Pick<AriaAttributes, 'aria-label'> {
  readonly dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};
