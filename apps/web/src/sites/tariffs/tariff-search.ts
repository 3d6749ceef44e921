import type { Tariff } from '@nascente/contract/sites/tariffs';
import { MODALITIES, type Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useState } from 'react';
import { useAddress } from '../../shared/api/use-address.ts';
import { matchesWords } from '../../shared/fold-for-search.ts';
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

const readSearch = (address: URLSearchParams): TariffSearch => {
  const modality = address.get('modalidade');
  const page = Number(address.get('pagina') ?? '1');
  return {
    text: address.get('busca') ?? '',
    modality: isModality(modality) ? modality : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
};

export const useTariffSearch = () => {
  const [address, changeAddress] = useAddress();
  // What stands in the field is ahead of the address, which follows when the router comes to it.
  const [text, setText] = useState(address.get('busca') ?? '');
  /** Looking for something else begins at the first page. */
  const change = (changed: Partial<TariffSearch>) => {
    if (changed.text !== undefined) setText(changed.text);
    changeAddress((current) => {
      const next = { ...readSearch(current), page: 1, ...changed };
      return {
        busca: next.text === '' ? null : next.text,
        modalidade: next.modality,
        pagina: next.page > 1 ? String(next.page) : null,
      };
    });
  };
  return { search: { ...readSearch(address), text }, change };
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
