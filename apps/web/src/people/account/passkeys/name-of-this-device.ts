/** By what browsers say of the system: most keys stay on the device on which they are made. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Celular Android'],
  [/Windows/, 'Computador Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux|CrOS/, 'Computador'],
];

export const nameOfThisDevice = (userAgent = navigator.userAgent): string =>
  NAMES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
