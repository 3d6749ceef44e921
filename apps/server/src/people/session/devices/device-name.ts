const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const UNKNOWN = 'Dispositivo desconhecido';
const MAX_LENGTH = 60;

const named = (names: readonly (readonly [RegExp, string])[], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Browser and system as people know them; a program is called by the first word that it says of itself. */
export const deviceName = (userAgent: string): string => {
  const browser = named(BROWSERS, userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser && system) return `${browser} no ${system}`;
  const word = /^[\w.+-]+/.exec(userAgent)?.[0].slice(0, MAX_LENGTH);
  return browser ?? system ?? word ?? UNKNOWN;
};
