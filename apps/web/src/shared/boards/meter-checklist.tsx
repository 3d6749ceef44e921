import { Checkbox } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useState } from 'react';
import { foldForSearch } from '../fold-for-search.ts';
import { SearchField } from '../forms/fields/search-field.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import styles from './meter-checklist.module.css';

/** Texts of the selection: 'Medidores do grupo'. */
interface ChosenTexts {
  readonly name: string;
  readonly none: string;
}

const MAX_CHOSEN_SHOWN = 40;

interface ChosenMetersProps {
  texts: ChosenTexts;
  boards: readonly Board[];
  chosen: readonly string[];
  onRemove: (mac: string) => void;
}

const ChosenMeters = ({ texts, boards, chosen, onRemove }: ChosenMetersProps) => {
  const nameOf = (mac: string) => boards.find(({ macAddress }) => macAddress === mac)?.Alias ?? mac;
  return (
    <div className={styles.assigned}>
      <p role="status">{chosen.length === 0 ? texts.none : `${texts.name}: ${chosen.length}`}</p>
      {chosen.length > 0 && (
        <ul aria-label={texts.name}>
          {chosen.slice(0, MAX_CHOSEN_SHOWN).map((mac) => (
            <li key={mac}>
              <button
                type="button"
                className={styles.chip}
                aria-label={`Retirar ${nameOf(mac)}`}
                onClick={() => onRemove(mac)}
              >
                {nameOf(mac)}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {chosen.length > MAX_CHOSEN_SHOWN && (
            <li className={styles.more}>e mais {chosen.length - MAX_CHOSEN_SHOWN}</li>
          )}
        </ul>
      )}
    </div>
  );
};

/** From this many meters on, searching is faster than scanning. */
const SEARCH_FROM = 7;
/** Maximum meters that are listed without a search: an Admin may assign any meter of the system. */
const MAX_SHOWN = 100;

interface MeterChecklistProps {
  legend: string;
  texts: ChosenTexts;
  tour?: string;
  error?: string | undefined;
  boards: readonly Board[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const matching = (boards: readonly Board[], search: string) => {
  const sought = foldForSearch(search);
  return boards.filter(({ Alias, macAddress }) => foldForSearch(`${Alias} ${macAddress}`).includes(sought));
};

export const MeterChecklist = (props: MeterChecklistProps) => {
  const { legend, texts, tour, error, boards, chosen, onChange } = props;
  const [search, setSearch] = useState('');
  const shown = matching(boards, search);
  const shownChosen = shown.filter(({ macAddress }) => chosen.includes(macAddress));
  const isAllChosen = shown.length > 0 && shownChosen.length === shown.length;
  const set = (macs: readonly string[], isChosen: boolean) => {
    const others = chosen.filter((mac) => !macs.includes(mac));
    onChange(isChosen ? [...others, ...macs] : others);
  };
  return (
    <fieldset className={styles.access} data-tour={tour}>
      <legend>{legend}</legend>
      {boards.length >= SEARCH_FROM && (
        <SearchField
          label="Buscar medidor"
          placeholder="Buscar por nome ou MAC"
          value={search}
          onSearch={setSearch}
          // Enter in the search must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={styles.list}>
        {boards.length === 0 && <p className={styles.none}>Não há medidores na sua conta.</p>}
        {boards.length > 0 && shown.length === 0 && (
          <p className={styles.none}>Nenhum medidor com esse nome.</p>
        )}
        {shown.length > 0 && (
          <Checkbox
            className={styles.all ?? ''}
            label={search === '' ? 'Selecionar todos' : 'Selecionar todos os encontrados'}
            checked={isAllChosen}
            indeterminate={!isAllChosen && shownChosen.length > 0}
            onChange={(event) =>
              set(
                shown.map(({ macAddress }) => macAddress),
                event.currentTarget.checked,
              )
            }
          />
        )}
        {shown.slice(0, MAX_SHOWN).map(({ macAddress, Alias }) => (
          <Checkbox
            key={macAddress}
            className={styles.option ?? ''}
            label={Alias}
            description={macAddress}
            checked={chosen.includes(macAddress)}
            onChange={(event) => set([macAddress], event.currentTarget.checked)}
          />
        ))}
        {shown.length > MAX_SHOWN && (
          <p className={styles.none}>Mais {shown.length - MAX_SHOWN}: busque pelo nome.</p>
        )}
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <ChosenMeters texts={texts} boards={boards} chosen={chosen} onRemove={(mac) => set([mac], false)} />
    </fieldset>
  );
};
