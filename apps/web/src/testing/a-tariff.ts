/** A tariff of three prices, as the list of tariffs tells it. */
export const aTax = {
  _id: 't1',
  group: 'B3',
  distributor: 'Neoenergia',
  comment: '',
  color: '',
  type: 'eletric',
  modality: 'simple',
  inPointValue: 1,
  interPointValue: 1,
  outPointValue: 1,
  validFrom: '2026-01-01',
  versions: 1,
};
