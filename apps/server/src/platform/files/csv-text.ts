/** Beginnings of a cell that spreadsheet programs run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text as one CSV cell: quoted if necessary, and after an apostrophe if it would be run as a formula. */
export const csvText = (text: string): string => {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
