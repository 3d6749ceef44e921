import { Button } from '@mantine/core';

interface RemoveButtonProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Removes something; a cross would suggest closing. */
export const RemoveButton = ({ label, className = '', ...rest }: RemoveButtonProps) => (
  <Button variant="subtle" size="sm" aria-label={label} className={className} {...rest}>
    Remover
  </Button>
);
