import { Choice, Filter, optionsOf } from '../../../shared/forms/fields/choice.tsx';
import { SearchField } from '../../../shared/forms/fields/search-field.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import type { Filters, MeterType, Order, useMetersPreferences } from './choose-meters.ts';
import styles from './meters-toolbar.module.css';

interface MetersToolbarProps extends ReturnType<typeof useMetersPreferences> {
  filters: Filters;
  establishments: readonly { value: string; label: string }[];
  types: readonly MeterType[];
  isLong: boolean;
  onFilter: (changed: Partial<Filters>) => void;
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
      onChange={props.chooseShown}
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
          value={props.filters.search}
          onSearch={(search) => props.onFilter({ search })}
        />
        {props.establishments.length > 1 && (
          <Filter
            className={styles.establishment}
            size="md"
            label="Mostrar o estabelecimento"
            all="Todos os estabelecimentos"
            value={props.filters.establishmentId}
            options={props.establishments}
            onChange={(establishmentId) => props.onFilter({ establishmentId })}
          />
        )}
        {props.types.length > 1 && (
          <Filter
            className={styles.type}
            size="md"
            label="Mostrar o tipo"
            all="Todo tipo"
            value={props.filters.type}
            options={optionsOf(TYPE_NAMES, props.types)}
            onChange={(type) => props.onFilter({ type })}
          />
        )}
        <Choice
          aria-label="Ordenar"
          size="md"
          options={orderNames}
          value={props.filters.order}
          onChoose={(order) => props.onFilter({ order })}
        />
      </>
    )}
    <div className={styles.end}>
      <Segmented
        label="Exibição"
        tour="meters-view"
        value={props.view}
        onChange={props.chooseView}
        options={[
          { value: 'list', text: <Icon name="list" size={18} />, name: 'Lista' },
          { value: 'grid', text: <Icon name="grid" size={18} />, name: 'Grade' },
        ]}
      />
    </div>
  </div>
);
