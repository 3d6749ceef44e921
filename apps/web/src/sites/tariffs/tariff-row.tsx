import type { Tariff } from '@nascente/contract/sites/tariffs';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { Link } from 'react-router';
import { modalityNames } from '../../shared/tariffs/modality-words.ts';
import { tariffKind, tariffPrices } from '../../shared/tariffs/tariff-words.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import end from '../../shared/ui/marks/row-end.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import styles from './tariffs.module.css';

/** One tariff with the prices in force; the whole row opens it. */
export const TariffRow = ({ tariff }: { tariff: Tariff }) => (
  <li>
    <Link className={classNames(rows.row, styles.row)} to={`/tariffs/${tariff._id}`}>
      <span className={rows.about}>
        <b>{tariff.distributor}</b>
        <small>{tariffKind(tariff)}</small>
      </span>
      <span className={end.tags}>
        <Tag>{modalityNames[tariff.modality]}</Tag>
        {tariff.versions > 1 && <Tag>{tariff.versions} versões</Tag>}
      </span>
      <span className={end.figures}>
        <span>{tariffPrices(tariff)}</span>
        <small>desde {formatDay(tariff.validFrom as CivilDate)}</small>
      </span>
      <Icon name="chevron-right" size={18} />
    </Link>
  </li>
);
