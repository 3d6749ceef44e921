/** Time-of-use period of a tariff (ANEEL: posto): peak, intermediate, off-peak. */
export type TouPeriod = 'inPoint' | 'interPoint' | 'outPoint';

export const TOU_PERIODS: readonly TouPeriod[] = ['inPoint', 'interPoint', 'outPoint'];
