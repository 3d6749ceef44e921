import { Popover } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

interface HeaderPopoverProps {
  /** Said of the sheet to whoever does not see it. */
  label?: string;
  width: number;
  className: string | undefined;
  button: (props: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void }) => ReactNode;
  children: (sheet: { isOpen: boolean; close: () => void }) => ReactNode;
}

/** A button of the header with a sheet below it; it comes opened, for it was fetched because somebody asked for it. */
export const HeaderPopover = ({ label, width, className = '', button, children }: HeaderPopoverProps) => {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Opened after it was drawn closed, so that the focus knows where to return to.
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
