import { Checkbox, TextInput } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { useState } from 'react';
import { foldForSearch } from '../fold-for-search.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { ChosenMeters, type ChosenWords } from './chosen-meters.tsx';
import styles from './meter-checklist.module.css';

/** From so many meters on, looking through them is slower than searching. */
const SEARCH_FROM = 7;
/** An Admin may give any meter of the system: beyond these a name has to be typed. */
const SHOWN_AT_MOST = 100;

interface MeterChecklistProps {
  legend: string;
  words: ChosenWords;
  /** What the guided tour of the screen calls it. */
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

/** Some of the meters: a list to tick, and those ticked. */
export const MeterChecklist = (props: MeterChecklistProps) => {
  const { legend, words, tour, error, boards, chosen, onChange } = props;
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
        <TextInput
          type="search"
          aria-label="Buscar medidor"
          placeholder="Buscar por nome ou MAC"
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Who has looked for a meter still chooses it: the form is not sent.
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
        {shown.slice(0, SHOWN_AT_MOST).map(({ macAddress, Alias }) => (
          <Checkbox
            key={macAddress}
            className={styles.option ?? ''}
            label={Alias}
            description={macAddress}
            checked={chosen.includes(macAddress)}
            onChange={(event) => set([macAddress], event.currentTarget.checked)}
          />
        ))}
        {shown.length > SHOWN_AT_MOST && (
          <p className={styles.none}>Mais {shown.length - SHOWN_AT_MOST}: busque pelo nome.</p>
        )}
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <ChosenMeters words={words} boards={boards} chosen={chosen} onRemove={(mac) => set([mac], false)} />
    </fieldset>
  );
};
