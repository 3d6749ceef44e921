import type { KeyedBoard } from '@nascente/contract/inventory';

const BYTE_ORDER_MARK = '\uFEFF';

/** As spreadsheets in Brazil read it: a semicolon between cells, the line ends of Windows. */
export const keysText = (boards: readonly KeyedBoard[]): string =>
  ['mac;key', ...boards.map(({ mac, key }) => `${mac};${key}`)].join('\r\n');

export const saveKeys = (boards: readonly KeyedBoard[]): void => {
  const text = `${BYTE_ORDER_MARK}${keysText(boards)}\r\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'chaves-das-placas.csv';
  link.click();
  URL.revokeObjectURL(address);
};
