import { Popover } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface HeaderPopoverProps {
  /** The sheet's accessible name. */
  label?: string;
  width: number;
  className: string | undefined;
  button: (props: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void }) => ReactNode;
  children: (sheet: { isOpen: boolean; close: () => void }) => ReactNode;
}

/** A header button with a sheet below it. It mounts open, since its code is loaded on the first press. */
export const HeaderPopover = ({ label, width, className = '', button, children }: HeaderPopoverProps) => {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It opens after a closed render, so that the focus knows where to return.
  useEffect(() => {
    ref.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={width}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>{button({ ref, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children({ isOpen, close: () => setOpen(false) })}
      </Popover.Dropdown>
    </Popover>
  );
};
