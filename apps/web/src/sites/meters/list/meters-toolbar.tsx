import { NativeSelect, TextInput } from '@mantine/core';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import type { MeterType, Order, Shown } from './choose-meters.ts';
import styles from './meters-toolbar.module.css';
import type { View } from './use-meters-preferences.ts';

interface MetersToolbarProps {
  view: View;
  shown: Shown;
  search: string;
  establishmentId: string | null;
  type: MeterType | null;
  /** Of which there are meters. */
  establishments: readonly { value: string; label: string }[];
  types: readonly MeterType[];
  order: Order;
  /** Search and order appear once there are too many meters to look through. */
  isLong: boolean;
  onView: (view: View) => void;
  onShown: (shown: Shown) => void;
  onSearch: (search: string) => void;
  onEstablishment: (id: string | null) => void;
  onType: (type: MeterType | null) => void;
  onOrder: (order: Order) => void;
}

const orderNames: readonly { value: Order; label: string }[] = [
  { value: 'establishment', label: 'Por estabelecimento' },
  { value: 'name', label: 'Por nome' },
  { value: 'lastSeen', label: 'Última mensagem' },
];

const TYPE_WORDS: Readonly<Record<MeterType, string>> = {
  electric: 'Energia',
  water: 'Água',
  generation: 'Geração',
};

interface FilterProps<T extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: T | null;
  readonly options: readonly { value: T; label: string }[];
  readonly className?: string | undefined;
  readonly onChange: (value: T | null) => void;
}

/** Nothing to choose from where all are alike. */
const Filter = <T extends string>({ label, all, value, options, className, onChange }: FilterProps<T>) =>
  options.length < 2 ? null : (
    <NativeSelect
      className={className}
      aria-label={label}
      size="md"
      data={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => option.value === currentTarget.value)?.value ?? null)
      }
    />
  );

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
        { value: 'silent', text: 'Sem mensagem' },
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
        <Filter
          className={styles.establishment}
          label="Mostrar o estabelecimento"
          all="Todos os estabelecimentos"
          value={props.establishmentId}
          options={props.establishments}
          onChange={props.onEstablishment}
        />
        <Filter
          className={styles.type}
          label="Mostrar o tipo"
          all="Todo tipo"
          value={props.type}
          options={props.types.map((type) => ({ value: type, label: TYPE_WORDS[type] }))}
          onChange={props.onType}
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
