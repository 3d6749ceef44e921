// Runs before the first paint, as a file because the content security policy allows no inline script:
// without it a person who chose the dark theme sees a white flash on every visit.
(() => {
  const root = document.documentElement;
  let theme = 'auto';
  try {
    theme = localStorage.getItem('nascente.theme') || 'auto';
    root.dataset.brand = localStorage.getItem('nascente.brand') === 'second' ? 'second' : 'first';
  } catch {
    // Storage may be forbidden: the system's theme and the first brand are shown.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
