/** A cell that begins so would be run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text as one cell: quoted where it must be, and never a formula. */
export const csvText = (text: string): string => {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
