import { Choice, Filter, optionsOf } from '../../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../../shared/forms/fields/search-field.tsx';
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
  establishments: readonly { value: string; label: string }[];
  types: readonly MeterType[];
  order: Order;
  isLong: boolean;
  onView: (view: View) => void;
  onShown: (shown: Shown) => void;
  onSearch: (search: string) => void;
  onEstablishment: (id: string | null) => void;
  onType: (type: MeterType | null) => void;
  onOrder: (order: Order) => void;
}

const orderNames = optionsOf<Order>({
  establishment: 'Por estabelecimento',
  name: 'Por nome',
  lastSeen: 'Última mensagem',
});

const TYPE_NAMES: Readonly<Record<MeterType, string>> = {
  electric: 'Energia',
  water: 'Água',
  generation: 'Geração',
};

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
        <SearchField
          className={styles.search}
          label="Buscar medidor"
          placeholder="Buscar por nome ou MAC"
          value={props.search}
          onSearch={props.onSearch}
        />
        {props.establishments.length > 1 && (
          <Filter
            className={styles.establishment}
            size="md"
            label="Mostrar o estabelecimento"
            all="Todos os estabelecimentos"
            value={props.establishmentId}
            options={props.establishments}
            onChange={props.onEstablishment}
          />
        )}
        {props.types.length > 1 && (
          <Filter
            className={styles.type}
            size="md"
            label="Mostrar o tipo"
            all="Todo tipo"
            value={props.type}
            options={optionsOf(TYPE_NAMES, props.types)}
            onChange={props.onType}
          />
        )}
        <Choice
          aria-label="Ordenar"
          size="md"
          options={orderNames}
          value={props.order}
          onChoose={props.onOrder}
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
