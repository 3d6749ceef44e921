import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { listClientUsers } from '@nascente/contract/sites/client-users';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { useOutdate } from '../api/api-client.ts';

const TELLING = [
  listMeters,
  readMeter,
  listEstablishments,
  listClientUsers,
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
];

/** Outdates every list of meters after an installation, change, move or removal. */
export const useRefreshMeters = () => useOutdate(...TELLING);
