/** The rule for an establishment without a contract whose meters have several tariffs. */
export const TARIFFS_DIFFER =
  'Os medidores têm tarifas diferentes: cada kWh custa o preço da tarifa do medidor que o mediu.';
