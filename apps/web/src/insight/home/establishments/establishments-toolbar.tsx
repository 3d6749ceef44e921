import { NativeSelect, TextInput } from '@mantine/core';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import type { EstablishmentOrder } from './establishment-order.ts';
import classes from './establishments-toolbar.module.css';

interface EstablishmentsToolbarProps {
  readonly search: string;
  readonly order: EstablishmentOrder;
  readonly found: number;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: EstablishmentOrder) => void;
}

const ORDERS: readonly { value: EstablishmentOrder; label: string }[] = [
  { value: 'name', label: 'Por nome' },
  { value: 'soFar', label: 'Maior até agora' },
  { value: 'forecast', label: 'Maior previsão' },
];

/** Search and order, once there are too many establishments to look through. */
export const EstablishmentsToolbar = ({
  search,
  order,
  found,
  onSearch,
  onOrder,
}: EstablishmentsToolbarProps) => (
  <div className={classes.toolbar}>
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label="Buscar estabelecimento"
      placeholder="Buscar estabelecimento"
      leftSection={<Icon name="search" size={18} />}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
    <NativeSelect
      aria-label="Ordenar estabelecimentos"
      size="md"
      data={[...ORDERS]}
      value={order}
      onChange={(event) => onOrder(event.currentTarget.value as EstablishmentOrder)}
    />
    <p className={classes.found} role="status">
      {found === 0 ? 'Nenhum estabelecimento com este nome.' : ''}
    </p>
  </div>
);
