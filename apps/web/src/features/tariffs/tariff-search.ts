import type { Tariff } from '@nascente/contract/tariffs';
import { MODALITIES, type Modality } from '@nascente/domain/tariff/tariff-rules';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { matchesWords } from '../../shared/tariffs/tariff-options.ts';
import { tariffName } from '../../shared/tariffs/tariff-words.ts';

export const PAGE_SIZE = 30;

/** What is looked for; it stands in the address, so that it can be shared and gone back to. */
export interface TariffSearch {
  text: string;
  modality: Modality | null;
  /** From 1. */
  page: number;
}

const isModality = (text: string | null): text is Modality =>
  (MODALITIES as readonly (string | null)[]).includes(text);

export const useTariffSearch = () => {
  const [address, setAddress] = useSearchParams();
  // What stands in the field is ahead of the address, which follows when the router comes to it.
  const [text, setText] = useState(address.get('busca') ?? '');
  const modality = address.get('modalidade');
  const page = Number(address.get('pagina') ?? '1');
  const search: TariffSearch = {
    text,
    modality: isModality(modality) ? modality : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
  /** Looking for something else begins at the first page. */
  const change = (changed: Partial<TariffSearch>) => {
    const next = { ...search, page: 1, ...changed };
    setText(next.text);
    const params = new URLSearchParams();
    if (next.text !== '') params.set('busca', next.text);
    if (next.modality !== null) params.set('modalidade', next.modality);
    if (next.page > 1) params.set('pagina', String(next.page));
    setAddress(params, { replace: true, preventScrollReset: true });
  };
  return { search, change };
};

/** The tariffs that are looked for, by distributor and then as they are listed. */
export const findTariffs = (tariffs: readonly Tariff[], { text, modality }: TariffSearch): Tariff[] => {
  const matches = matchesWords(text);
  return tariffs
    .filter(
      (tariff) =>
        (modality === null || tariff.modality === modality) && matches({ label: tariffName(tariff) }),
    )
    .sort((one, other) => one.distributor.localeCompare(other.distributor, 'pt-BR'));
};
