import { Button } from '@mantine/core';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import classes from '../establishments/new-establishment-link.module.css';

/** The panel of refrigerated equipment is another system: it opens beside this one. */
export const RefrigerationLink = ({ establishment }: { readonly establishment: Establishment }) => {
  if (establishment.refrigerationPanelUrl === null) return null;
  return (
    <p className={classes.line}>
      <Button
        component="a"
        href={establishment.refrigerationPanelUrl}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        rightSection={<Icon name="external-link" size={18} />}
      >
        Equipamentos refrigerados
      </Button>
    </p>
  );
};
