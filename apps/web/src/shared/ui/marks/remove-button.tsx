import { Button } from '@mantine/core';

interface RemoveButtonProps {
  /** Its name, which begins with 'Remover'. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Deletes something; a cross would look as if it closed it. */
export const RemoveButton = ({ label, className = '', ...rest }: RemoveButtonProps) => (
  <Button variant="subtle" size="sm" aria-label={label} className={className} {...rest}>
    Remover
  </Button>
);
