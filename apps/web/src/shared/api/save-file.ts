/** Time until the file is released. A busy browser reads it some time after the link was followed. */
const RETAINED_MS = 60_000;

/** Saves a file as a download. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RETAINED_MS);
};

/** CSV for Brazilian spreadsheets: `;`, CRLF, UTF-8 with BOM. The cells are already escaped. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.join(';')}\r\n`).join('')}`;

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

/** '1234,5': no thousands separator. */
export const csvNumber = (value: number, decimals?: number): string =>
  (decimals === undefined ? String(value) : value.toFixed(decimals)).replace('.', ',');

export const csvQuoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
