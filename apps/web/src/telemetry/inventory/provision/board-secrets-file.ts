import type { BoardSecrets } from '@nascente/contract/telemetry/inventory';
import { saveFile } from '../../../shared/api/save-file.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** What the QR code of a label opens: at the public address, or where there is none, at that by which this page was opened. */
export const claimLink = (link: string): string => new URL(link, window.location.origin).href;

/** As spreadsheets in Brazil read it: a semicolon between cells, the line ends of Windows. */
export const secretsText = (boards: readonly BoardSecrets[]): string => {
  const hasKeys = boards.some(({ key }) => key !== undefined);
  const hasCodes = boards.some(({ code }) => code !== undefined);
  const cellsOf = ({ mac, key = '', code = '', link = '' }: BoardSecrets): string[] => [
    mac,
    ...(hasKeys ? [key] : []),
    ...(hasCodes ? [code, claimLink(link)] : []),
  ];
  const head = ['mac', ...(hasKeys ? ['key'] : []), ...(hasCodes ? ['code', 'link'] : [])];
  return [head, ...boards.map(cellsOf)].map((cells) => cells.join(';')).join('\r\n');
};

export const saveSecrets = (boards: readonly BoardSecrets[]): void => {
  const text = `${BYTE_ORDER_MARK}${secretsText(boards)}\r\n`;
  saveFile('chaves-das-placas.csv', new Blob([text], { type: 'text/csv;charset=utf-8' }));
};
