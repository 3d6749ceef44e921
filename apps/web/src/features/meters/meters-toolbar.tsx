import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import type { Order, Shown } from './choose-meters.ts';
import styles from './meters-toolbar.module.css';
import type { View } from './use-meters-preferences.ts';

interface MetersToolbarProps {
  view: View;
  shown: Shown;
  search: string;
  order: Order;
  /** Search and order appear once there are too many meters to look through. */
  isLong: boolean;
  onView: (view: View) => void;
  onShown: (shown: Shown) => void;
  onSearch: (search: string) => void;
  onOrder: (order: Order) => void;
}

const orderNames: readonly { value: Order; label: string }[] = [
  { value: 'establishment', label: 'Por estabelecimento' },
  { value: 'name', label: 'Por nome' },
  { value: 'lastSeen', label: 'Última mensagem' },
];

export const MetersToolbar = (props: MetersToolbarProps) => (
  <div className={styles.toolbar}>
    <Segmented
      label="Mostrar"
      tour="meters-shown"
      value={props.shown}
      onChange={props.onShown}
      options={[
        { value: 'all', text: 'Todos' },
        { value: 'online', text: 'Online' },
      ]}
    />
    {props.isLong && (
      <>
        <TextInput
          className={styles.search}
          type="search"
          aria-label="Buscar medidor"
          placeholder="Buscar por nome ou MAC"
          leftSection={<Icon name="search" size={18} />}
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Ordenar"
          size="md"
          data={[...orderNames]}
          value={props.order}
          onChange={(event) => props.onOrder(event.currentTarget.value as Order)}
        />
      </>
    )}
    <div className={styles.end}>
      <Segmented
        label="Exibição"
        tour="meters-view"
        value={props.view}
        onChange={props.onView}
        options={[
          { value: 'list', text: <Icon name="list" size={18} />, name: 'Lista' },
          { value: 'grid', text: <Icon name="grid" size={18} />, name: 'Grade' },
        ]}
      />
    </div>
  </div>
);
