import type { Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { ColumnType, Generated } from 'kysely';

export interface TariffTable {
  id: Generated<string>;
  type: Generated<'eletric' | 'water'>;
  tariff_group: string;
  distributor: string;
  comment: Generated<string>;
  color: Generated<string>;
  modality: Generated<Modality>;
  distributor_cnpj: string | null;
}

export interface TariffVersionTable {
  tariff_id: string;
  valid_from: string;
  in_point: string;
  inter_point: string;
  out_point: string;
  rules: ColumnType<unknown, string | null, string | null>;
  price_text: string | null;
  valid_until: string | null;
  source: Generated<string>;
  created_at: Generated<Date>;
  created_by: string | null;
}

type FlagName = 'verde' | 'amarela' | 'vermelha-1' | 'vermelha-2' | 'escassez-hidrica';

export interface FlagMonthTable {
  month: string;
  flag: FlagName;
  price: string;
}

export interface FlagPriceTable {
  flag: FlagName;
  valid_from: string;
  price: string;
}
